import { LarderError } from '../../../base/errors.js';
/** @import { Store } from '../../../store/types.js' */

/** How many posts a refusal names. */
const named = 5;

/**
 * A copy may go on, or be brought up to date; a blog with a life of its own stays as it is. So every post
 * of the target must be one of the source's, and not edited later than there.
 *
 * @param {Store} from
 * @param {Store} to
 * @throws {LarderError} `invalid`
 */
export async function refuseOtherBlog(from, to) {
  const source = new Map((await from.summaries()).posts.map((post) => [post.id, post]));
  const { posts } = await to.summaries();
  const own = posts.filter(({ id }) => !source.has(id));
  const newer = posts.filter(
    ({ id, updatedAt }) => updatedAt > (source.get(id)?.updatedAt ?? updatedAt),
  );
  if (own.length === 0 && newer.length === 0) return;
  const sentences = [
    'The target has changes of its own. Nothing was copied.',
    own.length > 0 ? `Posts only in the target: ${list(own)}.` : '',
    newer.length > 0 ? `Posts edited later in the target: ${list(newer)}.` : '',
    'Copy into an empty store, copy in the other direction, or delete those posts first.',
  ];
  throw new LarderError('invalid', sentences.filter(Boolean).join(' '));
}

/** @param {{ slug: string }[]} posts */
function list(posts) {
  const slugs = posts.slice(0, named).map(({ slug }) => slug);
  const rest = posts.length - slugs.length;
  return rest > 0 ? `${slugs.join(', ')} and ${rest} more` : slugs.join(', ');
}
