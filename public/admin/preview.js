/** Milliseconds without typing before the preview follows; a text that takes long to render is given longer. */
const PAUSE = 250;
const TIMES_AS_LONG = 4;
/** Characters whose page takes a browser seconds to lay out: none is made as one types. */
const LARGE = 300_000;

/**
 * Shows the text as readers will see it: the server's own page, in a frame in which nothing can run.
 * @param {HTMLFormElement} form
 */
export function startPreview(form) {
  const region = form.querySelector('[data-look]');
  const frame = region.querySelector('iframe');
  let timer = 0;
  let cursorTimer = 0;
  let pause = 0;
  let asked = 0;
  form.addEventListener('input', plan);
  // Of the field, or of the editor in its place.
  const options = { capture: true, passive: true };
  form.addEventListener('scroll', ({ target }) => isText(target) && follow(target), options);
  document.addEventListener('selectionchange', () => {
    clearTimeout(cursorTimer);
    cursorTimer = setTimeout(followCursor, PAUSE);
  });
  frame.addEventListener('load', () => {
    frame.contentDocument.addEventListener('click', openElsewhere);
    showOnlyText(frame.contentDocument);
    follow(form.querySelector('.cm-scroller') ?? form.elements.markdown);
  });
  show();

  function plan() {
    clearTimeout(timer);
    timer = setTimeout(show, pause);
  }

  async function show() {
    const number = ++asked;
    region.hidden = form.elements.markdown.value.length > LARGE;
    if (region.hidden) return;
    const start = performance.now();
    const page = await render(form);
    pause = Math.max(PAUSE, TIMES_AS_LONG * (performance.now() - start));
    if (!page || number !== asked) return;
    put(page.html);
    tell(page.notes);
  }

  /** What is not shown as it was meant. @param {string[]} notes */
  function tell(notes) {
    const list = form.querySelector('[data-notes]');
    list.hidden = notes.length === 0;
    list.replaceChildren(
      ...notes.map((note) => Object.assign(document.createElement('li'), { textContent: note })),
    );
  }

  /** Only the text changes from one time to the next, so that the place where one reads stays. */
  function put(html) {
    const main = frame.contentDocument?.querySelector('main');
    if (!main) return void (frame.srcdoc = html);
    const next = new DOMParser().parseFromString(html, 'text/html').querySelector('main');
    main.replaceChildren(...next.childNodes);
    followCursor();
  }

  /** Shows the block that is being written. */
  function followCursor() {
    const page = frame.contentDocument;
    const line = lineAtCursor(form);
    const block = page && line && blockOf(page, line);
    if (!block) return;
    const { top, bottom } = block.getBoundingClientRect();
    const { innerHeight } = frame.contentWindow;
    if (top < 0 || bottom > innerHeight)
      page.scrollingElement.scrollTop += top - Math.max(0, innerHeight - (bottom - top)) / 3;
  }

  function follow({ scrollTop, scrollHeight, clientHeight }) {
    const page = frame.contentDocument?.scrollingElement;
    if (!page || scrollHeight <= clientHeight) return;
    page.scrollTop =
      (scrollTop / (scrollHeight - clientHeight)) * (page.scrollHeight - page.clientHeight);
  }
}

/** @param {Element} element */
const isText = (element) => element.matches?.('.cm-scroller, #markdown');

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
