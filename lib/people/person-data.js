import { authorsOf } from '../changes/index/public-lists.js';
/** @import { Content } from '../content/content.js' */
/** @import { Accounts } from './accounts.js' */

/** Acts of one person that are told. */
const ACTS_AT_MOST = 10_000;

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
  const { activity, sessions, tokens } = accounts;
  const by = await activity.list({ by: id, limit: ACTS_AT_MOST });
  const of = await activity.list({ of: id, limit: ACTS_AT_MOST });
  const acts = new Map([...by.acts, ...of.acts].map((act) => [act.id, act]));
  const { store, index } = content;
  const comments = [];
  for await (const { id: comment, author, markdown, createdAt } of store.all('comment'))
    if (author === id) comments.push({ id: comment, markdown, createdAt });
  const files = [];
  for await (const { id: file, by: uploader, createdAt } of store.all('media'))
    if (uploader === id) files.push({ id: file, createdAt });
  return {
    account: { ...known, hasPassword: password !== undefined, hasTwoFactor: Boolean(secondFactor) },
    passkeys: passkeys.map(({ name, site, createdAt, usedAt }) => ({
      name,
      site,
      createdAt,
      usedAt,
    })),
    sessions: (await sessions.of(id)).map(({ agent, createdAt, seenAt }) => ({
      agent,
      createdAt,
      seenAt,
    })),
    tokens: (await tokens.list(id)).map(({ label, scopes, createdAt, usedAt }) => ({
      label,
      scopes,
      createdAt,
      usedAt,
    })),
    posts: [...index.posts()]
      .filter((post) => authorsOf(post).includes(id))
      .map(({ id: post, type, title, slug }) => ({ id: post, type, title, slug })),
    comments,
    files,
    acts: [...acts.values()].map(({ revision: ____, ...act }) => act),
  };
}
