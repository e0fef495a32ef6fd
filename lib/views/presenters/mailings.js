import { sayTime } from '../../base/time-zones.js';
import { reachOf } from '../../mail/mailings.js';
import { editorPath } from './editor.js';
/** @import { Words } from '../../base/words.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Mailing } from '../../mail/records.js' */

/** @typedef {{ index: BlogIndex, words: Words }} Blog */

/** @type {Record<Mailing['state'], string>} */
const states = {
  waiting: 'mailings.waiting',
  sending: 'mailings.sending',
  paused: 'mailings.paused',
  done: 'mailings.done',
  cancelled: 'mailings.cancelled',
};

/** @param {string} id  of a mailing, or of a post @returns {string} */
export const mailingPath = (id) => `/admin/mailings/${encodeURIComponent(id)}`;

/** @param {Mailing} mailing @param {Blog} blog @returns {string} of its post, or what it is */
export function titleOf({ id, kind }, { index, words }) {
  if (kind === 'digest') return words.say('mailings.digest');
  return index.post(id)?.title ?? words.say('mailings.gone');
}

/** @param {Mailing} mailing @param {Blog} blog @returns {string} */
export const sayState = (mailing, { index, words }) =>
  words.say(states[isUnderWay(mailing, index) ? 'sending' : mailing.state]);

/** @param {Mailing} mailing @param {BlogIndex} index @returns {boolean} also when the next look sends it */
function isUnderWay({ id, kind, state }, index) {
  const post = index.post(id);
  const isPublic = kind === 'digest' || (post !== undefined && index.isPublic(post));
  return state === 'sending' || (state === 'waiting' && isPublic);
}

/** @param {Mailing} mailing @param {boolean} isOwner @param {Blog} blog */
export function presentMailing(mailing, isOwner, blog) {
  const { index, words } = blog;
  const { id, kind, state, problem } = mailing;
  const reach = reachOf(mailing);
  const { timeZone } = index.settings;
  const since = sayTime(mailing.createdAt, timeZone, words.language);
  const isBusy = isUnderWay(mailing, index);
  const post = kind === 'post' ? index.post(id) : null;
  return {
    path: mailingPath(id),
    title: titleOf(mailing, blog),
    url: post ? editorPath(post) : kind === 'digest' && mailingPath(id),
    since,
    state: sayState(mailing, blog),
    figures: words.say('mailings.figures', reach),
    bar: isBusy && { total: Math.max(reach.total, 1), done: reach.accepted + reach.bounced },
    isBusy,
    problem,
    mayPause: state === 'sending' || state === 'waiting',
    mayResume: state === 'paused' && isOwner,
    mayCancel: state !== 'done' && state !== 'cancelled',
  };
}
