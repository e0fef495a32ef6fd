import assert from 'node:assert/strict';
import { Pictures, summarisePicture } from '../../../lib/changes/index/pictures.js';
import { summarise } from '../../../lib/changes/index/summary.js';
import { postOf } from '../small-blog.js';

const of = (/** @type {string} */ id, /** @type {number} */ width) => ({
  id,
  width,
  height: 9,
  revision: '1',
});
const jar = 'x-jar.png';
const [small, large] = [`${jar}.400w.webp`, `${jar}.800w.webp`];

describe('A picture of the index', () => {
  it('has its smaller sizes, the smallest first, in whatever order they came', () => {
    const sizes = [
      { id: small, width: 400 },
      { id: large, width: 800 },
    ];
    const all = [of(large, 800), of(jar, 1600), of(small, 400)];
    const pictures = new Pictures(all);
    assert.deepEqual(pictures.get(jar), { id: jar, width: 1600, height: 9, sizes });
    assert.deepEqual(pictures.all(), all);
    assert.equal(pictures.get('x-lid.png'), null);
    const twins = new Pictures([
      of(jar, 900),
      of(`${jar}.400w.webp`, 400),
      of(`${jar}.400w.jpg`, 400),
    ]);
    assert.deepEqual(
      twins.get(jar)?.sizes.map(({ id }) => id),
      [`${jar}.400w.jpg`, `${jar}.400w.webp`],
    );
  });

  it('is shown otherwise when it or one of its sizes comes, changes or goes', () => {
    const pictures = new Pictures();
    const steps = /** @type {const} */ ([
      [jar, of(jar, 1600), [jar], true],
      [jar, of(jar, 1600), [], false],
      [small, of(small, 400), [small, jar], true],
      [small, of(small, 300), [small, jar], false],
      [small, null, [small, jar], true],
      [small, null, [], false],
      [large, of(large, 800), [large, jar], true],
      [jar, null, [jar], true],
      ['x-lid.png', null, [], false],
    ]);
    for (const [id, picture, shown, cameOrWent] of steps) {
      const effect = pictures.set(id, picture);
      assert.deepEqual([...new Set(effect.shown)], shown, id);
      assert.equal(effect.cameOrWent, cameOrWent, id);
    }
    assert.equal(pictures.get(jar), null);
    assert.deepEqual(pictures.get(large)?.sizes, []);
  });

  it('is shown as before when its file for mails comes or goes', () => {
    const photo = 'x-jar.webp';
    const file = `${photo}.1200w.jpg`;
    const pictures = new Pictures([of(photo, 2000)]);
    assert.deepEqual(pictures.withMailSize(photo)?.sizes, []);
    for (const picture of [of(file, 1200), null]) {
      assert.deepEqual(new Set(pictures.set(file, picture).shown), new Set([file]));
      assert.deepEqual(pictures.get(photo)?.sizes, []);
      const sizes = picture ? [{ id: file, width: 1200 }] : [];
      assert.deepEqual(pictures.withMailSize(photo)?.sizes, sizes);
    }
    const small = new Pictures([of(photo, 700), of(`${photo}.700w.jpg`, 700)]);
    assert.equal(small.withMailSize(photo)?.sizes[0].width, 700);
    assert.deepEqual(small.get(photo)?.sizes, []);
    assert.deepEqual(new Pictures([of('x-loop.gif', 700)]).withMailSize('x-loop.gif')?.sizes, []);
  });

  it('is a picture by its type', () => {
    const file = { id: jar, type: 'image/png', width: 1, height: 2 };
    assert.deepEqual(summarisePicture(file), { id: jar, width: 1, height: 2, revision: '' });
    assert.equal(summarisePicture({ ...file, revision: '7' })?.revision, '7');
    assert.equal(summarisePicture({ ...file, type: 'text/plain' }), null);
  });
});

describe('The summary of a post', () => {
  const always = [
    ...['id', 'type', 'slug', 'title', 'tags', 'author', 'status', 'publishedAt', 'updatedAt'],
    ...['commentsClosed', 'words', 'teaserDigest', 'textDigest', 'revision'],
  ];

  it('has what lists and rules ask for, and of the rest only what there is', () => {
    const rest = {
      coAuthors: ['bo'],
      cover: { src: '/jar.png', alt: '' },
      description: 'Jars',
      canonicalUrl: 'https://z.example/',
      noindex: true,
    };
    const post = postOf({ id: 'a', rendered: '1:0123456789abcdefABCD' });
    const summary = summarise(post);
    assert.deepEqual(Object.keys(summary).sort(), always.toSorted());
    assert.deepEqual(
      Object.keys(summarise({ ...post, ...rest })).sort(),
      [...always, ...Object.keys(rest)].sort(),
    );
    for (const name of always.filter((each) => !each.endsWith('Digest')))
      assert.equal(Reflect.get(summary, name), post[name], name);
    assert.equal(summary.textDigest, '456789abcdefABCD');
    assert.equal(summarise({ ...post, revision: undefined }).revision, '');
    assert.notEqual(summarise({ ...post, teaser: 'Other' }).teaserDigest, summary.teaserDigest);
    assert.equal(summarise({ ...post, html: 'Other' }).teaserDigest, summary.teaserDigest);
  });
});
