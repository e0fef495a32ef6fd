import { mayCreate, mayEdit } from '../../../lib/people/rights.js';
import { LarderError } from '../../../lib/base/errors.js';
import { fieldsOfForm, TICKED } from '../../../lib/content/post-form.js';
import { readAction } from './save.js';
/** @import { Author } from '../../../lib/people/rights.js' */
/** @import { Fields } from '../../../lib/content/post-form.js' */
/** @import { Post } from '../../../lib/store/types.js' */
/** @import { AuthorBlog, SignedInRequest } from '../../types.js' */
/** @import { EditorAction } from './save.js' */

/**
 * @typedef {object} Submission  A form that was sent.
 * @property {'post' | 'page'} type
 * @property {string} id
 * @property {string | null} revision that the author saw; null for a new post
 * @property {string | null} seen  the post's revision when the form was shown; differs from `revision` if the form
 * contained unpublished changes that are based on an earlier one
 * @property {Post | null} before
 * @property {Fields} fields
 * @property {Author} author
 * @property {EditorAction} action
 * @property {string} base  the revision on which the text is based
 * @property {boolean} sendByEmail  a command: it is kept nowhere
 * @property {boolean} wantsJson
 */

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Reads the form, and checks that the author may edit the post.
 * @param {'post' | 'page'} type
 * @param {SignedInRequest} request
 * @param {AuthorBlog} blog
 * @returns {Promise<Submission>}
 * @throws {LarderError} `forbidden`
 */
export async function readSubmission(type, { form, author, headers }, { store, content }) {
  const given = form.get('id') ?? '';
  const present = given ? await store.get('post', given) : null;
  const before = present?.type === type ? present : null;
  const id = before || UUID.test(given) ? given : content.newId();
  const isAllowed = before ? mayEdit(author, before) : mayCreate(author, type) && !present;
  if (!isAllowed)
    throw new LarderError('forbidden', `This ${type} belongs to someone else.`, {
      word: ['common.belongsToSomeoneElse'],
    });
  const revision = form.get('revision') || null;
  const wantsJson = (headers.accept ?? '').startsWith('application/json');
  const base = form.get('base') || revision || '';
  return {
    type,
    id,
    revision,
    seen: form.get('seen') || null,
    before,
    fields: fieldsOfForm(form),
    author,
    action: readAction(form.get('action')),
    base,
    sendByEmail: form.get('sendByEmail') === TICKED,
    wantsJson,
  };
}
