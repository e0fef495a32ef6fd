import assert from 'node:assert/strict';
import {
  chmodSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../lib/base/sqlite.js';
import { SearchIndex } from '../../lib/search/search-index.js';
import { makeFolder } from '../support/blog.js';
/** @import { Searched } from '../../lib/search/search-index.js' */

/** @param {string} id @param {Partial<Searched>} fields @returns {Searched} */
const post = (id, fields) => ({
  id,
  stamp: 'new',
  isPublished: true,
  at: Date.parse('2026-01-01'),
  title: id,
  tags: [],
  authors: [],
  html: '',
  ...fields,
});

const now = Date.parse('2026-11-22');
const authors = [{ id: 'ada', name: 'Ada Lovelace' }];

describe('The index of the search', () => {
  /** @type {ReturnType<typeof makeFolder>} */
  let place;
  /** @type {SearchIndex} */
  let index;
  beforeEach(() => {
    place = makeFolder();
    index = new SearchIndex(place.folder);
  });
  afterEach(() => {
    index.close();
    place.remove();
  });

  /** @param {string} q */
  function find(q, withDrafts = false) {
    const { ids, words, how } = index.find({ q, authors, withDrafts, now });
    return { ids, words, how };
  }
  /** @param {string} q */
  const idsFor = (q) => find(q).ids;
  /** @param {Record<string, Partial<Searched>>} posts */
  const put = (posts) => index.put(Object.entries(posts).map(([id, fields]) => post(id, fields)));

  it('has a title before a heading before a text, however short or long they are', () => {
    const long = `<p>${'other words in a row '.repeat(500)}</p>`;
    put({
      text: { html: '<p>jam</p>' },
      often: { html: '<p>jam jam jam</p>' },
      heading: { html: `<h2>Jam</h2>${long}` },
      title: { title: 'Some jam', html: long },
    });
    assert.deepEqual(idsFor('jam'), ['title', 'heading', 'often', 'text']);
  });

  it('goes on after posts of one batch have changed one by one', () => {
    const ids = Array.from({ length: 30 }, (_, number) => `post ${number}`);
    put(Object.fromEntries(ids.map((id) => [id, { html: '<p>jam</p>' }])));
    for (const id of ids) put({ [id]: { html: '<p>quince</p>' } });
    assert.equal(find('quince', true).ids.length, ids.length);
  });

  it('has a whole word before a longer one, and many words before few', () => {
    put({
      longer: { html: '<p>google maps</p>' },
      whole: { html: '<p>go maps</p>', at: Date.parse('2025-01-01') },
      both: { html: '<p>maps</p>', title: 'Go', at: Date.parse('2001-01-01') },
    });
    assert.deepEqual(idsFor('go maps'), ['both', 'whole', 'longer']);
  });

  it('has a newer post before an older one that is like it', () => {
    put({
      older: { title: 'Plum', at: Date.parse('2019-01-01') },
      newer: { title: 'Plum', at: Date.parse('2026-01-01') },
      oldest: { title: 'Plum', at: Date.parse('2009-01-01') },
    });
    assert.deepEqual(idsFor('plum'), ['newer', 'older', 'oldest']);
  });

  it('has the best thousand of more, in their order, ten on a page', () => {
    const html = '<p>jam</p>';
    const many = Array.from({ length: 1010 }, (_, number) => [`post ${number}`, { html }]);
    put({
      ...Object.fromEntries(many),
      heading: { html: '<h2>jam</h2>' },
      title: { title: 'Jam' },
    });
    const pageOf = (/** @type {number} */ page) =>
      index.find({ q: 'jam', authors, withDrafts: false, now, page });
    const { ids, ...first } = pageOf(1);
    const counts = { total: 1000, pages: 100, how: 'all', words: ['jam'] };
    assert.deepEqual(first, { page: 1, ...counts });
    assert.deepEqual([ids.length, ...ids.slice(0, 3)], [10, 'title', 'heading', 'post 0']);
    assert.deepEqual(pageOf(2).ids.slice(0, 2), ['post 8', 'post 9']);
    assert.deepEqual(pageOf(2000), pageOf(100));
    assert.equal(find('jam', true).ids.length, 1012);
  });

  it('finds words by their beginning, without accents, in any case, and by tag and author', () => {
    put({
      a: { html: '<p>Éléphants à la <b>Mé</b>tropole, Straße, ЁЖИК, ΛΌΓΟΣ, don’t</p>' },
      b: { tags: ['Crème Brûlée'], authors: ['ada'] },
    });
    for (const q of ['eleph', 'ELEPHANTS', 'metropole', 'strasse', 'ежик', 'λογος', "don't"])
      assert.deepEqual(idsFor(q), ['a'], q);
    for (const q of ['creme', 'brulee', 'lovelace', 'ada creme', 'love bru'])
      assert.deepEqual(idsFor(q), ['b'], q);
    assert.equal(find('ada straße').how, 'some');
  });

  it('finds a longer beginning, of few words and of many', () => {
    const word = (/** @type {number} */ number) => `station${number}`;
    const many = Array.from({ length: 20 }, (_, number) => [word(number), { title: word(number) }]);
    put({ ...Object.fromEntries(many), text: { html: '<p>Stations</p>' } });
    const totalOf = (/** @type {string} */ q) =>
      index.find({ q, authors, withDrafts: false, now }).total;
    assert.equal(totalOf('stati'), 21);
    assert.equal(totalOf('station1'), 11);
    assert.deepEqual(idsFor('station1')[0], 'station1');
    assert.deepEqual(idsFor('stations'), ['text']);
    assert.equal(find('stationx').how, 'similar');
  });

  it('finds words where there are no spaces', () => {
    put({
      chinese: { html: '<p>我在北京大学学习全文检索技术。</p>' },
      japanese: { html: '<p>全文検索機能を実装する。東京都庁</p>' },
      thai: { html: '<p>ภาษาไทยเป็นภาษาที่ไม่มีการเว้นวรรค</p>' },
    });
    for (const q of ['北京', '大学', '检索', '学习 技术', '北京大学'])
      assert.deepEqual(idsFor(q), ['chinese'], q);
    for (const q of ['検索', '東京', '機能', '実装する'])
      assert.deepEqual(idsFor(q), ['japanese'], q);
    assert.deepEqual(idsFor('ภาษา'), ['thai']);
  });

  it('corrects a word that nobody has, and says so', () => {
    put({ a: { title: 'The database' }, b: { title: 'Received wisdom' } });
    for (const q of ['databse', 'datbase', 'databasee', 'dataabse', 'dxtabase'])
      assert.deepEqual(find(q), { ids: ['a'], words: ['database'], how: 'similar' }, q);
    assert.deepEqual(find('recieved wisdm').ids, ['b']);
  });

  it('corrects two mistakes in a long word, by words that begin like it', () => {
    put({ a: { title: 'Photographs' }, b: { title: 'Photography' }, c: { title: 'Strange' } });
    put({ draft: { title: 'Photographer', isPublished: false } });
    const meant = {
      photgrphs: 'photographs',
      phtoograhps: 'photographs',
      photogarphiy: 'photography',
    };
    for (const [q, word] of Object.entries(meant)) assert.deepEqual(find(q).words, [word], q);
    for (const q of ['photgrpher', 'phtgrphs', 'xhxtographs', 'strnge x', 'strxxge'])
      assert.notEqual(find(q).how, 'similar', q);
  });

  it('corrects two mistakes however many words of removed posts are like it', () => {
    const letters = 'abcdefghijklmnopqrstuvwx';
    const words = [...letters].flatMap((one) =>
      [...letters].map((two) => `comparison${one}${two}`),
    );
    put({ many: { html: `<p>${words.join(' ')}</p>` }, one: { html: '<p>comparisonzz</p>' } });
    index.remove('many');
    assert.deepEqual(find('comparisonyy'), {
      ids: ['one'],
      words: ['comparisonzz'],
      how: 'similar',
    });
  });

  it('takes a bounded time to correct a word, however many there are', () => {
    const word = (/** @type {number} */ number) => `long${number.toString(36).padStart(9, 'x')}`;
    put({
      a: {
        html: `<p>${Array.from({ length: 25_000 }, (_, number) => word(number)).join(' ')}</p>`,
      },
    });
    const before = process.cpuUsage();
    find('longyyyyyyyyy longzzzzzzzzz longyyyyyyyzz longzzzzzzzyy');
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 250_000, `${(user + system) / 1000} ms`);
  });

  it('has posts with some of the words where none has all', () => {
    put({ a: { title: 'Plum jam' }, b: { title: 'Quince' } });
    assert.deepEqual(find('plum quince'), {
      ids: ['a', 'b'],
      words: ['plum', 'quince'],
      how: 'some',
    });
    assert.equal(find('zzz yyy').how, 'none');
  });

  it('shows drafts to authors alone, and corrects nothing by their words', () => {
    put({ a: { title: 'Secret', isPublished: false } });
    assert.deepEqual(find('secret', true).ids, ['a']);
    assert.deepEqual(find('secret').ids, []);
    assert.deepEqual(find('secrt'), { ids: [], words: [], how: 'none' });
  });

  it('takes operators for words, and nothing for nothing', () => {
    put({ a: { title: 'Jam AND title NOT near' } });
    for (const q of [
      'jam AND title',
      '"jam"* OR',
      'title:jam',
      'NEAR(jam near)',
      'jam NOT near',
      '{title}: ^jam',
    ])
      assert.deepEqual(idsFor(q).slice(0, 1), ['a'], q);
    for (const q of ['', '"', '%_*', '\u0301\u0301', '\0', '\ud800', '🙂', '\ue000616461'])
      assert.deepEqual(idsFor(q), [], JSON.stringify(q));
  });

  it('takes signs for what they stand for', () => {
    put({ a: { title: '⑴ ﷺ ½ ͺ ﹰ', html: '<p>⒈ jam</p>' } });
    for (const q of ['⑴', 'ﷺ', '½', '⒈ jam', '1']) assert.deepEqual(idsFor(q), ['a'], q);
    for (const q of ['⑽', '⒑', 'ﷻ', 'ͺ', 'ﹰ']) assert.deepEqual(idsFor(q), [], q);
  });

  it('finds, corrects and hides nothing by the words of what is not yet due', () => {
    put({
      due: { title: 'Plum jam' },
      later: { title: 'Plum merger', at: Date.parse('2027-01-01') },
    });
    assert.deepEqual(find('plum merger'), { ids: ['due'], words: ['plum'], how: 'some' });
    assert.deepEqual(find('plum mergr'), find('plum zebrs'));
    assert.deepEqual(find('merger', true).ids, ['later']);
  });

  it('forgets what was removed or changed', () => {
    put({ a: { title: 'Jam' }, b: { title: 'Jam' } });
    assert.deepEqual(idsFor('jam'), ['a', 'b']);
    put({ a: { title: 'Plum' } });
    assert.deepEqual(idsFor('jam'), ['b']);
    index.remove('b');
    assert.deepEqual(idsFor('jam'), []);
    assert.deepEqual(idsFor('plum'), ['a']);
    put({ b: { title: 'Photographs' } });
    index.remove('b');
    for (const q of ['photographs', 'photogr', 'photographsh', 'phtgraphs'])
      assert.deepEqual(find(q).how, 'none', q);
  });

  it('says after a restart what is missing, and removes what is gone', () => {
    put({ a: { title: 'Jam' }, b: { title: 'Jam' }, c: { title: 'Jam' } });
    index.close();
    index = new SearchIndex(place.folder);
    index.startComparing();
    assert.deepEqual(
      index.compare([
        ['a', 'new'],
        ['b', 'newer'],
        ['d', 'new'],
      ]),
      ['b', 'd'],
    );
    put({ e: { title: 'Jam, written meanwhile' } });
    index.removeOthers();
    assert.deepEqual(idsFor('jam').sort(), ['a', 'b', 'e']);
    assert.equal(index.about().posts, 3);
  });

  it('corrects four words of a question, and takes a repeated word once', () => {
    put({ a: { title: 'Database memory station library wisdom' } });
    const typed = 'databse memry statin librry wisdm';
    const { words } = find(`${typed} ${typed}`);
    assert.deepEqual(words, ['database', 'memory', 'station', 'library', 'wisdm']);
  });

  it('is for its owner alone, since it has drafts', () => {
    index.close();
    // As a backup or another umask may have left it.
    chmodSync(join(place.folder, 'search-1.db'), 0o644);
    index = new SearchIndex(place.folder);
    put({ a: { title: 'Jam' } });
    for (const name of readdirSync(place.folder))
      assert.equal(statSync(join(place.folder, name)).mode & 0o077, 0, name);
  });

  it('has a file of its own where another process uses the first', () => {
    put({ a: { title: 'Jam' } });
    const other = new SearchIndex(place.folder);
    other.put([post('b', { title: 'Jam' })]);
    assert.deepEqual(idsFor('jam'), ['a']);
    other.close();
    assert.deepEqual(
      readdirSync(place.folder).filter((name) => name.endsWith('.db')),
      ['search-1.db', 'search-2.db'],
    );
  });

  describe('is built anew', () => {
    const file = () => join(place.folder, 'search-1.db');
    /** @type {Record<string, () => void>} */
    const harms = {
      'when its file is torn': () => truncateSync(file(), 9000),
      'when it is empty': () => truncateSync(file(), 0),
      'when it is something else': () => writeFileSync(file(), 'no database'.repeat(1000)),
      'when it is of another program': () => {
        writeFileSync(file(), '');
        new Database(file()).exec('CREATE TABLE posts (id)').close();
      },
      'when it is of another version': () => {
        new Database(file()).exec(`UPDATE about SET identity = '0'`).close();
      },
      'when a page of it is damaged': () => {
        const bytes = readFileSync(file());
        writeFileSync(file(), bytes.fill(0xff, 4096, 5 * 4096));
      },
    };
    for (const [name, harm] of Object.entries(harms))
      it(name, () => {
        put({ a: { title: 'Jam' } });
        index.close();
        harm();
        index = new SearchIndex(place.folder);
        assert.deepEqual(index.compare([['a', 'new']]), ['a']);
        put({ a: { title: 'Jam' } });
        assert.deepEqual(idsFor('jam'), ['a']);
      });
  });
});
