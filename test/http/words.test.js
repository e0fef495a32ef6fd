import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { adminWords, readerWords } from '../../lib/base/words.js';
import { LABELS } from '../../lib/markup/syntax/callouts.js';
import { withAuthors } from '../support/authors.js';
import { eachTest, makeFolder } from '../support/blog.js';
import { breadPost, smallBlog } from '../support/fixtures.js';
import { parsePage } from '../support/html.js';
import { addPeople, cookieFor } from '../support/people.js';

/** Where readers and their feed readers come. */
const paths = [
  ...['/', '/post/rye-bread', '/post/apricot-jam', '/about', '/tags', '/tag/baking', '/archive'],
  ...[
    '/archive/2026',
    '/search',
    '/search?q=rye',
    '/search?q=zzzz',
    '/subscribe',
    '/comment-received',
  ],
  ...['/source', '/source/about', '/none', '/atomfeed', '/rss.xml', '/opensearch.xml'],
];

/** Texts of English, long enough not to be met by chance. */
const english = Object.entries(readerWords.english).flatMap(([key, text]) =>
  Object.values(typeof text === 'string' ? { [key]: text } : text)
    .flatMap((form) => form.split(/\{\w+\}/))
    .map((part) => part.trim())
    .filter((part) => part.length > 5 && /[a-z] [a-z]/i.test(part)),
);

