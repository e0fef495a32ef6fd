import fc from 'fast-check';
import { typedStores } from '../../lib/changes/typed-stores.js';
import { mediaUrl } from '../../lib/content/media/urls.js';
import { all } from './acting.js';
import { pictures, uploadedTheme } from './addresses.js';
import { title, which } from './words.js';
/** @import { Step } from './steps.js' */

const paths = pictures.map(({ id }) => mediaUrl(id));

/** What those who run the blog do to it. @type {Record<string, Step>} */
export const houseSteps = {
  settings: {
    weight: 4,
    input: fc.oneof(
      fc.record({ title }),
      fc.record({ tagline: title }),
      {
        weight: 3,
        arbitrary: fc.record({ language: fc.constantFrom('en', 'de', 'de-CH', 'ar', 'eo') }),
      },
      fc.record({ postsPerPage: fc.constantFrom(1, 2, 3) }),
      {
        weight: 2,
        arbitrary: fc.record({
          timeZone: fc.constantFrom('UTC', 'Asia/Tokyo', 'America/New_York'),
        }),
      },
      fc.record({ comments: fc.constantFrom('held', 'shown', 'shown', 'off') }),
      fc.record({ commentsCloseAfterDays: fc.constantFrom(0, 1, 30, 30) }),
      fc.record({
        subscribeByEmail: fc.boolean(),
        subscribeTags: fc.constantFrom('', 'Jam', 'Jam\nBread'),
      }),
      {
        // Half of these change nothing, and few pages of some kinds are kept at any time.
        weight: 4,
        arbitrary: fc.record({
          navigation: fc.subarray([
            { title: 'About', url: '/about' },
            { title: 'Imprint', url: '/imprint', footer: true },
            { title: '', url: '/tags' },
          ]),
        }),
      },
    ),
    tell: (changed) => `set ${JSON.stringify(changed)}`,
    act: (world, changed) => world.content.saveSettings(changed),
  },
  words: {
    weight: 3,
    // On every page, on some of a kind, on those with comments, in feeds, and nowhere.
    input: fc.subarray(
      [
        'skip',
        'subscribe',
        'subscribeByMail',
        'emailAddress',
        'readNext',
        'comments.one',
        'minutes.other',
        'feed',
        'pressCopy',
        'watchOn',
        'older',
      ],
      { maxLength: 3 },
    ),
    tell: (changed) => `say otherwise ${changed}`,
    act: (world, changed) =>
      world.content.saveSettings({
        words: Object.fromEntries(
          changed.map((/** @type {string} */ key) => [
            key,
            key.includes('.') ? '{count} of them' : 'Well',
          ]),
        ),
      }),
  },
  appearance: {
    weight: 6,
    input: fc.oneof(
      fc.record({
        accent: fc.constantFrom('', '#7c2d12'),
        css: fc.constantFrom('', 'a { top: 0 }'),
      }),
      fc.record({ scheme: fc.constantFrom('device', 'dark'), schemeSwitch: fc.boolean() }),
      fc.record({ fonts: fc.constantFrom('theme', 'inter'), headerTagline: fc.boolean() }),
      fc.record({ logoDark: fc.constantFrom('', '/media/gone.png', ...paths) }),
      fc.record({
        front: fc.constantFrom('list', 'grid'),
        header: fc.constantFrom('left', 'centred'),
      }),
      fc.record({ frontCovers: fc.boolean(), frontTeasers: fc.boolean() }),
      fc.record({ pinnedPosts: fc.array(which, { maxLength: 2 }) }),
      { weight: 2, arbitrary: fc.record({ firstPage: fc.option(which) }) },
      fc.record({ footer: fc.constantFrom('', 'Kept cool.') }),
      fc.record({ links: fc.subarray([{ title: 'Me', url: 'https://example.org/@me' }]) }),
      fc.record({ postDate: fc.boolean(), postMinutes: fc.boolean(), postAuthor: fc.boolean() }),
      fc.record({ postCover: fc.boolean(), postContents: fc.boolean() }),
      fc.record({ postRelated: fc.boolean(), postShare: fc.boolean() }),
      fc.record({ verification: fc.subarray([{ name: 'proof', content: 'x' }]) }),
      // The last two are the journal's own: one on each page, one on the front page.
      fc.record({
        switches: fc.constantFrom({}, { loud: true }, { middle: true }, { airy: true }),
      }),
    ),
    tell: (changed) => `make it look ${JSON.stringify(changed)}`,
    act(world, { pinnedPosts, firstPage, ...changed }) {
      const [posts, pages] = [all(world, 'post'), all(world, 'page')];
      const of = (/** @type {{ id: string }[]} */ some, /** @type {number} */ at) =>
        some[at % Math.max(1, some.length)]?.id ?? '';
      const pinned = pinnedPosts?.map((/** @type {number} */ at) => of(posts, at)).filter(Boolean);
      const frontPage = firstPage === null ? '' : firstPage !== undefined && of(pages, firstPage);
      const appearance = {
        ...world.index.settings.appearance,
        ...changed,
        ...(pinned && { pinned }),
        ...(frontPage !== false && { frontPage }),
      };
      return world.content.saveSettings({ appearance });
    },
  },
  theme: {
    input: fc.record({
      theme: fc.constantFrom('journal', 'magazine', 'notebook', mediaUrl(uploadedTheme.id)),
    }),
    tell: ({ theme }) => `choose the theme ${theme}`,
    // As on its page, which offers no theme that is not there.
    async act(world, changed) {
      if (changed.theme.startsWith('/media/')) await world.content.saveMedia(uploadedTheme);
      await world.content.saveSettings(changed);
    },
  },
  clearByHand: {
    check: ({ life }) => life.isUp,
    input: fc.constantFrom(undefined, .../** @type {any[]} */ (Object.keys(typedStores))),
    tell: (store) => `clear ${store ?? 'the whole cache'} by hand`,
    act: async (world, store) => world.life.blog.cache.clearAll('byHand', store),
  },
};
