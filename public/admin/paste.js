/** What Markdown can say; an editor of code copies its colours alone. */
const RICH =
  /<(?:a|b|blockquote|code|em|h[1-6]|i|img|li|pre|strong|table)\b|<span\b[^>]*font-weight:\s?(?:bold|[6-9]00)/i;

/**
 * Makes Markdown of what other programs put on the clipboard.
 * @param {HTMLTextAreaElement} text
 */
export function startPaste(text) {
  text.addEventListener('paste', async (event) => {
    const [html, plain] = ['text/html', 'text/plain'].map((type) =>
      event.clipboardData.getData(type),
    );
    const { selectionStart: start, selectionEnd: end, value } = text;
    // In a block of code, all stays as it is.
    const isInCode = (value.slice(0, start).match(/^ {0,3}```/gm)?.length ?? 0) % 2 === 1;
    if (!plain || !RICH.test(html) || isInCode) return;
    event.preventDefault();
    const put = (await convert(html)) ?? plain;
    text.focus();
    // Behind what was typed meanwhile.
    if (text.value !== value) text.setSelectionRange(text.selectionEnd, text.selectionEnd);
    else text.setSelectionRange(start, end);
    // The one way that the browser's own undo takes back.
    if (document.execCommand('insertText', false, put)) return;
    text.setRangeText(put, text.selectionStart, text.selectionEnd, 'end');
    text.dispatchEvent(new Event('input', { bubbles: true }));
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
