import { word } from './words.js';

/** Milliseconds without typing before the words are counted. */
const PAUSE = 300;
/** Where the details stand beside the text; elsewhere they cover it. */
const WIDE = '(min-width: 64rem)';

/**
 * What is around the text: the panel of details, the focus mode, the preview over the whole window, and the counts.
 * @param {HTMLFormElement} form
 * @param {(isOn: boolean) => void} showPreview
 */
export function startDesk(form, showPreview) {
  startPanel(form);
  startTitle(form.elements.title, form.dataset.pageLanguage);
  const leaveFull = startMode(form, 'full', showPreview);
  const leaveFocus = startMode(form, 'focus');
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]'))
      return;
    if (!leaveFull()) leaveFocus();
  });
  form.querySelector('[data-plain-preview]').hidden = true;
  startCounts(form);
  const bar = form.querySelector('.bar');
  new ResizeObserver(() =>
    document.body.style.setProperty('--bar', `${bar.offsetHeight}px`),
  ).observe(bar);
}

/** As high as its words, which have no line of their own in any list. */
function startTitle(title, language) {
  title.lang = language;
  const fit = () => {
    if (/\n/.test(title.value)) title.value = title.value.replace(/\n+/g, ' ');
    if (CSS.supports('field-sizing', 'content')) return;
    title.style.height = 'auto';
    title.style.height = `${title.scrollHeight}px`;
  };
  title.addEventListener('input', fit);
  fit();
}

function startPanel(form) {
  const panel = form.querySelector('[data-panel]');
  const button = form.querySelector('[data-panel-open]');
  const close = panel.querySelector('[data-panel-close]');
  const wide = matchMedia(WIDE);
  const isSheet = () => !panel.hidden && !wide.matches;
  const rest = around(panel);
  /** What the sheet covers is out of reach. */
  const fence = () => {
    for (const other of rest) other.inert = isSheet();
    if (isSheet()) panel.setAttribute('role', 'dialog');
    else panel.removeAttribute('role');
  };
  const isNeeded = () =>
    panel.querySelector('[aria-invalid="true"]') ||
    (location.hash && panel.querySelector(`#${CSS.escape(location.hash.slice(1))}`));
  const show = (isOpen) => {
    panel.hidden = !isOpen;
    form.classList.toggle('with-panel', isOpen);
    button.setAttribute('aria-expanded', String(isOpen));
    fence();
  };
  const toggle = (isOpen) => {
    show(isOpen);
    if (wide.matches) remember('panel', isOpen);
    (isOpen ? panel : button).focus();
  };
  button.hidden = close.hidden = false;
  show(Boolean(isNeeded()) || (wide.matches && isRemembered('panel')));
  button.addEventListener('click', () => toggle(panel.hidden));
  close.addEventListener('click', () => toggle(false));
  wide.addEventListener('change', fence);
  // Nothing else can be hit beside a sheet.
  document.addEventListener('pointerdown', ({ target }) => {
    if (isSheet() && target.isConnected && !target.closest('[data-panel], dialog')) toggle(false);
  });
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    toggle(false);
  });
  new MutationObserver(() => isNeeded() && show(true)).observe(panel, {
    subtree: true,
    attributeFilter: ['aria-invalid'],
  });
}

/** @param {Element} element @returns {HTMLElement[]} what is on the page beside it, apart from dialogs */
function around(element) {
  const found = [];
  for (let each = element; each !== document.body; each = each.parentElement)
    for (const other of each.parentElement.children)
      if (other !== each && !other.matches('dialog, script')) found.push(other);
  return found;
}

/**
 * @param {HTMLFormElement} form
 * @param {'focus' | 'full'} name  a class of the page while it lasts
 * @param {(isOn: boolean) => void} [tell]
 * @returns {() => boolean} leaves the mode, and tells whether it was on
 */
function startMode(form, name, tell) {
  const button = form.querySelector(`[data-${name}]`);
  const { classList } = document.documentElement;
  const set = (isOn) => {
    classList.toggle(`is-${name}`, isOn);
    button.setAttribute('aria-pressed', String(isOn));
  };
  button.hidden = false;
  set(name === 'focus' && isRemembered(name));
  button.addEventListener('click', () => {
    const isOn = !classList.contains(`is-${name}`);
    set(isOn);
    tell?.(isOn);
    if (name === 'focus') remember(name, isOn);
  });
  return () => {
    const wasOn = classList.contains(`is-${name}`);
    if (wasOn) button.click();
    return wasOn;
  };
}

function startCounts(form) {
  const place = form.querySelector('[data-counts]');
  const language = document.documentElement.lang;
  const goal = startGoal(form, () => count());
  let timer = 0;
  const count = () => {
    const text = form.elements.markdown.value;
    const words = countWords(text, language);
    place.hidden = false;
    place.textContent = word('writing.counts', {
      words: [words, ...(goal.value > 0 ? [Number(goal.value)] : [])]
        .map((each) => each.toLocaleString(language))
        .join(' / '),
      characters: text.length.toLocaleString(language),
      minutes: Math.max(1, Math.round(words / form.dataset.wordsPerMinute)),
    });
  };
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(count, PAUSE);
  });
  count();
}

/** How long the text shall be, which this browser remembers. @returns {HTMLInputElement} */
function startGoal(form, tell) {
  const field = form.querySelector('[data-goal]');
  const input = field.querySelector('input');
  const key = `larder-goal-${form.elements.id.value}`;
  input.value = localStorage.getItem(key) ?? '';
  field.hidden = false;
  input.addEventListener('input', (event) => {
    // It is nothing of the post.
    event.stopPropagation();
    if (input.value > 0) localStorage.setItem(key, input.value);
    else localStorage.removeItem(key);
    tell();
  });
  return input;
}

/**
 * A browser takes long to find the words of a book; there, blanks tell.
 * @param {string} text
 * @param {string} language
 */
function countWords(text, language) {
  if (text.length > 100_000) return text.match(/\S+/g)?.length ?? 0;
  const segments = new Intl.Segmenter(language, { granularity: 'word' }).segment(text);
  let words = 0;
  for (const { isWordLike } of segments) if (isWordLike) words++;
  return words;
}

const isRemembered = (name) => localStorage.getItem(`larder-editor-${name}`) === 'yes';

const remember = (name, isOn) => localStorage.setItem(`larder-editor-${name}`, isOn ? 'yes' : 'no');
