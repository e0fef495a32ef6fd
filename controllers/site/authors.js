import { authorPath } from '../../lib/base/paths.js';
import { textNames } from '../../lib/store/text-fields.js';
import { recordOf } from '../../lib/base/record-of.js';
import { cut } from '../../lib/base/unicode.js';
import { presentPortrait } from '../../lib/views/presenters/pictures.js';
import { presentCard } from '../../lib/views/presenters/posts.js';
import { paragraphsOf } from '../../lib/views/presenters/plain-text.js';
import { listPage, pagedList } from './lists.js';
/** @import { Profile } from '../../lib/store/text-fields.js' */
/** @import { Action } from '../types.js' */

const onPage = textNames('user', ({ isOnPage }) => isOnPage);

/** What the template gets by its name. @param {Profile} profile */
const shownOf = (profile) => recordOf(onPage, (name) => profile[name] ?? null);

/** `/author/:id`, who has public posts, and `/author/:id/page/:n`. @type {Action} */
export async function show({ params: { id, n }, reader }, { index, baseUrl }) {
  const path = authorPath(id);
  const list = listPage({ path, n, index }, pagedList(index, `author:${id}`));
  if (!list || 'redirect' in list) return list;
  const profile = index.profile(id);
  if (!profile) return null;
  const { number, text, pager } = list;
  const { name, about = '' } = profile;
  const { src: picture = null, candidates = '' } = presentPortrait(profile.picture, index) ?? {};
  const feedUrl = `${baseUrl}${path}/atomfeed`;
  const cards = await reader.cards(list.posts);
  return {
    view: 'author',
    model: {
      name,
      text,
      feedUrl,
      pager,
      // Only the first page introduces them.
      intro:
        number === 0
          ? { ...shownOf(profile), picture, candidates, paragraphs: paragraphsOf(about) }
          : null,
      posts: cards.map((post, place) => presentCard(post, index, place)),
    },
    page: {
      title: number === 0 ? name : index.words.say('paged', { title: name, page: String(number) }),
      description: cut(about, 200) || index.words.say('authorPosts', { name }),
      image: picture && baseUrl + picture,
      feed: { title: `${index.settings.title}: ${name}`, url: feedUrl },
    },
  };
}
