import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { isSlug, RESERVED_PAGE_SLUGS, slugify, YIELDING } from '../../lib/base/slug.js';
import { siteRoutes } from '../../lib/router/routes/site.js';

describe('The slug of a title', () => {
  const examples = {
    'Hello, World!': 'hello-world',
    'Node v12.19.0 (LTS)': 'node-v12-19-0-lts',
    'Crème brûlée & œufs': 'creme-brulee-oeufs',
    'Straße nach Łódź': 'strasse-nach-lodz',
    'Don’t stop': 'dont-stop',
    'ガラス 漢字': 'ガラス-漢字',
    'हिन्दी में': 'हिन्दी-में',
    'ක්\u200dරීඩා': 'ක්රීඩා',
    'می\u200cخواهم بروم': 'میخواهم-بروم',
    'Donau\u00addampf\u00adschiff\u200b': 'donaudampfschiff',
    'one\u2060\ufeff two\u200e': 'one-two',
    ﬁn: 'fin',
    '  --  ': '',
    '🍋': '',
    __proto__x: 'proto-x',
    'a/../b': 'a-b',
  };
  for (const [title, slug] of Object.entries(examples)) {
    it(`of “${title}” is “${slug}”`, () => equal(slugify(title), slug));
  }

  it('has at most 80 characters, and no hyphen at its end', () => {
    equal(slugify(`${'a'.repeat(79)} b`), 'a'.repeat(79));
    equal([...slugify('𠀀'.repeat(200))].length, 80);
  });

  it('of a slug is the slug itself, whatever the text was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const slug = slugify(text);
        equal(slugify(slug), slug);
        equal(isSlug(slug), slug !== '');
        equal(/[\s/?#%&.:]/.test(slug), false);
      }),
      { numRuns: 500 },
    );
  });

  it('is recognised as a valid slug', () => {
    equal(isSlug('hello-world'), true);
    for (const none of ['', 'Hello', 'a b', 'a--b', '-a', 'a/b', 'e\u0301', null, 7])
      equal(isSlug(none), false, String(none));
  });

  it('may not be the path of a route for a page, unless the route yields to it', () => {
    // A page of this name is at `/posts` until another page is the front page.
    const yields = new Set([...YIELDING.keys(), 'posts']);
    const ofRoutes = siteRoutes
      .map(({ path }) => path.slice(1))
      .filter((slug) => isSlug(slug) && !yields.has(slug));
    ok(ofRoutes.length > 5);
    for (const route of [...ofRoutes, 'admin', 'api', 'geo', 'metrics', 'search'])
      equal(RESERVED_PAGE_SLUGS.has(route), true, route);
    equal(RESERVED_PAGE_SLUGS.has('about'), false);
  });
});
