import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Database } from '../../../lib/base/sqlite.js';
import { digest } from '../../../lib/base/digest.js';
import nano from 'nano';
import { renderPost } from '../../../lib/markup/render.js';
import { run } from '../../../lib/start/commands/doctor.js';
import { adviceOnWorkers } from '../../../lib/start/commands/doctor/check-config.js';
import { tryWrite } from '../../../lib/start/commands/doctor/try-write.js';
import { LarderError } from '../../../lib/base/errors.js';
import * as fixtures from '../../store/fixtures.js';
import { kindsOfStore, makePlaces, sheet } from './places.js';
/** @import { Kind } from '../../../lib/store/types.js' */

const fresh = (/** @type {any} */ post) => ({ ...post, ...renderPost(post) });
const welcomePost = fresh(fixtures.welcomePost);
const jamPhoto = { ...fixtures.jamPhoto, id: `${digest(fixtures.jamPhoto.bytes)}-jam.png` };
const gone = '/media/0123456789abcdef-gone.png';
/** @type {[Kind, any][]} */
const healthyBlog = [
  ['settings', fixtures.siteSettings],
  ['user', fixtures.ada],
  ['media', jamPhoto],
  ['post', welcomePost],
  ['comment', fixtures.friendlyComment],
  ['address', fixtures.welcomeAddress],
  ['address', fixtures.oldAddress],
];
/** What each illness adds to the healthy blog, or puts in the place of what is there; and what is said of it. @type {[string, [Kind, any][], RegExp][]} */
const illnesses = [
  [
    'a slug that no address can have',
    [['post', { ...welcomePost, slug: 'Wel come' }]],
    /is not valid: Use only lower-case letters/,
  ],
  [
    'a page at an address of the blog itself',
    [['post', { ...welcomePost, type: 'page', slug: 'archive' }]],
    /“archive” is reserved/,
  ],
  [
    'a date that is none',
    [['post', { ...welcomePost, publishedAt: 'yesterday' }]],
    /The field publishedAt of the post .* cannot be shown: "yesterday"/,
  ],
  [
    'a date without milliseconds',
    [['post', { ...welcomePost, createdAt: '2026-02-27T19:30:00Z' }]],
    /has a createdAt that is not in the right format/,
  ],
  [
    'two posts of one slug',
    [['post', { ...welcomePost, id: 'twin' }]],
    /Two posts have the URL \/post\/welcome: .* and twin/,
  ],
  [
    'HTML of another text',
    [['post', { ...welcomePost, markdown: 'Chutney.' }]],
    /is damaged, or was changed in the database: its HTML is not that of its text/,
  ],
  [
    'an author who is not there',
    [['post', { ...welcomePost, author: 'nobody' }]],
    /has the author “nobody”, who does not exist/,
  ],
  [
    'an address of another post',
    [['address', { ...fixtures.welcomeAddress, owner: 'other' }]],
    /but that URL belongs to other/,
  ],
  [
    'an address that is not held',
    [['address', { ...fixtures.welcomeAddress, held: false }]],
    /marked as a former one/,
  ],
  [
    'an address nobody reserved',
    [['post', fresh({ ...fixtures.aboutPage, author: '' })]],
    /has the URL \/about, but that URL is not reserved/,
  ],
  [
    'a comment on no post',
    [['comment', { ...fixtures.friendlyComment, id: 'gone:1', postId: 'gone' }]],
    /The comment gone:1 belongs to the post gone, which does not exist/,
  ],
  [
    'a picture that is not there',
    [['post', fresh({ ...welcomePost, markdown: '![Jam](/media/lost.png)' })]],
    /shows \/media\/lost\.png, which does not exist/,
  ],
  [
    'a cover that is not there',
    [['post', { ...welcomePost, cover: { src: '/media/lost.png', alt: '' } }]],
    /shows \/media\/lost\.png, which does not exist/,
  ],
  [
    'a cover that is none',
    [['post', { ...welcomePost, cover: /** @type {any} */ ({ src: 'javascript:a' }) }]],
    /is not valid: The cover must be/,
  ],
  [
    'a further author who is not there',
    [['post', { ...welcomePost, coAuthors: ['nobody'] }]],
    /has the author “nobody”, who does not exist/,
  ],
  [
    'a time zone that is none',
    [['settings', { ...fixtures.siteSettings, timeZone: 'Larder/Shelf' }]],
    /The field timeZone of the settings site cannot be shown: "Larder\/Shelf"/,
  ],
  [
    'a logo for dark colours and an icon that are gone',
    [['settings', { ...fixtures.siteSettings, icon: gone, appearance: { logoDark: gone } }]],
    /The logo for dark colours of the blog is .+gone\.png, [^]+The icon of the blog is .+gone\.png/,
  ],
  [
    'a language that is none',
    [['settings', { ...fixtures.siteSettings, language: '?' }]],
    /The field language of the settings site cannot be shown: "\?"/,
  ],
  [
    'pages of no posts',
    [['settings', { ...fixtures.siteSettings, postsPerPage: 0 }]],
    /The field postsPerPage of the settings site cannot be shown: 0/,
  ],
  [
    'tags that are no texts',
    [['post', { ...welcomePost, tags: ['jam', 1] }]],
    /The field tags of the post .* cannot be shown: \["jam",1\]/,
  ],
  [
    'further authors that are no list',
    [['post', { ...welcomePost, coAuthors: 5 }]],
    /The field coAuthors of the post .* cannot be shown: 5/,
  ],
  [
    'a file without content',
    [['media', { ...fixtures.jamPhoto, bytes: Buffer.alloc(0), size: 0 }]],
    /The file .* is empty/,
  ],
];

