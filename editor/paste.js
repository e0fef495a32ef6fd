import { EditorView } from '@codemirror/view';
import { isCode } from './text/lines.js';

/** What Markdown can say; an editor of code copies its colours alone. */
const RICH =
  /<(?:a|b|blockquote|code|em|h[1-6]|i|img|li|pre|strong|table)\b|<span\b[^>]*font-weight:\s?(?:bold|[6-9]00)|<p\b[^>]*mso-list/i;

/** Makes Markdown of what other programs put on the clipboard. In a block of code, all stays as it is. */
export const pasteRich = EditorView.domEventHandlers({
  paste(event, view) {
    const [html, plain] = ['text/html', 'text/plain'].map(
      (type) => event.clipboardData?.getData(type) ?? '',
    );
    if (!plain || !RICH.test(html) || isCode(view.state)) return false;
    event.preventDefault();
    void put(html, plain, view);
    return true;
  },
});

/** @param {string} html @param {string} plain @param {EditorView} view */
async function put(html, plain, view) {
  const before = view.state.doc;
  const insert = (await convert(html)) ?? plain;
  const { doc, selection } = view.state;
  // Behind what was typed meanwhile.
  const { from, to } = selection.main;
  const start = doc.eq(before) ? from : to;
  view.dispatch({
    changes: { from: start, to, insert: view.state.toText(insert) },
    selection: { anchor: start + insert.length },
    scrollIntoView: true,
    userEvent: 'input.paste',
  });
}

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
