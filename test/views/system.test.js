import assert from 'node:assert/strict';
import { adminWords } from '../../lib/base/words.js';
import { presentSystem } from '../../lib/views/presenters/system.js';

const NOW = Date.parse('2026-11-28T12:00:00Z');
const GB = 1024 ** 3;
const store = { entries: 10, bytes: 1000, hits: 90, misses: 10, evictions: 0 };

const works = { madeAnewAt: null, failed: false };

/** Of a blog that is doing well. */
const figures = {
  cache: { stores: { floating: store }, checked: 7, wrong: 0 },
  store: { kind: 'sqlite', reachable: true, feedLagMs: 3 },
  backup: { at: '2026-11-28T03:00:00Z', bytes: 2 * GB, failed: false },
  certificate: { until: '2027-01-30T00:00:00Z', failed: false },
  mail: { failed: false },
  derived: { search: works, pages: works, sums: works },
  memoryBytes: 80 * 1024 ** 2,
  slowest: [{ path: '/archive', milliseconds: 12.4 }],
};
const machine = {
  version: '1.0.0',
  node: '20.0.0',
  isPublic: true,
  isSecure: true,
  hasMail: true,
  memory: { free: GB, total: 2 * GB },
  disk: { free: 10 * GB, total: 20 * GB },
  conflicts: [],
};

/** @param {object} [others] @param {object} [otherMachine] */
function rows(others = {}, otherMachine = {}) {
  const all = /** @type {any} */ ({ ...figures, ...others });
  const words = adminWords.in('en');
  return presentSystem(all, { ...machine, ...otherMachine }, words, NOW);
}

describe('The state of the system', () => {
  it('asks for nothing while all is well', () => {
    const all = rows();
    assert.deepEqual(
      all.map(({ name, value }) => `${name}: ${value}`),
      [
        'Version: Larder 1.0.0, Node.js 20.0.0',
        'Certificate: until 2027-01-30',
        'Backup: 2026-11-28, 2 GB',
        'Disk: 10 GB of 20 GB free',
        'Memory: 80 MB in use',
        'Hit rate: 90 % of 100 requests',
        'Slowest pages today: /archive 12 ms',
        'E-mail: on',
        'Change feed delay: 3 ms',
        'Cache checks: 7 pages compared, 0 wrong',
        'Search, saved pages, sums: working',
      ],
    );
    assert.ok(all.every(({ state, advice }) => state === 'good' && advice === ''));
  });

  it('says what was made anew, and when', () => {
    const search = { madeAnewAt: NOW, failed: false };
    const { value, state } = rows({ derived: { ...figures.derived, search } }).at(-1) ?? {};
    assert.deepEqual([value, state], ['search: made anew on 2026-11-28', 'good']);
  });

  const late = { ...store, hits: 10, misses: 90, evictions: 500 };
  for (const [
    what,
    others,
    otherMachine,
    name,
    advice,
  ] of /** @type {[string, object, object, string, RegExp][]} */ ([
    [
      'a certificate that is not renewed',
      { certificate: { ...figures.certificate, failed: true } },
      {},
      'Certificate',
      /See the log/,
    ],
    [
      'no certificate yet',
      { certificate: { until: null, failed: false } },
      {},
      'Certificate',
      /See the log/,
    ],
    [
      'a public blog without HTTPS',
      { certificate: undefined },
      { isSecure: false },
      'Certificate',
      /Set DOMAIN/,
    ],
    ['backups that are off', { backup: undefined }, {}, 'Backup', /BACKUP=off/],
    [
      'a backup that failed',
      { backup: { ...figures.backup, failed: true } },
      {},
      'Backup',
      /See the log/,
    ],
    [
      'a backup of last week',
      { backup: { ...figures.backup, at: '2026-11-20T03:00:00Z' } },
      {},
      'Backup',
      /See the log/,
    ],
    ['a disk that fills', {}, { disk: { free: GB, total: 20 * GB } }, 'Disk', /BACKUP_DIR/],
    ['little memory', {}, { memory: { free: 1, total: GB } }, 'Memory', /CACHE_MAX_BYTES/],
    [
      'a cache that is too small',
      { cache: { ...figures.cache, stores: { floating: late } } },
      {},
      'Hit rate',
      /Raise CACHE_MAX_BYTES/,
    ],
    [
      'a slow page',
      { slowest: [{ path: '/', milliseconds: 1500 }] },
      {},
      'Slowest pages today',
      /Shorten/,
    ],
    ['mails that cannot be sent', { mail: { failed: true } }, {}, 'E-mail', /SMTP_URL/],
    [
      'a store that is away',
      { store: { ...figures.store, reachable: false } },
      {},
      'Change feed delay',
      /database runs/,
    ],
    [
      'a feed that is late',
      { store: { ...figures.store, feedLagMs: 9000 } },
      {},
      'Change feed delay',
      /database runs/,
    ],
    [
      'sums that fail',
      { derived: { ...figures.derived, sums: { madeAnewAt: null, failed: true } } },
      {},
      'Search, saved pages, sums',
      /See the log/,
    ],
    [
      'a post with two texts',
      {},
      { conflicts: ['post “Rye bread” (p1)'] },
      'Texts in conflict',
      /doctor --settle/,
    ],
    [
      'a page that was wrong',
      { cache: { ...figures.cache, wrong: 1 } },
      {},
      'Cache checks',
      /report this as a bug/,
    ],
  ]))
    it(`says what to do about ${what}, and about nothing else`, () => {
      const bad = rows(others, otherMachine).filter(({ state }) => state !== 'good');
      assert.deepEqual(
        bad.map((row) => row.name),
        [name],
      );
      assert.match(bad[0].advice, advice);
    });
});