for (const storeKind of kindsOfStore) {
  describe(`larder doctor, of a blog in ${storeKind}`, () => {
    /** @type {ReturnType<typeof makePlaces>} */
    let places;
    let storeUrl = '';
    beforeEach(async () => {
      places = makePlaces();
      storeUrl = places.url(storeKind);
      await write(healthyBlog);
    });
    afterEach(() => places.clear());

    const write = (/** @type {[Kind, any][]} */ records) =>
      places.inStore(storeUrl, async (store) => {
        for (const [kind, record] of records) {
          const revision = (await store.get(kind, record.id))?.revision ?? null;
          await store.write([{ kind, record, revision }]);
        }
      });
    const doctor = () => examine({ storeUrl });

    it('finds nothing in a healthy one', async () => {
      const { code, said } = await doctor();
      assert.match(
        said,
        /^No problems found\. Checked: 1 posts and pages, 1 comments, 1 users, 1 media, 2 addresses\.\n(Without sharp, .*\n)?$/,
      );
      assert.equal(code, 0);
    });

    it('finds no fault in what a change that broke off has left, since it does no harm', async () => {
      const { oldAddress, friendlyComment } = fixtures;
      await write([
        ['address', { ...oldAddress, held: true, owner: 'gone' }],
        ['comment', { ...friendlyComment, id: 'gone:1', postId: 'gone' }],
        ['trash', { id: 'gone', post: welcomePost, comments: [], removedAt: oldAddress.claimedAt }],
      ]);
      const { code, said } = await doctor();
      assert.match(said, /^No problems found\. .* 2 addresses \(1 of them unused/);
      assert.equal(code, 0);
    });

    for (const [illness, records, finding] of illnesses) {
      it(`finds ${illness}, and says what to do`, async () => {
        await write(records);
        const { code, said } = await doctor();
        assert.match(said, finding);
        assert.match(said, /\n {2}→ \S/);
        assert.equal(code, 1);
      });
    }

    if (storeKind === 'CouchDB') {
      it('finds two versions of a post that a split of the network left', async () => {
        const slash = storeUrl.lastIndexOf('/');
        const database = nano(storeUrl.slice(0, slash)).use(storeUrl.slice(slash + 1));
        const document = await database.get(`post:${welcomePost.id}`);
        const rival = {
          .../** @type {any} */ (document),
          title: 'Theirs',
          _rev: `1-${'0'.repeat(8)}${'1'.repeat(24)}`,
        };
        await database.bulk({ docs: [rival], new_edits: false });
        const { said } = await doctor();
        assert.match(
          said,
          /has 2 conflicting versions, of which readers see one.*\n {2}→ .*revision 1-0{8}1{24}/,
        );
      });
    }

    it('removes the record with which it tried to write', async () => {
      const left = { id: 'doctor', user: '', stage: 'code', createdAt: '', seenAt: '' };
      await write([['session', left]]);
      assert.equal((await doctor()).code, 0);
      await places.inStore(storeUrl, async (store) => {
        for await (const { id } of store.all('session')) assert.fail(id);
      });
    });

    it('says what a page of the owner takes the place of', async () => {
      await write([['post', { ...welcomePost, type: 'page', slug: 'subscribe' }]]);
      const { said } = await doctor();
      assert.match(said, /Your page at \/subscribe replaces the page about feeds\./);
    });

    it('lists twenty problems of a kind, and says how many more there are', async () => {
      const lost = Array.from({ length: 25 }, (_, at) => `![](/media/lost-${at}.png)`).join('\n');
      await write([['post', fresh({ ...welcomePost, markdown: lost })]]);
      const { said } = await doctor();
      assert.equal(said.match(/which does not exist/g)?.length, 20);
      assert.match(said, /and 5 more like this/);
    });
  });
}

describe('larder doctor', () => {
  /** @type {ReturnType<typeof makePlaces>} */
  let places;
  let storeUrl = '';
  beforeEach(() => {
    places = makePlaces();
    storeUrl = places.url('SQLite');
  });
  afterEach(() => places.clear());
  const file = () => storeUrl.replace('sqlite:', '');
  const make = () => places.inStore(storeUrl, async () => {});

  it('does not make a store that is not there', async () => {
    for (let time = 0; time < 2; time += 1) {
      const { code, said } = await examine({ storeUrl });
      assert.equal(code, 1);
      assert.match(said, /There is no blog/);
    }
  });

  it('finds a file that others may read', async () => {
    await make();
    chmodSync(file(), 0o644);
    const { said } = await examine({ storeUrl });
    assert.match(said, /Other users of this machine can read or write .*\n {2}→ chmod 600/);
  });

  it('finds a file that is damaged', async () => {
    await make();
    const db = new Database(file());
    const page = db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'comments_of_a_post'`);
    const size = db.pragma('page_size', { simple: true });
    const start = (Number(page.pluck().get()) - 1) * size;
    db.close();
    writeFileSync(file(), readFileSync(file()).fill(1, start, start + size));
    const { code, said } = await examine({ storeUrl });
    assert.equal(code, 1);
    assert.match(said, /is damaged/);
  });

  it('warns when the server is open to other machines without a BASE_URL', async () => {
    await make();
    const { said } = await examine({ storeUrl, host: '0.0.0.0' });
    assert.match(said, /BASE_URL is not set/);
    const { code } = await examine({ storeUrl, host: '0.0.0.0', baseUrl: 'https://blog.example' });
    assert.equal(code, 0);
  });

  it('finds a store that can be read, and takes no writes', async () => {
    const full = new LarderError('unavailable', 'The database cannot grow: the disk is full.');
    const store = /** @type {any} */ ({ get: async () => null, write: () => Promise.reject(full) });
    const [problem] = await tryWrite(store, 0);
    assert.match(problem.what, /test record could not be written: .* the disk is full/);
  });

  it('says when more workers could serve better, or fewer', () => {
    assert.match(adviceOnWorkers({ workers: 1 }, 4), /4 cores, .* WORKERS=auto/);
    assert.match(adviceOnWorkers({ workers: 8 }, 4), /only 4 cores/);
    assert.equal(adviceOnWorkers({ workers: 4 }, 4), '');
    assert.equal(adviceOnWorkers({ workers: 1 }, 1), '');
  });

  it('says how it is used', async () => {
    assert.equal((await examine({ storeUrl }, ['--all'])).code, 2);
  });
});

/** @param {object} config @param {string[]} [args] */
async function examine(config, args = []) {
  const stdout = sheet();
  const context = /** @type {any} */ ({
    config: {
      host: '127.0.0.1',
      domain: [],
      cdn: [],
      baseUrl: '',
      workers: availableParallelism(),
      ...config,
    },
    clock: { now: () => Date.parse('2026-11-21T12:00:00Z') },
    log: fixtures.quietLog(),
    stdout,
    stderr: sheet(),
  });
  return { code: await run(args, context), said: stdout.text() };
}
