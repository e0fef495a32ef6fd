/** Milliseconds from one look to the next, and at most after errors. */
const EVERY = 2000;
const LONGEST = 30_000;

/**
 * Keeps the figures of a page as they are at this moment, while anybody can see them. Without an answer it
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
  say('Live', true);
  timer = setTimeout(look, EVERY);

  async function look() {
    try {
      const answer = await fetch(section.dataset.live, { headers: { Accept: 'application/json' } });
      if (answer.status === 401 || answer.status === 403)
        return say('You are signed out. Reload the page to sign in.', false);
      if (!answer.ok) throw new Error(answer.statusText);
      show(await answer.json());
      pause = EVERY;
      say('Live', true);
    } catch {
      pause = Math.min(2 * pause, LONGEST);
      say('No connection. Trying again…', false);
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

/** @param {{ texts: Record<string, string>, bars?: object[], line?: string, clears?: object[] }} figures */
function show({ texts, bars = [], line, clears }) {
  for (const node of document.querySelectorAll('[data-figure]'))
    change(node, texts[node.dataset.figure] ?? '');
  for (const { name, x, width } of bars) {
    const bar = document.querySelector(`[data-bar="${name}"]`);
    bar.setAttribute('x', x);
    bar.setAttribute('width', width);
  }
  document.querySelector('[data-line]')?.setAttribute('d', line);
  if (!clears) return;
  document.querySelector('[data-no-clears]').hidden = clears.length > 0;
  showClears(document.querySelector('[data-clears]'), clears);
}

/** @param {Element} list @param {{ text: string, entries: string, when: string }[]} clears */
function showClears(list, clears) {
  while (list.children.length > clears.length) list.lastElementChild.remove();
  clears.forEach(({ text, entries, when }, place) => {
    const row = list.children[place] ?? list.appendChild(newRow());
    change(row.querySelector('span'), text);
    change(row.querySelector('small'), `${entries}, ${when}`);
  });
}

function newRow() {
  const row = document.createElement('li');
  const text = document.createElement('span');
  text.dir = 'auto';
  row.append(text, ' ', document.createElement('small'));
  return row;
}

/** What is the same is left alone, so that nothing flickers and a selection stays. @param {Element} node @param {string} text */
function change(node, text) {
  if (node.textContent !== text) node.textContent = text;
}
