import { syntaxTree } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { isCode } from '../text/lines.js';
import { emoji } from './emoji.js';
/** @import { CompletionSource } from '@codemirror/autocomplete' */

/** Of the highlighter, put in by editor/bundle.js. */
const languages = /** @type {{ CODE_LANGUAGES?: string[] }} */ (globalThis).CODE_LANGUAGES ?? [];

/**
 * @param {string} label
 * @returns {import('@codemirror/autocomplete').Completion} with the cursor on the line below, where one writes
 */
const goingOn = (label) => ({
  label,
  apply(view, _completion, from, to) {
    const { doc } = view.state;
    const line = doc.lineAt(to);
    const isEnd = /^\]?$/.test(doc.sliceString(to, line.to)) && line.number < doc.lines;
    const changes = view.state.changes({ from, to, insert: label });
    const next = isEnd ? doc.line(line.number + 1).to : to;
    view.dispatch({
      changes,
      selection: { anchor: changes.mapPos(next, 1) },
      userEvent: 'input.complete',
    });
  },
});

/** Languages after the fence of a block of code. @type {CompletionSource} */
export const offerLanguages = (context) => {
  const typed = context.matchBefore(/^[\s>]*(?:`{3,}|~{3,})[\w+#.-]*/);
  if (!typed) return null;
  const from = typed.from + (/^[\s>]*[`~]+/.exec(typed.text)?.[0].length ?? 0);
  const block = syntaxTree(context.state).resolveInner(from, -1);
  const opens = block.name === 'CodeMark' && block.from === block.parent?.from;
  if (!opens) return null;
  return { from, options: languages.map(goingOn), validFor: /^[\w+#.-]*$/ };
};

const CALLOUTS = ['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'];

/** Kinds of callouts. @type {CompletionSource} */
export const offerCallouts = (context) => {
  const typed = context.matchBefore(/^\s*>\s*\[!\w*/);
  if (!typed) return null;
  const options = CALLOUTS.map(goingOn);
  return { from: typed.from + typed.text.indexOf('!') + 1, options, validFor: /^\w*$/ };
};

/** Posts and pages, by a part of their title. @type {CompletionSource} */
export const offerTitles = async (context) => {
  const typed = context.matchBefore(/\[\[[^[\]|#\n]{0,100}/);
  if (!typed || isCode(context.state)) return null;
  const query = new URLSearchParams({ q: typed.text.slice(2).trim() });
  const headers = { Accept: 'application/json' };
  const answer = await fetch(`/admin/find?${query}`, { headers }).catch(() => null);
  if (context.aborted || !answer?.ok || answer.redirected) return null;
  /** @type {{ title: string, url: string, about: string }[]} */
  const found = await answer.json();
  const options = found.flatMap(({ title, url, about }) => {
    const [, slug = 'new'] = /^\/admin\/(?:posts|pages)\/([^/]+)$/.exec(url) ?? [];
    if (slug === 'new') return [];
    return { label: title, detail: about, apply: withBrackets(decodeURIComponent(slug)) };
  });
  return { from: typed.from + 2, options, filter: false };
};

/** @param {string} slug @returns {(view: EditorView, completion: unknown, from: number, to: number) => void} */
const withBrackets = (slug) => (view, _completion, from, to) => {
  const isClosed = view.state.sliceDoc(to, to + 2) === ']]';
  view.dispatch({
    changes: { from, to: isClosed ? to + 2 : to, insert: `${slug}]]` },
    selection: { anchor: from + slug.length + 2 },
    userEvent: 'input.complete',
  });
};

/** Emoji, by two letters of their name. @type {CompletionSource} */
export const offerEmoji = (context) => {
  const typed = context.matchBefore(/(?<![\p{L}\p{N}:/])(?<!\S:):[a-z][a-z0-9_]+/u);
  if (!typed || isCode(context.state)) return null;
  const options = [...emoji].map(([name, sign]) => ({
    label: name,
    displayLabel: `${sign} ${name}`,
    // The colon goes.
    apply: (
      /** @type {EditorView} */ view,
      /** @type {unknown} */ _,
      /** @type {number} */ from,
      /** @type {number} */ to,
    ) =>
      view.dispatch({
        changes: { from: from - 1, to, insert: sign },
        selection: { anchor: from - 1 + sign.length },
        userEvent: 'input.complete',
      }),
  }));
  return { from: typed.from + 1, options, validFor: /^[a-z0-9_]*$/ };
};

/** The second colon of a name makes the sign of it. */
export const emojiByName = EditorView.inputHandler.of((view, from, to, text) => {
  if (text !== ':' || from !== to || isCode(view.state)) return false;
  const name = /:([a-z0-9_]+)$/.exec(view.state.sliceDoc(Math.max(0, from - 40), from))?.[1] ?? '';
  const sign = emoji.get(name);
  if (!sign) return false;
  const start = from - name.length - 1;
  view.dispatch({
    changes: { from: start, to, insert: sign },
    selection: { anchor: start + sign.length },
    userEvent: 'input.type',
  });
  return true;
});
