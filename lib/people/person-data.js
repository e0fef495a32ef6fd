import { recordOf } from '../base/record-of.js';
import { authorsOf } from '../changes/index/public-lists.js';
/** @import { Content } from '../content/content.js' */
/** @import { Accounts } from './accounts.js' */

/**
 * All that the blog holds of a person, but for what gives access. Texts are named by their titles: the export of the
 * blog has them whole.
 * @param {string} id  of a user
 * @param {{ accounts: Accounts, content: Content }} blog
 * @returns {Promise<object | null>} null: there is no such user
 */
export async function personData(id, { accounts, content }) {
  const user = await accounts.user(id);
  if (!user) return null;
  const { password, secondFactor, passkeys = [], ...account } = user;
  const { usedChallenges: _, recoveryCodes: __, revision: ___, ...known } = account;
  const { sessions, tokens } = accounts;
  const { store, index } = content;
  const acts = [];
  for await (const { revision: ____, ...act } of store.all('act'))
    if (act.by === id || act.of === id) acts.push(act);
  const comments = [];
  for await (const comment of store.all('comment'))
    if (comment.author === id) comments.push(only('id', 'markdown', 'createdAt')(comment));
  const files = [];
  for await (const file of store.all('media'))
    if (file.by === id) files.push(only('id', 'createdAt')(file));
  return {
    account: { ...known, hasPassword: password !== undefined, hasTwoFactor: Boolean(secondFactor) },
    passkeys: passkeys.map(only('name', 'site', 'createdAt', 'usedAt')),
    sessions: (await sessions.of(id)).map(only('agent', 'createdAt', 'seenAt')),
    tokens: (await tokens.list(id)).map(only('label', 'scopes', 'createdAt', 'usedAt')),
    posts: [...index.posts()]
      .filter((post) => authorsOf(post).includes(id))
      .map(only('id', 'type', 'title', 'slug')),
    comments,
    files,
    acts,
  };
}

/**
 * @template {string} K
 * @param {...K} names
 * @returns {(record: Record<K, unknown>) => object} what has these fields alone
 */
const only =
  (...names) =>
  (record) =>
    recordOf(names, (name) => record[name]);
