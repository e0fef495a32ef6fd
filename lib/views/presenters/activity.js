import { sayBrowser } from '../../base/browsers.js';
import { sayTime } from '../../base/time-zones.js';
/** @import { Words } from '../../base/words.js' */
/** @import { BlogIndex } from '../../changes/index/blog-index.js' */
/** @import { Act, Session, Token } from '../../store/types.js' */

/**
 * @param {Act[]} acts
 * @param {object} blog
 * @param {BlogIndex} blog.index
 * @param {Words} blog.words
 * @param {{ sessions: { all: () => Promise<Session[]> }, tokens: { list: () => Promise<Token[]> } }} blog.accounts
 */
export async function presentActs(acts, { index, words, accounts }) {
  const isVia = (/** @type {string} */ how) => acts.some(({ via }) => via.startsWith(`${how} `));
  const sessions = isVia('session') ? await accounts.sessions.all() : [];
  const tokens = isVia('token') ? await accounts.tokens.list() : [];
  const nameOf = (/** @type {string} */ id) => index.users.get(id)?.name ?? id;
  return acts.map(({ at, by, via, what, of, about, count }) => {
    const [noun] = what.split('.');
    const isOfPerson = noun === 'person' || noun === 'session' || noun === 'token';
    const person = isOfPerson && of !== by ? nameOf(of) : '';
    return {
      at,
      time: sayTime(at, index.settings.timeZone, words.language),
      who: nameOf(by),
      what: words.say(keyOfAct(what)),
      about: [person, noun === 'person' ? '' : about].filter(Boolean).join(': '),
      count: count > 1 && { text: words.number(count) },
      how: sayHow(via),
    };
  });

  /** @param {string} via */
  function sayHow(via) {
    const [how, ...rest] = via.split(' ');
    const id = rest.join(' ');
    const startsSo = (/** @type {Session | Token} */ each) => each.id.startsWith(id);
    if (how === 'session') {
      const session = sessions.find(startsSo);
      return session ? sayBrowser(session.agent, words) : words.say('activity.bySession');
    }
    if (how === 'token') {
      const label = tokens.find(startsSo)?.label ?? id;
      return words.say('activity.byToken', { token: label || id });
    }
    if (how === 'command') return words.say('activity.byCommand', { command: id });
    return how ? words.say(how === 'link' ? 'activity.byLink' : 'activity.byJob') : '';
  }
}

/** @param {string} what was done @returns {string} the key of its words */
export const keyOfAct = (what) =>
  `activity.${what.replace(/\.(.)/, (_, first) => first.toUpperCase())}`;
