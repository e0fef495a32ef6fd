import { word } from './words.js';

/** What each button puts around, or before, the chosen text. @type {Record<string, (text: string) => [string, number, number]>} */
const tools = {
  bold: wrap('**', '**', () => word('toolBold')),
  italic: wrap('_', '_', () => word('toolItalic')),
  link: (text) => withAddress('[', text || word('toolLink')),
  image: (text) => withAddress('![', text || word('toolImage')),
  code: (text) =>
    text.includes('\n')
      ? wrap('```\n', '\n```', () => '')(text)
      : wrap('`', '`', () => word('toolCode'))(text),
  heading: prefix('## ', () => word('toolHeading')),
  quote: prefix('> ', () => word('toolQuote')),
  list: prefix('- ', () => word('toolItem')),
  footnote: wrap('^[', ']', () => word('toolNote')),
  callout: (text) => {
    const [lines, offset, length] = prefix('> ', () => word('toolText'))(text);
    return [`> [!NOTE]\n${lines}`, offset + '> [!NOTE]\n'.length, length];
  },
  table: (text) => {
    const [column, first] = [word('toolColumn'), text || word('toolColumn')];
    return [`| ${first} | ${column} |\n| --- | --- |\n| | |`, 2, first.length];
  },
};

/** Those that change whole lines. */
const ofLines = new Set(['heading', 'quote', 'list', 'callout', 'table']);

/** Keys with Ctrl (or Command), and with Alt beside it. */
const keys = { KeyB: 'bold', KeyI: 'italic', KeyK: 'link', KeyE: 'code' };
const altKeys = { KeyI: 'image', Digit2: 'heading', KeyQ: 'quote', KeyL: 'list' };

/**
 * The toolbar and the shortcuts.
 * @param {HTMLFormElement} form
 * @param {import('./saver.js').Saver} saver
 */
export function startTools(form, saver) {
  const text = form.elements.markdown;
  const bar = form.querySelector('[data-tools]');
  const buttons = [...bar.querySelectorAll('button')];
  bar.hidden = false;
  buttons.forEach((button, place) => {
    button.tabIndex = place === 0 ? 0 : -1;
    if (button.dataset.tool) button.addEventListener('click', () => use(text, button.dataset.tool));
  });
  bar.addEventListener('keydown', (event) => walk(event, buttons));
  // What is published changes when its author says so, and not by a habit of the hand.
  const save = () =>
    form.dataset.state === 'draft'
      ? form.querySelector('[data-main="save"]').click()
      : saver.keep();
  document.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey) return;
    const tool = (event.altKey ? altKeys : keys)[event.code];
    if (tool && document.activeElement === text) use(text, tool);
    else if (event.code === 'KeyS' && !event.altKey) save();
    else if (event.code === 'Enter' && !event.altKey) form.querySelector('.bar .main').click();
    else return;
    event.preventDefault();
  });
  for (const input of form.querySelectorAll('input:not([type="hidden"])'))
    input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.isComposing) return;
      event.preventDefault();
      if (input.name === 'title') text.focus();
    });
}

/** Arrow keys inside the toolbar, which is one stop of the Tab key. */
function walk(event, buttons) {
  const place = buttons.indexOf(document.activeElement);
  const steps = { ArrowRight: place + 1, ArrowLeft: place - 1, Home: 0, End: buttons.length - 1 };
  if (!(event.key in steps)) return;
  event.preventDefault();
  const next = buttons.at(steps[event.key] % buttons.length);
  buttons.forEach((button) => (button.tabIndex = button === next ? 0 : -1));
  next.focus();
}

/** @param {HTMLTextAreaElement} text @param {string} name */
function use(text, name) {
  const { selectionStart: start, selectionEnd: end, value } = text;
  const isOfLines = ofLines.has(name);
  const from = isOfLines ? value.lastIndexOf('\n', start - 1) + 1 : start;
  const [put, offset, length] = tools[name](value.slice(from, end));
  text.focus();
  text.setSelectionRange(from, end);
  // The one way that the browser's own undo takes back.
  if (!document.execCommand('insertText', false, put)) {
    text.setRangeText(put);
    text.dispatchEvent(new Event('input', { bubbles: true }));
  }
  text.setSelectionRange(from + offset, from + offset + length);
}

/** @param {string} start @param {string} text @returns {[string, number, number]} with the address chosen */
const withAddress = (start, text) => [
  `${start}${text}](https://)`,
  start.length + text.length + 2,
  'https://'.length,
];

/** @param {string} before @param {string} after @param {() => string} standIn */
function wrap(before, after, standIn) {
  return (text) => {
    const inside = text || standIn();
    return [before + inside + after, before.length, inside.length];
  };
}

/** @param {string} mark @param {() => string} standIn */
function prefix(mark, standIn) {
  return (text) => {
    const inside = text || standIn();
    const lines = inside.split('\n').map((line) => mark + line);
    const put = lines.join('\n');
    return text ? [put, put.length, 0] : [put, mark.length, inside.length];
  };
}
