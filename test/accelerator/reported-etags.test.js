import assert from 'node:assert/strict';
import { ReportedEtags } from '../../lib/accelerator/writes/reported-etags.js';
import { createClock } from '../support/clock.js';
/** @import { Sharing } from '../../lib/accelerator/writes/reported-etags.js' */

const URL = '/articles?page=1';

/** @param {{ sharing?: Sharing, atMost?: number }} [options] */
function begin(options) {
  const clock = createClock();
  const reported = new ReportedEtags({ clock, ...options });
  let versions = 0;
  return {
    clock,
    reported,
    tell: (/** @type {string} */ etag, url = URL) =>
      reported.set(url, { etag, version: String(++versions) }),
  };
}

/** @param {string} etag @param {string} version @param {string[]} [more] headers */
const entryOf = (etag, version, more = []) => ({
  key: URL,
  version,
  groups: [],
  variants: [
    {
      status: 200,
      headers: ['ETag', etag, ...more],
      body: Buffer.from('x'),
      varied: {},
      requestedAt: 0,
      receivedAt: 0,
    },
  ],
});

describe('An entity tag that the origin reported', () => {
  it('makes the response with it current, and others that were requested earlier outdated', async () => {
    const { reported, tell, clock } = begin();
    const before = clock.now();
    assert.equal(reported.stateOf(URL, '"1"', before), 'unknown');
    tell('"1"');
    assert.equal(reported.stateOf(URL, '"1"', before), 'current');
    assert.equal(reported.stateOf(URL, '"0"', before), 'outdated');
    await clock.tick(1);
    assert.equal(reported.stateOf(URL, '"2"', clock.now()), 'unknown');
    tell('"2"');
    assert.equal(reported.stateOf(URL, '"1"', before), 'outdated');
    assert.equal(reported.stateOf('/else', '"2"', before), 'unknown');
  });

  it('is compared weakly, since a server in between may compress', () => {
    const { reported, tell } = begin();
    tell('"1"');
    assert.equal(reported.stateOf(URL, 'W/"1"', 0), 'current');
    assert.equal(reported.stateOf(URL, '', 0), 'outdated');
  });

  it('answers 304 before any response with it is stored', () => {
    const { reported, tell } = begin();
    tell('"2"');
    assert.equal(reported.etagOf(URL), '"2"');
    assert.equal(reported.etagOf(URL, entryOf('"1"', '0')), '"2"');
    assert.equal(reported.etagOf('/else'), undefined);
  });

  it('does not answer 304 once the origin itself gave another one', () => {
    const { reported, tell } = begin();
    tell('"2"');
    assert.equal(reported.etagOf(URL, entryOf('"3"', '2')), undefined);
    assert.equal(reported.etagOf(URL, entryOf('W/"2"', '2')), '"2"');
  });

  it('is asked for once at the origin after it was withdrawn', async () => {
    const { reported, tell, clock } = begin();
    tell('"1"');
    reported.delete(URL);
    assert.equal(reported.etagOf(URL), undefined);
    assert.equal(reported.stateOf(URL, '"1"', clock.now()), 'outdated');
    await clock.tick(1);
    assert.equal(reported.stateOf(URL, '"2"', clock.now()), 'current');
  });

  it('is not withdrawn from URLs that never had one', () => {
    const { reported, clock } = begin();
    reported.delete(URL);
    assert.equal(reported.size, 0);
    assert.equal(reported.stateOf(URL, '"1"', clock.now()), 'unknown');
  });

  it('is not used while reports may be lost, and then confirmed once by the origin', async () => {
    const { reported, tell, clock } = begin();
    tell('"1"');
    const before = clock.now();
    reported.trustUntil(before + 5);
    assert.equal(reported.stateOf(URL, '"1"', before), 'current');
    await clock.tick(6);
    assert.equal(reported.stateOf(URL, '"1"', before), 'outdated');
    assert.equal(reported.etagOf(URL), undefined);
    await clock.tick(1);
    assert.equal(reported.stateOf(URL, '"1"', clock.now()), 'outdated');
    reported.trustUntil(Infinity);
    assert.equal(reported.stateOf(URL, '"1"', before), 'outdated');
    await clock.tick(1);
    assert.equal(reported.stateOf(URL, '"1"', clock.now()), 'current');
    tell('"2"');
    assert.equal(reported.stateOf(URL, '"2"', before), 'current');
  });

  it('is not used once later reports may be missing, and every other URL is validated once', async () => {
    const { reported, tell, clock } = begin();
    tell('"1"');
    const before = clock.now();
    reported.doubt();
    for (const url of [URL, '/else'])
      assert.equal(reported.stateOf(url, '"1"', before), 'outdated');
    assert.equal(reported.etagOf(URL), undefined);
    await clock.tick(1);
    assert.equal(reported.stateOf(URL, '"1"', clock.now()), 'current');
    assert.equal(reported.stateOf('/else', '"1"', clock.now()), 'unknown');
    tell('"2"');
    assert.equal(reported.etagOf(URL), '"2"');
  });

  it('costs the same to store when very many were stored and dropped', () => {
    const { tell } = begin({ atMost: 50_000 });
    const times = Array.from({ length: 12 }, (_, batch) => {
      const before = process.cpuUsage();
      for (let i = 0; i < 10_000; i++) tell('"1"', `/${batch * 10_000 + i}`);
      return process.cpuUsage(before).user / 1000;
    });
    assert.ok(Math.min(...times.slice(-3)) < 5 * Math.max(...times.slice(1, 4)), times.join());
  });

  it('does not answer for a URL without an entry after a group was invalidated', async () => {
    const { reported, tell, clock } = begin();
    tell('"1"');
    reported.doubtGroups();
    assert.equal(reported.etagOf(URL), undefined);
    assert.equal(reported.etagOf(URL, entryOf('"1"', '0')), '"1"');
    await clock.tick(1);
    tell('"2"');
    assert.equal(reported.etagOf(URL), '"2"');
  });

  it('answers 304 alone, or nothing, as the settings say', () => {
    const only304 = begin({ sharing: '304' });
    only304.tell('"1"');
    assert.equal(only304.reported.stateOf(URL, '"1"', 0), 'unknown');
    assert.equal(only304.reported.stateOf(URL, '"0"', 0), 'outdated');
    assert.equal(only304.reported.etagOf(URL), '"1"');
    const off = begin({ sharing: 'off' });
    off.tell('"1"');
    assert.equal(off.reported.stateOf(URL, '"1"', 0), 'unknown');
    assert.equal(off.reported.stateOf(URL, '"0"', 0), 'outdated');
    assert.equal(off.reported.etagOf(URL), undefined);
  });

  it('is found by URL, prefix, and itself', () => {
    const { reported, tell } = begin();
    for (const url of ['/a', '/a/b', '/c']) tell('"1"', url);
    tell('W/"2"', '/a');
    assert.deepEqual([...reported.find({ urls: ['/a', '/x'] })], ['/a']);
    assert.deepEqual([...reported.find({ prefixes: ['/a', '/a/', '/d'] })].sort(), ['/a', '/a/b']);
    assert.equal(reported.find({ prefixes: [''] }).size, 3);
    assert.deepEqual([...reported.find({ etags: ['"1"'] })], ['/a/b', '/c']);
    assert.deepEqual([...reported.find({ etags: ['"2"', '"3"'] })], ['/a']);
  });

  it('may be dropped to save memory, and then responses that were requested earlier are validated', async () => {
    const { reported, tell, clock } = begin({ atMost: 2 });
    const before = clock.now();
    tell('"1"', '/a');
    for (const url of ['/b', '/c']) {
      await clock.tick(1);
      tell('"1"', url);
    }
    assert.equal(reported.size, 2);
    assert.deepEqual([...reported.find({ etags: ['"1"'] })], ['/b', '/c']);
    assert.equal(reported.stateOf('/a', '"0"', before), 'outdated');
    assert.equal(reported.stateOf('/a', '"0"', clock.now()), 'unknown');
  });
});

