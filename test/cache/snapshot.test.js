import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { discardSnapshot, takeSnapshot, writeSnapshot } from '../../lib/cache/snapshot.js';
import { makeFolder } from '../support/blog.js';

describe('A snapshot of the cache', () => {
  /** @type {string} */
  let folder;
  /** @type {() => void} */
  let remove;
  beforeEach(() => ({ folder, remove } = makeFolder()));
  afterEach(() => remove());

  /** @param {string} key @param {string} etag @param {Record<string, string>} bodies */
  const slot = (key, etag, bodies) => {
    /** @type {any} */
    const encodings = { identity: undefined, gzip: undefined, br: undefined };
    for (const [name, body] of Object.entries(bodies))
      encodings[name] = { body: Buffer.from(body), headers: { Vary: name }, effort: 4 };
    const entry = /** @type {any} */ ({ key, etag: `W/"${etag}"`, dependsOn: ['all'], encodings });
    return { entry, hits: 3, popularity: 0.5 };
  };
  const home = slot('/', 'aaa', { identity: 'home', br: 'h' });
  const tags = slot('/tags', 'bbb', { gzip: 'tags' });
  const write = (/** @type {any[]} */ ...slots) =>
    writeSnapshot(folder, { identity: 'me', index: { place: '7' }, slots });
  const bodies = () => readdirSync(join(folder, 'bodies')).sort();

  it('gives back all that was written, in its order, and once', () => {
    write(home, tags);
    assert.deepEqual(takeSnapshot(folder, 'me'), {
      identity: 'me',
      index: { place: '7' },
      slots: [home, tags],
    });
    assert.equal(takeSnapshot(folder, 'me'), null);
  });

  it('is for its owner alone, and names each body by its page and encoding', () => {
    write(home, tags);
    assert.deepEqual(bodies(), ['aaa.br', 'aaa.identity', 'bbb.gzip']);
    assert.equal(statSync(join(folder, 'bodies')).mode & 0o777, 0o700);
    assert.equal(statSync(join(folder, 'manifest.json')).mode & 0o777, 0o600);
  });

  it('shares the body of pages that are the same, and drops those of former pages', () => {
    write(home, tags);
    write(home, { ...slot('/page/1', 'aaa', { br: 'h' }) });
    assert.deepEqual(bodies(), ['aaa.br', 'aaa.identity']);
    assert.equal(takeSnapshot(folder, 'me')?.slots.length, 2);
  });

  it('of another identity is of no use, unless others may take it too', () => {
    write(home);
    assert.equal(takeSnapshot(folder, 'you', { keep: true })?.identity, 'me');
    assert.equal(takeSnapshot(folder, 'you', { keep: true })?.slots.length, 1);
    assert.equal(takeSnapshot(folder, 'you'), null);
    assert.equal(existsSync(join(folder, 'manifest.json')), false);
    discardSnapshot(folder);
  });

  it('goes on without a page whose body is damaged', () => {
    write(home, tags);
    appendFileSync(join(folder, 'bodies', 'aaa.br'), ' ');
    assert.deepEqual(
      takeSnapshot(folder, 'me')?.slots.map(({ entry }) => entry.key),
      ['/tags'],
    );
  });

  it('is none when its manifest is damaged, though it can be read', () => {
    write(home);
    const manifest = join(folder, 'manifest.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('place', 'plaice'));
    assert.equal(takeSnapshot(folder, 'me', { keep: true }), null);
    assert.equal(takeSnapshot(folder, 'me'), null);
    assert.equal(existsSync(manifest), false);
  });
});
