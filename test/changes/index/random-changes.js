import fc from 'fast-check';

export const START = Date.parse('2026-03-01T12:00:00Z');
const DAY = 86_400_000;
export const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'about', 'shop'];
export const slugs = ['one', 'two'];
/** What several have, as only a database tool can make it. */
export const shared = 'same-two';
/** @param {string} id @param {string} slug */
export const slugOf = (id, slug) =>
  slug === 'two' && ['a', 'b', 'about', 'shop'].includes(id) ? shared : `${id}-${slug}`;
export const tags = ['sweet', 'sour', 'salt'];
export const years = ['2023', '2024', '2025', '2026'];
export const typeOf = (/** @type {string} */ id) => (id.length > 1 ? 'page' : 'post');
const dates = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...years.slice(0, 3)),
      fc.constantFrom('01-01T00:30', '06-15T08:00', '12-31T23:30'),
    )
    .map(([year, rest]) => `${year}-${rest}:00.000Z`),
  fc.integer({ min: -32, max: 3 }).map((days) => new Date(START + days * DAY).toISOString()),
);

/** Of a post. */
const fields = {
  slug: fc.constantFrom(...slugs),
  title: fc.constantFrom('Jar', 'Lid'),
  tags: fc.shuffledSubarray(tags),
  author: fc.constantFrom('', 'ada'),
  coAuthors: fc.constantFrom(undefined, undefined, ['bo'], ['ada', 'bo']),
  status: fc.constantFrom('published', 'published', 'published', 'draft'),
  publishedAt: dates,
  updatedAt: fc.constantFrom('2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'),
  commentsClosed: fc.boolean(),
  words: fc.constantFrom(10, 900),
  teaserDigest: fc.constantFrom('s', 't'),
  textDigest: fc.constantFrom('x', 'y'),
  cover: fc.constantFrom(
    undefined,
    { src: '/jar.png', alt: '' },
    { src: '/jar.png', alt: 'A jar' },
    { src: '/lid.png', alt: '' },
  ),
  noindex: fc.constantFrom(undefined, undefined, true),
  description: fc.constantFrom(undefined, 'z'),
  canonicalUrl: fc.constantFrom(undefined, 'https://z.example/'),
};
const names = /** @type {(keyof typeof fields)[]} */ (Object.keys(fields));

/** Each change as its name and what it is given. @type {fc.Arbitrary<[string, any]>} */
export const change = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.tuple(fc.constant('post'), fc.record({ id: fc.constantFrom(...ids), ...fields })),
  },
  {
    weight: 8,
    arbitrary: fc.tuple(
      fc.constant('edit'),
      fc.record({ which: fc.nat(50), name: fc.constantFrom(...names), fields: fc.record(fields) }),
    ),
  },
  fc.tuple(fc.constant('gone'), fc.constantFrom(...ids)),
  fc.tuple(
    fc.constant('settings'),
    fc.record({
      title: fc.constantFrom('Larder', 'Cellar'),
      postsPerPage: fc.constantFrom(1, 2, 3),
      timeZone: fc.constantFrom('UTC', 'Asia/Tokyo', 'America/New_York'),
      comments: fc.constantFrom('shown', 'off'),
      logo: fc.constantFrom('', '/media/x-gone.png', '/media/x-jar.png'),
      icon: fc.constantFrom('', '/media/x-jar.png'),
      appearance: fc.constantFrom(
        {},
        { logoDark: '/media/x-gone.png' },
        { logoDark: '/media/x-jar.png' },
      ),
      commentsCloseAfterDays: fc.constantFrom(0, 30),
      tagDescriptions: fc.subarray([
        { tag: 'sweet', text: 'Jam.' },
        { tag: 'Sour', text: 'Lemons.' },
      ]),
    }),
  ),
  fc.tuple(fc.constant('later'), fc.constantFrom(1000, DAY / 2, 2 * DAY)),
  fc.tuple(
    fc.constant('comment'),
    fc.record({ id: fc.constantFrom('a:1', 'a:2', 'b:1'), isApproved: fc.boolean() }),
  ),
  fc.tuple(
    fc.constant('picture'),
    fc.record({
      id: fc.constantFrom('x-jar.png', 'x-jar.png.400w.webp', 'x-jar.png.800w.webp'),
      width: fc.constantFrom(400, 800, null),
    }),
  ),
  fc.tuple(
    fc.constant('user'),
    fc.record({
      id: fc.constantFrom('ada', 'bo'),
      name: fc.constantFrom('Ada', 'Countess', null),
      about: fc.constantFrom(undefined, 'Bakes.'),
      picture: fc.constantFrom(undefined, 'https://z.example/ada.png'),
    }),
  ),
);
