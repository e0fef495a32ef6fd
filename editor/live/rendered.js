/** Milliseconds until the blog is asked, and until it is asked again when it did not answer. */
const PAUSE = 120;
const RETRY = 5000;
/** Texts and bytes of one request, and texts that are kept. */
const MOST = 40;
const MOST_BYTES = 200_000;
const MOST_KEPT = 1000;

/** @typedef {{ html: string, height?: number }} Made  `html`: '' of what stays text; `height`: as shown last */

/**
 * What the blog makes of parts of the text: each is asked for once.
 * @param {() => void} tell  that something has come
 */
export function keepRendered(tell) {
  /** @type {Map<string, Made>} by Markdown */
  const known = new Map();
  /** @type {Set<string>} */
  let wanted = new Set();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let isAsking = false;
  return {
    of: (/** @type {string} */ text) => known.get(text),

    /** @param {Iterable<string>} texts  all that are seen and not known, instead of those before */
    want(texts) {
      wanted = new Set(texts);
      if (wanted.size > 0) plan(PAUSE);
    },
  };

  /** @param {number} pause */
  function plan(pause) {
    if (isAsking) return;
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), pause);
  }

  async function ask() {
    let bytes = 0;
    const texts = [...wanted]
      .filter(
        (text) =>
          !known.has(text) &&
          (bytes += encodeURIComponent(text.toWellFormed()).length) < MOST_BYTES,
      )
      .slice(0, MOST);
    if (texts.length === 0) return;
    isAsking = true;
    const answer = await send(texts);
    isAsking = false;
    if (!answer) return plan(RETRY);
    texts.forEach((text, at) => known.set(text, { html: answer[at] ?? '' }));
    for (const text of known.keys()) {
      if (known.size <= MOST_KEPT) break;
      known.delete(text);
    }
    tell();
  }
}

/** @param {string[]} texts @returns {Promise<string[] | null>} null when there is no answer */
async function send(texts) {
  try {
    const body = new URLSearchParams(texts.map((text) => ['part', text]));
    const headers = { Accept: 'application/json' };
    const response = await fetch('/admin/preview/parts', { method: 'POST', headers, body });
    return response.ok && !response.redirected ? (await response.json()).parts : null;
  } catch {
    return null;
  }
}
