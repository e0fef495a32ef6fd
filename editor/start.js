import {
  autocompletion,
  acceptCompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { deleteMarkupBackward, markdownLanguage } from '@codemirror/lang-markdown';
import { indentUnit, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, Prec } from '@codemirror/state';
import { drawSelection, dropCursor, EditorView, keymap, placeholder } from '@codemirror/view';
import { paragraphHere } from './here.js';
import { boxTitles } from './live/callouts.js';
import { lineLooks } from './live/lines.js';
import { tickTask } from './live/signs.js';
import { larderLanguage } from './live/syntax.js';
import { startSwitch } from './live/switch.js';
import { looks } from './looks.js';
import { mirror } from './mirror.js';
import { offerBlocks } from './offers/blocks.js';
import {
  emojiByName,
  offerCallouts,
  offerEmoji,
  offerLanguages,
  offerTitles,
} from './offers/names.js';
import { dropNoText, startGiving } from './pictures/giving.js';
import { focusAlt, picturePanel } from './pictures/panel.js';
import { insertion, places } from './pictures/places.js';
import { startUploads } from './pictures/uploads.js';
import { clearOfBars, followKeyboard } from './phone.js';
import { phrases } from './phrases.js';
import { pasteRich } from './paste.js';
import { startTools } from './tools.js';
import { continueBlock, newLine } from './text/ends.js';
import { indent, outdent, toggleLines } from './text/lines.js';
import { pasteLink, toggleLink } from './text/links.js';
import { surround, toggleMark } from './text/marks.js';
import { moveBlock } from './text/move.js';
/** @import { Means } from './offers/blocks.js' */
/** @import { Choose } from './pictures/panel.js' */

/** On a Mac, with Command. */
const keys = [
  { key: 'Mod-b', run: toggleMark('bold') },
  { key: 'Mod-i', run: toggleMark('italic') },
  { key: 'Mod-e', run: toggleMark('code') },
  { key: 'Mod-k', run: toggleLink },
  { key: 'Mod-Shift-x', run: toggleMark('strike') },
  ...[1, 2, 3, 4].map((level) => ({
    key: `Mod-Alt-${level}`,
    run: toggleLines(`heading${level}`),
  })),
  { key: 'Mod-Alt-q', run: toggleLines('quote') },
  { key: 'Mod-Alt-l', run: toggleLines('list') },
  { key: 'Alt-ArrowUp', run: moveBlock(-1) },
  { key: 'Alt-ArrowDown', run: moveBlock(1) },
  // The page publishes by it.
  { key: 'Mod-Enter', run: () => true },
  { key: 'Mod-Shift-Enter', run: tickTask },
  { key: 'Enter', run: newLine, shift: continueBlock },
  { key: 'Backspace', run: deleteMarkupBackward },
  { key: 'Tab', run: acceptCompletion },
  { key: 'Tab', run: focusAlt },
  // Escape and then Tab leaves the text.
  { key: 'Tab', run: indent, shift: outdent },
];

/**
 * Puts the editor in the place of the form's field of text, which stays in the form and has the same text.
 * @param {HTMLFormElement} form
 * @param {Choose} choose
 */
export function startText(form, choose) {
  const field = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem('markdown'));
  const choosePicture = () => choose((...pictures) => put(view, pictures), { several: true });
  const chooseFiles = () =>
    /** @type {HTMLElement} */ (form.querySelector('[data-upload-files]')).click();
  const means = { choosePicture, chooseFiles };
  /** @type {EditorView} */
  const view = new EditorView({
    state: EditorState.create({
      doc: field.value,
      selection: { anchor: field.selectionStart, head: field.selectionEnd },
      extensions: extensions(field, choose, means),
    }),
  });
  const hadFocus = document.activeElement === field;
  field.hidden = true;
  // The editor sees to the direction; to find one anew in each text, Chromium takes half a second for 200 kB.
  field.removeAttribute('dir');
  field.after(view.dom);
  field.focus = () => view.focus();
  if (hadFocus) view.focus();
  mirrorProblems(field, view);
  startGiving(form, view, startUploads(form, view));
  form.querySelector('[data-pick]')?.addEventListener('click', choosePicture);
  startTools(form, view);
  startSwitch(form, view);
  followKeyboard(form);
}

/** @param {HTMLTextAreaElement} field @param {Choose} choose @param {Means} means */
const extensions = (field, choose, means) => [
  history(),
  drawSelection(),
  dropCursor(),
  EditorView.lineWrapping,
  EditorView.perLineTextDirection.of(true),
  EditorState.allowMultipleSelections.of(true),
  indentUnit.of('  '),
  larderLanguage.extension,
  markdownLanguage.data.of({ closeBrackets: { brackets: ['(', '['] } }),
  syntaxHighlighting(looks),
  boxTitles.of(JSON.parse(field.form?.dataset.pageTitles ?? '{}')),
  lineLooks,
  paragraphHere,
  closeBrackets(),
  autocompletion({
    icons: false,
    maxRenderedOptions: 300,
    override: [offerBlocks(means), offerLanguages, offerCallouts, offerTitles, offerEmoji],
  }),
  emojiByName,
  search({ top: true }),
  highlightSelectionMatches(),
  phrases(),
  placeholder(field.placeholder),
  surround,
  pasteLink,
  pasteRich,
  clearOfBars,
  dropNoText,
  places,
  picturePanel(choose),
  mirror(field),
  EditorView.contentAttributes.of(() => ({
    'aria-label': field.labels[0]?.textContent ?? '',
    'aria-describedby': 'markdown-problem',
    // Words are broken, and looked up, in the language of the blog.
    lang: field.form?.dataset.pageLanguage ?? '',
    spellcheck: 'true',
    autocorrect: 'on',
    autocapitalize: 'sentences',
    writingsuggestions: 'true',
    ...(field.ariaInvalid === 'true' && { 'aria-invalid': 'true' }),
  })),
  Prec.high(keymap.of(keys)),
  keymap.of([
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...searchKeymap.filter(({ key }) => key !== 'Mod-Alt-g'),
    ...historyKeymap,
    ...defaultKeymap,
  ]),
];

/**
 * What the server or the saver says of the field is said of the editor.
 * @param {HTMLTextAreaElement} field
 * @param {EditorView} view
 */
function mirrorProblems(field, view) {
  new MutationObserver(() => view.dispatch({})).observe(field, {
    attributeFilter: ['aria-invalid'],
  });
}

/** @param {EditorView} view @param {{ markdown: string }[]} pictures of the blog */
function put(view, pictures) {
  const { main } = view.state.selection;
  const files = pictures.map(({ markdown }) => ({ markdown, type: 'image/' }));
  const { at, ...spec } = insertion(view.state, main.head, files);
  view.dispatch({ ...spec, selection: { anchor: at }, scrollIntoView: true, userEvent: 'input' });
  view.focus();
}