describe('An entity tag that was reported before a restart', () => {
  const clock = createClock();
  /** @type {string[] | undefined} */
  let saved;
  const file = {
    load: () => saved,
    save: (/** @type {Iterable<string>} */ urls) => void (saved = [...urls]),
  };
  const open = () => new ReportedEtags({ clock, file });

  it('has to be confirmed once, and so has every other response, even if the process was killed', async () => {
    const reported = open();
    assert.equal(saved, undefined);
    const before = clock.now();
    reported.set('/a', { etag: '"1"', version: '1' });
    // Killed:
    const killed = open();
    for (const url of ['/a', '/b']) assert.equal(killed.stateOf(url, '"1"', before), 'outdated');
    await clock.tick(1);
    assert.equal(killed.stateOf('/a', '"1"', clock.now()), 'unknown');
    // Stopped:
    reported.close();
    const stopped = open();
    assert.equal(stopped.etagOf('/a'), undefined);
    assert.equal(stopped.stateOf('/a', '"1"', clock.now()), 'outdated');
    await clock.tick(1);
    assert.equal(stopped.stateOf('/a', '"1"', clock.now()), 'current');
    assert.equal(stopped.stateOf('/b', '"1"', clock.now()), 'unknown');
  });
});

describe('A response that the origin has put into the cache', () => {
  it('is current until another entity tag is reported', () => {
    const { reported, tell } = begin();
    reported.put(entryOf('"1"', '0'));
    assert.equal(reported.stateOf(URL, '"1"', 0), 'current');
    assert.equal(reported.etagOf(URL, entryOf('"1"', '0')), '"1"');
    tell('"2"');
    assert.equal(reported.stateOf(URL, '"1"', 0), 'outdated');
  });

  it('with a lifetime is judged by that, whatever entity tag was reported before', () => {
    for (const field of ['Cache-Control', 'CDN-Cache-Control']) {
      const { reported, tell } = begin();
      tell('"0"');
      reported.put(entryOf('"1"', '2', [field, 'max-age=60']));
      assert.equal(reported.stateOf(URL, '"1"', 0), 'unknown');
      assert.equal(reported.etagOf(URL), undefined);
    }
  });
});
