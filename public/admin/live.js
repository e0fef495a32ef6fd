import { word } from './words.js';
/** Milliseconds from one look to the next, and at most after errors. */
const EVERY = 2000;
const LONGEST = 30_000;

/**
 * Keeps the figures of a part of a page as they are at this moment, while anybody can see them. Without an answer it
 * says so, waits longer and longer, and goes on when there is one.
 * @param {HTMLElement} section
 */
export function startLive(section) {
  const state = section.querySelector('[data-live-state]');
  let pause = EVERY;
  let timer = 0;

  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    if (!document.hidden) look();
  });
  say(word('live.now'), true);
  timer = setTimeout(look, EVERY);

  async function look() {
    try {
      const answer = await fetch(section.dataset.live, { headers: { Accept: 'application/json' } });
      if (answer.status === 401 || answer.status === 403) return say(word('live.signedOut'), false);
      if (!answer.ok) throw new Error(answer.statusText);
      show(section, await answer.json());
      pause = EVERY;
      say(word('live.now'), true);
    } catch {
      pause = Math.min(2 * pause, LONGEST);
      say(word('live.tryingAgain'), false);
    }
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(look, pause);
  }

  /** Said once, not at every look. @param {string} sentence @param {boolean} isLive */
  function say(sentence, isLive) {
    change(state, sentence);
    state.classList.toggle('is-live', isLive);
  }
}

/**
 * @param {HTMLElement} section
 * @param {{ texts: Record<string, string>, bars?: object[], line?: string, clears?: object[] }} figures
 */
function show(section, { texts, bars = [], line, clears }) {
  for (const node of section.querySelectorAll('[data-figure]'))
    change(node, texts[node.dataset.figure] ?? '');
  for (const { name, x, width } of bars) {
    const bar = section.querySelector(`[data-bar="${name}"]`);
    bar?.setAttribute('x', x);
    bar?.setAttribute('width', width);
  }
  section.querySelector('[data-line]')?.setAttribute('d', line);
  if (!clears) return;
  const list = section.querySelector('[data-clears]');
  section.querySelector('[data-no-clears]').hidden = clears.length > 0;
  showClears(list, clears.slice(0, Number(list.dataset.clears) || clears.length));
}

/** @param {Element} list @param {{ url: string, isReady: boolean }[]} clears */
function showClears(list, clears) {
  const row = document.querySelector('[data-clear-row]').content.firstElementChild;
  while (list.children.length > clears.length) list.lastElementChild.remove();
  clears.forEach((clear, place) => {
    const shown = list.children[place] ?? list.appendChild(row.cloneNode(true));
    const link = shown.querySelector('a');
    if (link.getAttribute('href') !== clear.url) link.setAttribute('href', clear.url);
    for (const node of shown.querySelectorAll('[data-part]'))
      change(node, clear[node.dataset.part]);
    shown.classList.toggle('is-ready', clear.isReady);
  });
}

/**
 * What is the same is left alone, so that nothing flickers and a selection stays.
 * @param {Element} node
 * @param {string} text
 */
function change(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
