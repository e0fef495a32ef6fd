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
  let pause = 0;
  let asked = 0;
  form.addEventListener('input', plan);
  // Of the field, or of the editor in its place.
  form.addEventListener('scroll', ({ target }) => follow(target), { capture: true, passive: true });
  frame.addEventListener('load', () => {
    frame.contentDocument.addEventListener('click', openElsewhere);
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
  }

  function follow({ scrollTop, scrollHeight, clientHeight }) {
    const page = frame.contentDocument?.scrollingElement;
    if (!page || scrollHeight <= clientHeight) return;
    page.scrollTop =
      (scrollTop / (scrollHeight - clientHeight)) * (page.scrollHeight - page.clientHeight);
  }
}

/** @param {HTMLFormElement} form @returns {Promise<{ html: string, notes: string[] } | null>} null when there is no answer */
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
