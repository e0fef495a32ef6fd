/** Milliseconds without typing before the page is made; a text that takes long to render is given longer. */
const PAUSE = 250;
const TIMES_AS_LONG = 4;
/** Characters whose page takes a browser seconds to lay out: none is made as one types. */
const LARGE = 300_000;

/**
 * Shows the text as readers will see it: the server's own page, in a frame in which nothing can run. What the server
 * says of the text is told all the time.
 * @param {HTMLFormElement} form
 * @returns {(isOn: boolean) => void} shows it over the text, or the text again
 */
export function startPreview(form) {
  const region = form.querySelector('[data-look]');
  const frame = region.querySelector('iframe');
  const button = form.querySelector('[data-full]');
  let timer = 0;
  let pause = 0;
  let asked = 0;
  /** What is in the frame, and whether that was opened since. */
  let shown = '';
  let isOpened = false;
  /** Where one writes, and where one has read. */
  let here = null;
  let left = null;
  let writing = null;
  form.addEventListener('input', plan);
  frame.addEventListener('load', () => {
    const { contentDocument: page } = frame;
    page.addEventListener('click', openElsewhere);
    page.addEventListener('keydown', (event) => {
      const isKey = event.ctrlKey && event.altKey && event.code === 'KeyP';
      if (event.key === 'Escape' || isKey) button.click();
    });
    showOnlyText(page);
    goTo();
  });
  startWidths(form.querySelector('[data-widths]'), frame);
  if (!isLarge()) void show();
  return turn;

  function turn(isOn) {
    const page = frame.contentDocument?.scrollingElement;
    if (isOn) {
      writing = document.activeElement;
      here = lineAtCursor(form);
    } else left = { here, top: page?.scrollTop ?? 0 };
    region.hidden = !isOn;
    isOpened = isOn;
    if (isOn) void show();
    else writing?.focus({ preventScroll: true });
  }

  function plan() {
    clearTimeout(timer);
    timer = setTimeout(() => isLarge() || show(), pause);
  }

  function isLarge() {
    return region.hidden && form.elements.markdown.value.length > LARGE;
  }

  async function show() {
    clearTimeout(timer);
    const number = ++asked;
    const start = performance.now();
    const page = await render(form);
    pause = Math.max(PAUSE, TIMES_AS_LONG * (performance.now() - start));
    if (!page || number !== asked) return;
    tell(page.notes);
    // Who reads what is there already is not taken elsewhere.
    if (region.hidden || (page.html === shown && !isOpened)) return;
    [shown, isOpened] = [page.html, false];
    put(page.html);
  }

  /** What is not shown as it was meant. @param {string[]} notes */
  function tell(notes) {
    const list = form.querySelector('[data-notes]');
    list.hidden = notes.length === 0;
    list.replaceChildren(
      ...notes.map((note) => Object.assign(document.createElement('li'), { textContent: note })),
    );
  }

  /** Only the text changes from one time to the next. */
  function put(html) {
    const main = frame.contentDocument?.querySelector('main');
    if (!main) return void (frame.srcdoc = html);
    const next = new DOMParser().parseFromString(html, 'text/html').querySelector('main');
    main.replaceChildren(...next.childNodes);
    goTo();
  }

  /** Shows the block that is being written; where that is the same as before, what one has read. */
  function goTo() {
    const page = frame.contentDocument;
    const isSame = left && left.here?.text === here?.text && left.here?.share === here?.share;
    const block = !isSame && here && blockOf(page, here);
    frame.focus();
    if (isSame) page.scrollingElement.scrollTop = left.top;
    if (!block) return;
    const { top, bottom } = block.getBoundingClientRect();
    const { innerHeight } = frame.contentWindow;
    if (top < 0 || bottom > innerHeight)
      page.scrollingElement.scrollTop += top - Math.max(0, innerHeight - (bottom - top)) / 3;
  }
}

/** The page as on a phone, a tablet, or as wide as the window. */
function startWidths(group, frame) {
  const buttons = [...group.querySelectorAll('button')];
  for (const button of buttons)
    button.addEventListener('click', () => {
      const { width } = button.dataset;
      frame.style.maxWidth = width ? `${width}px` : '';
      for (const each of buttons) each.setAttribute('aria-pressed', String(each === button));
    });
}

/** Letters and digits alone, which Markdown and its page have in common. @param {string} text */
const essence = (text) => text.replace(/\]\([^)]*\)/g, '').replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * @param {HTMLFormElement} form
 * @returns {{ text: string, share: number } | null} and how far down in the text it is
 */
function lineAtCursor(form) {
  const field = form.elements.markdown;
  if (document.activeElement === field) {
    const { value, selectionStart: at } = field;
    const text = value.slice(value.lastIndexOf('\n', at - 1) + 1).split('\n', 1)[0];
    return { text: essence(text), share: at / (value.length || 1) };
  }
  const { anchorNode } = document.getSelection();
  const element = anchorNode instanceof Element ? anchorNode : anchorNode?.parentElement;
  const line = element?.closest('.cm-line');
  if (!line || !form.contains(line)) return null;
  const all = line.parentElement.getBoundingClientRect();
  const share = (line.getBoundingClientRect().top - all.top) / (all.height || 1);
  return { text: essence(line.textContent), share };
}

/** The block with this text; of several, the one about as far down. */
function blockOf(page, { text, share }) {
  if (!text) return null;
  const start = text.slice(0, 60);
  const blocks = [
    ...page.querySelectorAll('main :is(p, li, h2, h3, h4, h5, h6, td, th, pre, dt, dd)'),
  ];
  const height = page.scrollingElement.scrollHeight;
  const distance = (block) => Math.abs(block.offsetTop / height - share);
  const found = blocks.filter((block) => essence(block.textContent).includes(start));
  return found.sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** Readers have the site's header and footer around it; who writes knows them. @param {Document} page */
function showOnlyText(page) {
  for (const part of page.querySelectorAll('body > :not(main, :has(main))'))
    part.style.setProperty('display', 'none', 'important');
}

/**
 * @param {HTMLFormElement} form
 * @returns {Promise<{ html: string, notes: string[] } | null>} null when there is no answer
 */
async function render(form) {
  try {
    const body = new URLSearchParams(new FormData(form));
    const response = await fetch('/admin/preview', { method: 'POST', body });
    if (!response.ok || response.redirected) return null;
    const notes = JSON.parse(decodeURIComponent(response.headers.get('Larder-Notes') ?? '[]'));
    return { html: await response.text(), notes };
  } catch {
    return null;
  }
}

/** A link in the preview leads away from the text; it gets a window of its own. */
function openElsewhere(event) {
  const link = event.target.closest('a[href]');
  if (!link || link.getAttribute('href').startsWith('#')) return;
  event.preventDefault();
  window.open(link.href, '_blank', 'noopener');
}
