import { lookUp } from '../look-up.js';

/**
 * What authors are told after what they did, by a word that stands in the address (`?done=published`).
 * @typedef {{ text: string, link: { url: string, title: string } | null }} Said
 */

/** @type {Record<string, string>} */
const sentences = {
  saved: 'The draft is saved.',
  published: 'It is published. Readers see it from now on.',
  scheduled: 'It is scheduled, and becomes public by itself on {date}.',
  updated: 'The change is published. Readers see it from now on.',
  rescheduled: 'The change is saved. It becomes public on {date}.',
  unpublished: 'It is a draft again. Readers no longer see it.',
  unchanged: 'Nothing had changed, so nothing was written.',
  restored: 'It is back as it was, with its comments.',
  moved:
    'It is back, with its comments. Its address had been taken meanwhile, so it has a new one.',
  version: 'The earlier version is back. The one before is kept among the versions.',
  linked: 'Whoever has the secret link can read this draft, until you take the link back.',
  unlinked: 'The secret link no longer works.',
  dropped: 'Your unpublished changes are gone. This is what was saved last.',
};

/**
 * @param {string | null} done
 * @param {{ url: string, isPublic: boolean, date: string }} post `url` of its public page; `date` in words
 * @returns {Said | null}
 */
export function say(done, { url, isPublic, date }) {
  const sentence = lookUp(sentences, done ?? '');
  if (!sentence) return null;
  const link = isPublic ? { url, title: 'Read it as readers do' } : null;
  return { text: sentence.replace('{date}', date), link };
}