describe('What readers see', () => {
  const { startBlog } = eachTest();
  const { folder, remove } = makeFolder();
  after(remove);

  for (const language of readerWords.languages.filter((each) => each !== 'en'))
    it(`has no word of English in ${language}, on any page, in any feed, or for a comment that is refused`, async () => {
      const { url, open } = await startBlog({ posts: smallBlog });
      await open.content.saveSettings({ language, appearance: { postShare: true } });
      const comment = await request(url)
        .post('/post/rye-bread/comments')
        .type('form')
        .send({ name: '', url: 'x', markdown: '' });
      const pages = await Promise.all(paths.map((path) => request(url).get(path).buffer(true)));
      for (const { text, request: asked } of [...pages, comment]) {
        const found = english.filter((part) => text.includes(part));
        assert.deepEqual(found, [], `${asked.url}`);
        if (!text.startsWith('<!doctype')) continue;
        const page = parsePage({ text });
        assert.equal(page.attribute('html', 'lang'), language);
        assert.equal(page.attribute('html', 'dir'), /^(ar|he)$/.test(language) ? 'rtl' : 'ltr');
      }
    });

  it('has the reason in the language where a form is refused before it is read', async () => {
    const { url, open } = await startBlog({ posts: [breadPost] });
    await open.content.saveSettings({ language: 'de' });
    const refused = async (/** @type {Record<string, string>} */ fields, body = 'name=a') => {
      const { status, text } = await request(url)
        .post('/post/rye-bread/comments')
        .set({ 'Content-Type': 'application/x-www-form-urlencoded', ...fields })
        .send(body);
      assert.match(text, /Gehen Sie im Browser zurück/);
      return [status, text.includes(readerWords.in('de').say(`error${status}Text`))];
    };
    assert.deepEqual(await refused({ Origin: 'https://evil.example' }), [403, true]);
    assert.deepEqual(await refused({ 'Content-Type': 'application/json' }, '{}'), [415, true]);
    assert.deepEqual(await refused({}, `markdown=${'a'.repeat(1_000_000)}`), [413, true]);
  });

  it('has labels of the language in the text of a post, and in the feed', async () => {
    const markdown =
      '> [!NOTE]\n> Hot.\n\n> [!TIP] Mine\n> x\n\nhttps://vimeo.com/123456789\n\nText[^1]\n\n[^1]: Note.\n';
    const { url, open } = await startBlog({ posts: [{ ...breadPost, markdown }] });
    const read = async (/** @type {string} */ path) =>
      (await request(url).get(path).buffer(true)).text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>');
    const english = [/<strong>Note</, /<strong>Mine</, />Watch on Vimeo</, /Back to the text/];
    for (const part of english) assert.match(await read('/post/rye-bread'), part);
    await open.content.saveSettings({ language: 'de' });
    const german = [/<strong>Hinweis</, /<strong>Mine</, />Auf Vimeo ansehen</, /Zurück zum Text/];
    for (const path of ['/post/rye-bread', '/atomfeed'])
      for (const part of german) assert.match(await read(path), part);
  });

  it('has a title in the language for each box that can be written without one', async () => {
    const markdown = LABELS.map((name) => `:::${name}\nx\n:::\n`).join('\n');
    const { url, open } = await startBlog({ posts: [{ ...breadPost, markdown }] });
    await open.content.saveSettings({ language: 'ja' });
    const { text } = await request(url).get('/post/rye-bread');
    const titles = [...text.matchAll(/class="callout-title"><strong>([^<]+)</g)];
    assert.equal(titles.length, LABELS.length);
    assert.deepEqual(
      titles.map(([, title]) => title).filter((title) => /[a-z]/i.test(title)),
      [],
    );
  });

  it('has the tagline of a new blog in the language, until its owner writes another', async () => {
    const { open } = await startBlog({ posts: [] });
    const save = async (/** @type {object} */ settings) =>
      (await open.content.saveSettings(settings)).tagline;
    const usual = (/** @type {string} */ tag) => readerWords.in(tag).texts.usualTagline;
    assert.equal(await save({ language: 'de' }), usual('de'));
    assert.equal(await save({ language: 'ja' }), usual('ja'));
    assert.equal(await save({ language: 'de', tagline: 'Brot' }), 'Brot');
    assert.equal(await save({ language: 'ja' }), 'Brot');
    await assert.rejects(open.content.saveSettings({ language: '?' }), { field: 'language' });
  });

  it('is in English, with dates of its own, in a language of which there are no words', async () => {
    const { url, open } = await startBlog({ posts: smallBlog });
    await open.content.saveSettings({ language: 'fi' });
    const { text } = await request(url).get('/archive');
    assert.match(text, /<html lang="fi" dir="ltr">[^]*<h1>Archive<\/h1>[^]*maaliskuuta/);
  });

  it('has the words of a theme, in the language of the blog', async () => {
    mkdirSync(join(folder, 'words'));
    mkdirSync(join(folder, 'views'));
    writeFileSync(join(folder, 'views/nothing-yet.mustache'), '<i>{{words.soon}}</i>');
    const write = (/** @type {string} */ name, /** @type {object} */ words) =>
      writeFileSync(join(folder, 'words', name), JSON.stringify(words));
    write('en.json', { soon: 'Soon', search: 'Look' });
    write('de.json', { soon: 'Bald', posts: { one: 'Ein Text', other: '{count} Texte' } });
    const { url, open } = await startBlog({ posts: [], env: { THEME_DIR: folder } });
    const read = async (/** @type {string} */ path) => (await request(url).get(path)).text;
    assert.match(await read('/'), /aria-label="Look"[^]*<i>Soon</);
    await open.content.saveSettings({ language: 'de' });
    assert.match(await read('/'), /<i>Bald</);
    assert.match(await read('/archive'), />0 Texte</);
    assert.match(await read('/search'), /<h1>Suche</);
    assert.match((await request(url).get('/atomfeed').buffer(true)).text, /Das ist ein Feed/);
  });

  for (const [fault, name, words] of /** @type {[RegExp, string, unknown][]} */ ([
    [/named like de.json/, 'German!.json', {}],
    [/must be an object/, 'de.json', ['x']],
    [/is not a key/, 'de.json', { 'a b': 'x' }],
    [/“by” lacks \{author\}/, 'de.json', { by: 'Von' }],
    [/“search” has no plural/, 'de.json', { search: { other: 'x' } }],
    [/“posts” needs a text for each plural/, 'de.json', { posts: 'x' }],
    [/more than 1000 characters/, 'de.json', { soon: 'x'.repeat(1001) }],
  ]))
    it(`refuses a theme whose words are wrong: ${fault}`, async () => {
      const at = join(folder, encodeURIComponent(String(fault)).slice(0, 50));
      mkdirSync(join(at, 'words'), { recursive: true });
      writeFileSync(join(at, 'words', name), JSON.stringify(words));
      await assert.rejects(startBlog({ posts: [], env: { THEME_DIR: at } }), fault);
    });
});

