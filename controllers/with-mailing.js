import { maySendMail } from '../lib/people/rights.js';
import { isError, LarderError } from '../lib/base/errors.js';
/** @import { Ordered } from '../lib/content/writing/posts.js' */
/** @import { Author } from '../lib/people/rights.js' */
/** @import { AuthorBlog } from './types.js' */

/**
 * Saves a post, and orders with it that it is sent to the subscribers: both, or none.
 * @template T
 * @param {{ id: string, title?: string, type?: 'post' | 'page' }} post  as it will be
 * @param {Author} author
 * @param {Pick<AuthorBlog, 'mail' | 'content'>} blog
 * @param {(ordered: Ordered) => Promise<T>} save
 * @returns {Promise<T>}
 * @throws {LarderError} `forbidden`; `invalid` where nothing can be sent, `conflict` when it was; as `save` does
 */
export async function withMailing({ id, title = '', type }, author, { mail, content }, save) {
  if (!maySendMail(author))
    throw new LarderError('forbidden', 'Only editors and owners can send posts by e-mail');
  if (type === 'page') throw wrong('A page is not sent by e-mail');
  if (!mail) throw wrong('This server sends no mail: SMTP_URL and MAIL_FROM are not set');
  const mailings = mail.mailings.as(content.note);
  const ordered = await mailings.order({ id, title }, author.id);
  try {
    const saved = await save(ordered);
    mail.start();
    return saved;
  } catch (error) {
    // Of a write that the store did not answer, nobody knows whether it was made.
    if (!isError(error, 'unavailable')) await mailings.withdraw(ordered).catch(() => {});
    throw error;
  }
}

/** @param {string} sentence */
const wrong = (sentence) => new LarderError('invalid', sentence, { field: 'sendByEmail' });
