import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import request from 'supertest';
import manifest from '../../package.json' with { type: 'json' };
import { Database } from '../../lib/base/sqlite.js';
import { exportBlog } from '../../lib/exchange/export/export-blog.js';
import { exportFolder } from '../../lib/exchange/export/folder.js';
import { readConfig } from '../../lib/start/config.js';
import { openStore } from '../../lib/store/open.js';
import { importInto, workshop } from '../exchange/import/workshop.js';
import { eachTest, makeFolder } from '../support/blog.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
import { collect, watchVariables } from './collect.js';
import { larder } from './commands.js';
import { readLines, readZipped } from './fixtures.js';
import { liveSmall } from './life.js';
import { assertAllIsThere, recordsOf } from './records.js';

/** Of each part what a change that breaks it has to do instead. @type {Record<string, string>} */
const INSTEAD = {
  commands: 'Keep the command and its option, and let it do what it did.',
  settings: 'Keep reading the setting, with the same default, until 2.0.0.',
  'settings of the accelerator': 'Keep reading the setting, with the same default, until 2.0.0.',
  addresses: 'Keep the address, and let it answer as it did, or redirect.',
  api: 'Add a field or a parameter beside it, and keep this one: what is asked for may not become more, and what is answered not less.',
  'fields of the api': 'Go on answering the field, beside the one that takes its place.',
  feeds: 'Go on sending the element: readers of feeds look for it.',
  status: 'Go on telling the figure under this name: somebody watches it.',
  metrics: 'Go on counting it under this name, kind and label: somebody has a dashboard.',
  templates: 'Keep a template of this name: themes include it, or replace it.',
  variables: 'Go on giving it to the template: themes show it.',
  words: 'Keep the key: themes show it, or have words of their own for it.',
  styles: 'Go on reading the property: themes set it.',
  export: 'Go on writing it: programs and other engines read it.',
};

/** A value for each setting, as 1.0.0 took it. @type {Record<string, string>} */
const WHOLE = {
  ACCESS_LOG: 'combined',
  ACCESS_LOG_FILE: 'access.log',
  ACME_EAB: 'kid:a2V5',
  ACME_EMAIL: 'ann@example.org',
  ACME_URL: 'https://acme.example/directory',
  API_TOKEN: 'a-token',
  BACKUP: 'off',
  BACKUP_COMMAND: 'restic backup',
  BACKUP_DIR: 'backups',
  BASE_URL: 'https://blog.example.org',
  BOUNCE_ADDRESS: 'bounces@example.org',
  BOUNCE_IMAP_URL: 'imaps://ann:secret@mail.example/INBOX',
  CACHE_CHECK: 'off',
  CACHE_DIR: 'cache',
  CACHE_MAX_BYTES: '32MiB',
  CDN: 'varnish:http://127.0.0.1:6081,cloudflare:abc123',
  CDN_MAX_AGE: '12h',
  CDN_TOKEN: 'one,two',
  CERTIFICATE_DIR: 'certificates',
  DOMAIN: 'blog.example.org,www.blog.example.org',
  FAST_PATH: 'off',
  GEO_DB: 'places.mmdb',
  GEO_ENDPOINT: 'on',
  GEO_ORIGINS: 'https://shop.example.org',
  HOST: '0.0.0.0',
  HTTP_PORT: '8080',
  LOG_LEVEL: 'warn',
  MAIL_FROM: 'blog@example.org',
  MAIL_PER_HOUR: '300',
  METRICS_TOKEN: 'a-token-of-monitoring',
  PORT: '8443',
  SEARCH: 'off',
  SMTP_URL: 'smtps://ann:secret@mail.example:465',
  STATISTICS: 'off',
  STATISTICS_KEEP: '24',
  STORE_URL: 'http://ann:secret@one:5984,two:5984/larder',
  THEME_DIR: 'themes/magazine',
  TRUST_PROXY: 'loopback',
  WEBHOOK_URL: 'https://hooks.example/',
  WEBSUB_HUB: 'https://hub.example/',
  WORKERS: 'auto',
};