describe('A word that the owner has changed', () => {
  const { blog, ada } = withAuthors(['ada'], { posts: smallBlog });
  const get = (/** @type {string} */ path) => request(blog.url).get(path);

  it('clears the pages that show it, and no other', async () => {
    const shown = ['/tags', '/archive', '/icon.svg', '/robots.txt', '/atomfeed', '/post/rye-bread'];
    for (const path of shown) await get(path);
    const { cache, content } = blog.open;
    const before = shown.map((path) => cache.peek(path));
    await content.saveSettings({ words: { 'minutes.one': 'A minute', feedMore: 'What is this?' } });
    await get('/post/rye-bread');
    assert.deepEqual(
      shown.filter((path, place) => cache.peek(path) !== before[place]),
      ['/atomfeed', '/post/rye-bread'],
    );
    assert.match((await get('/post/rye-bread')).text, /<span>A minute</);
    const kept = cache.peek('/post/rye-bread');
    await content.saveSettings({
      words: { 'minutes.one': 'A minute', 'minutes.other': '{count}’' },
    });
    assert.equal(cache.peek('/post/rye-bread'), kept);
  });

  it('is changed in the list of all words, in the language of the blog', async () => {
    await blog.open.content.saveSettings({ language: 'de', words: { reply: 'Answer' } });
    const page = await ada.open('/admin/settings');
    assert.equal(page.text('label[for=word-subscribe]'), 'Abonnieren');
    assert.equal(page.attribute('#word-reply', 'value'), 'Answer');
    const form = page.fields('form[action="/admin/settings/words"]');
    const changed = { ...form, 'word-subscribe': 'Post erhalten', 'word-reply': '' };
    const answer = await ada.send('/admin/settings/words', changed);
    assert.equal((await ada.open(answer.headers.location)).flash(), 'Words saved.');
    assert.deepEqual(blog.open.content.index.settings.words, { subscribe: 'Post erhalten' });
    assert.match((await get('/')).text, /<a href="\/subscribe" dir="auto">Post erhalten</);
  });

  it('stays when somebody else changes another one meanwhile, and is shown when it is the same', async () => {
    const form = (await ada.open('/admin/settings')).fields('form[action="/admin/settings/words"]');
    await blog.open.content.saveSettings({ words: { reply: 'Answer' } });
    await ada.send('/admin/settings/words', { ...form, 'word-subscribe': 'Post' }).expect(303);
    const { words } = blog.open.content.index.settings;
    assert.deepEqual(words, { reply: 'Answer', subscribe: 'Post' });
    const mine = { ...form, 'word-reply': 'Mine' };
    const page = parsePage(await ada.send('/admin/settings/words', mine).expect(409));
    assert.equal(page.text('#word-reply-problem'), 'Saved in the meantime: Answer');
    assert.equal(page.attribute('#word-reply', 'value'), 'Mine');
    const again = page.fields('form[action="/admin/settings/words"]');
    await ada.send('/admin/settings/words', again).expect(303);
    assert.equal(blog.open.content.index.settings.words.reply, 'Mine');
  });

  it('must have the placeholders of ours', async () => {
    const form = (await ada.open('/admin/settings')).fields('form[action="/admin/settings/words"]');
    const answer = await ada.send('/admin/settings/words', { ...form, 'word-by': 'Nobody' });
    assert.equal(answer.status, 422);
    const page = parsePage(answer);
    assert.equal(page.text('#word-by-problem'), 'This text lacks {author}.');
    assert.equal(page.attribute('#word-by', 'value'), 'Nobody');
  });

  it('is one that there is, also for programs', async () => {
    /** @type {Record<string, string>[]} */
    const wrong = [
      { nothing: 'x' },
      { by: 'x' },
      { posts: 'x' },
      { 'posts.some': 'x' },
      { search: 'x'.repeat(1001) },
    ];
    for (const words of wrong)
      await assert.rejects(blog.open.content.saveSettings({ words }), {
        code: 'invalid',
        field: 'words',
      });
  });

  it('is not needed where there are no words of the language: the page says so', async () => {
    await blog.open.content.saveSettings({ language: 'fi' });
    assert.match((await ada.open('/admin/settings')).text('#language-hint'), /Suomi.*English/);
  });
});

describe('What authors see', () => {
  const { startBlog } = eachTest();
  const lists = ['posts', 'pages', 'comments', 'media', 'tags', 'people', 'trash'];
  const others = ['account', 'appearance', 'cache', 'export', 'import', 'settings', 'statistics'];
  const posts = ['new', 'rye-bread', 'rye-bread/history', 'none'].map((name) => `posts/${name}`);
  const paths = [...lists, ...others, 'system', 'help', 'redirects', ...posts];

  for (const language of adminWords.languages.filter((each) => each !== 'en'))
    it(`has no word of English and no key of a text in ${language}, on any page`, async () => {
      const blog = await startBlog({ posts: smallBlog });
      await addPeople(blog);
      const cookie = await cookieFor(blog, 'ada');
      const { content, index } = blog.open;
      await content.saveSettings({ language });
      const [bread, jam] = index.lists.all.newest(2);
      await content.savePost({ id: bread.id, title: 'Brot' }, { revision: bread.revision });
      await content.removePost(jam.id, jam.revision, { by: 'ada' });
      const own = adminWords.texts(language);
      const foreign = Object.entries(adminWords.english).flatMap(([key, text]) =>
        typeof text === 'string' && text !== own[key] && /[a-z] [a-z]/.test(text) ? [text] : [],
      );
      for (const path of ['', ...paths]) {
        const { text } = await request(blog.url)
          .get(`/admin/${path}`.replace(/\/$/, ''))
          .set({ Cookie: cookie, Accept: 'text/html', 'Accept-Language': language });
        const shown = text.replace(/<(script|style|textarea)[^]*?<\/\1>/g, '').split(/[<>]/);
        const seen = shown.map((part) => part.trim());
        assert.deepEqual(
          [...foreign, ...Object.keys(own)].filter(
            (word) => seen.includes(word) && (/ /.test(word) || /[a-z][A-Z]/.test(word)),
          ),
          [],
          path,
        );
      }
    });
});
