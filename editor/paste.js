import { EditorView } from '@codemirror/view';
import { isCode } from './text/lines.js';

/** What Markdown can say. */
const RICH =
  /<(?:a|b|blockquote|code|del|em|h[1-6]|hr|i|img|li|math|mjx-container|pre|s|strong|su[bp]|table)\b/i;
const STYLED = /<span\b[^>]*font-weight:\s?(?:bold|[6-9]00)|<p\b[^>]*mso-list/i;

/** An editor of code copies its colours alone, and Markdown may be what is written in it. */
const COLOURED = /<div\b[^>]*white-space:\s?pre\b/i;
const CODE_EDITOR = 'vscode-editor-data';

/** Makes Markdown of what other programs put on the clipboard. In a block of code, all stays as it is. */
export const pasteRich = EditorView.domEventHandlers({
  paste(event, view) {
    const { types = [], files } = event.clipboardData ?? {};
    const [html, plain] = ['text/html', 'text/plain'].map(
      (type) => event.clipboardData?.getData(type) ?? '',
    );
    const isAlone = !plain && files?.length === 0;
    const isRich = RICH.test(html) || (STYLED.test(html) && !COLOURED.test(html));
    const isMeant = isRich && !types.includes(CODE_EDITOR) && !isCode(view.state);
    if (!html || !(isAlone || (plain && isMeant))) return false;
    event.preventDefault();
    void put(html, plain, view);
    return true;
  },
});

/** @param {string} html @param {string} plain @param {EditorView} view */
async function put(html, plain, view) {
  const before = view.state.doc;
  const words = plain || wordsOf(html);
  const markdown = (isCode(view.state) ? null : await convert(html)) ?? words;
  const { doc, selection } = view.state;
  // Behind what was typed meanwhile.
  const { from, to } = selection.main;
  const start = doc.eq(before) ? from : to;
  const line =
    doc.sliceString(doc.lineAt(start).from, start) + doc.sliceString(to, doc.lineAt(to).to);
  const insert = line.trim() && /^`{3}/.test(markdown) ? besideText(markdown, words) : markdown;
  view.dispatch({
    changes: { from: start, to, insert: view.state.toText(insert) },
    selection: { anchor: start + insert.length },
    scrollIntoView: true,
    userEvent: 'input.paste',
  });
}

/** @param {string} code a block of it @param {string} words the same without marks @returns {string} */
const besideText = (code, words) =>
  words.trim().includes('\n') ? `\n\n${code}\n\n` : words.trim();

/** @param {string} html */
const wordsOf = (html) =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent.trim();

/** @param {string} html @returns {Promise<string | null>} null when there is no answer */
async function convert(html) {
  try {
    const body = new URLSearchParams({ html });
    const headers = { Accept: 'application/json' };
    const response = await fetch('/admin/markdown', { method: 'POST', headers, body });
    return response.ok && !response.redirected ? (await response.json()).markdown : null;
  } catch {
    return null;
  }
}