describe('What 1.0.0 promised', () => {
  /** @type {Record<string, string[]>} */
  let now;
  before(async () => {
    const { folder, remove } = makeFolder();
    const { seen, stop } = watchVariables();
    const life = await liveSmall();
    try {
      const { store, index } = life.blog.open;
      await exportBlog({ target: exportFolder(folder), store, index, progress: () => {} });
      now = await collect(life, seen, folder);
    } finally {
      stop();
      await life.close();
      remove();
    }
  });

  for (const [part, instead] of Object.entries(INSTEAD))
    it(`is still there: ${part}`, () => {
      const broken = readLines(part).filter((line) => !isKept(line, now[part]));
      assert.equal(
        broken.length,
        0,
        `docs/promise.md promises until 2.0.0, and it is gone:\n  ${broken.join('\n  ')}\n${instead}`,
      );
    });

  it('does not stop a start: every setting takes the values that it took', () => {
    const { DOMAIN, ...rest } = WHOLE;
    assert.doesNotThrow(() => readConfig(rest), INSTEAD.settings);
    assert.doesNotThrow(() => readConfig({ DOMAIN }), INSTEAD.settings);
    const known = readLines('settings').map((line) => line.split('=', 1)[0]);
    assert.deepEqual(
      known.filter((name) => !(name in WHOLE)),
      ['DKIM_KEY', 'DKIM_SELECTOR'],
    );
  });

  it('has the same exit codes: 0 done, 1 lost or refused, 2 wrong usage', () => {
    const { folder, remove } = makeFolder();
    const codeOf = (/** @type {string[]} */ ...args) => larder(args, folder).status;
    assert.deepEqual([codeOf('--version'), codeOf('--help'), codeOf('user', '--help')], [0, 0, 0]);
    assert.deepEqual([codeOf('doctor'), codeOf('restore', 'nothing.db')], [1, 1]);
    assert.deepEqual([codeOf('nonsense'), codeOf('import'), codeOf('backup')], [2, 2, 2]);
    remove();
  });
});

describe('A blog of 1.0.0', () => {
  const { makeFolder, startBlog } = eachTest();
  const { openEmptyBlog } = workshop();
  const then = JSON.parse(String(readZipped('records.json')));
  const deps = { clock: createClock(), log: createQuietLog() };

  /** @returns {string} the file */
  function database() {
    const file = join(makeFolder(), 'larder.db');
    writeFileSync(file, readZipped('larder.db'));
    return file;
  }

  it('is opened by this version from its SQLite file, with all that was in it', async () => {
    const store = await openStore(`sqlite:${database()}`, deps);
    assertAllIsThere(await recordsOf(store), then);
    await store.close();
  });

  it('is served by this version', async () => {
    const clock = createClock('2027-01-01T00:00:00.000Z');
    const { url } = await startBlog({ clock, env: { STORE_URL: `sqlite:${database()}` } });
    for (const { slug, type, status } of then.post)
      await request(url)
        .get(type === 'page' ? `/${slug}` : `/post/${slug}`)
        .expect(status === 'draft' ? 404 : 200);
  });

  it('has the tables of this version, as long as that is 1.0', async () => {
    const file = database();
    const before = schemaOf(file);
    await (await openStore(`sqlite:${file}`, deps)).close();
    const isSame = schemaOf(file) === before;
    assert.ok(
      isSame || !manifest.version.startsWith('1.0.'),
      'One can go back within 1.0.x: let this change come with 1.1.0.',
    );
  });

  it('is imported by this version from its export', async () => {
    const folder = join(makeFolder(), 'export');
    for (const [path, bytes] of Object.entries(JSON.parse(String(readZipped('export.json'))))) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), Buffer.from(String(bytes), 'base64'));
    }
    const blog = await openEmptyBlog();
    const { warnings, refusals } = await importInto(blog, folder);
    assert.deepEqual([warnings, refusals], [[], []]);
    const now = await recordsOf(blog.store);
    const exported = Object.fromEntries(
      ['settings', 'user', 'media', 'post', 'comment'].map((kind) => [
        kind,
        then[kind].map(asExported),
      ]),
    );
    assertAllIsThere(now, exported);
  });
});

/** @param {string} file @returns {number} */
function schemaOf(file) {
  const db = new Database(file, { readonly: true });
  const version = Number(db.pragma('user_version', { simple: true }));
  db.close();
  return version;
}

/** What an export leaves out, and what follows from the rest. */
const NOT_EXPORTED = ['password', 'passwordAt', 'html', 'teaser', 'words', 'rendered'];

/** @param {any} record */
const asExported = (record) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !NOT_EXPORTED.includes(name)));

/** @param {string} line @param {string[]} lines @returns {boolean} whether it is there, or a limit that is wider */
function isKept(line, lines) {
  if (lines.includes(line)) return true;
  const [, start, way, limit] = /^(.* (up|down) to )(\d+)$/.exec(line) ?? [];
  if (!start) return false;
  const others = lines
    .filter((each) => each.startsWith(start))
    .map((each) => Number(each.slice(start.length)));
  if (others.length === 0) return lines.includes(start.replace(/ (up|down) to $/, ''));
  return others.some((other) => (way === 'up' ? other >= Number(limit) : other <= Number(limit)));
}
