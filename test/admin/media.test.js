import assert from 'node:assert/strict';
import request from 'supertest';
import { withAuthors } from '../support/authors.js';
import { smallBlog } from '../support/fixtures.js';
import { gif, jpeg, jpegSecrets, pdf, png, SECRET, svg, zip } from '../support/images.js';
import { parsePage } from '../support/html.js';
import { cookieFor } from '../support/people.js';

describe('The media page', () => {
  const { blog, anna, emil } = withAuthors(['anna', 'emil'], { posts: smallBlog });
  let cookie = '';
  beforeEach(async () => {
    cookie = await cookieFor(blog, 'anna');
  });

  /** @param {Record<string, Buffer>} files by name @param {string} [as] a cookie */
  function send(files, as = cookie) {
    const asked = request(blog.url).post('/admin/media').set('Cookie', as);
    for (const [name, bytes] of Object.entries(files)) asked.attach('files', bytes, name);
    return asked;
  }
  /** @param {Record<string, Buffer>} files @returns {Promise<any[]>} what the editor's script is told of each */
  async function sendAsScript(files) {
    const { body } = await send(files).set('Accept', 'application/json');
    return body.items;
  }
  const kept = async () => {
    const all = [];
    for await (const { id } of blog.open.store.all('media')) all.push(id);
    return all;
  };

  it('takes several files at once without JavaScript, and shows them with their Markdown', async () => {
    const answer = await send({ 'Jar of plums.png': png(), 'loop.gif': gif(), 'notes.pdf': pdf });
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.location, '/admin/media?added=3');
    const page = await anna.open(answer.headers.location);
    assert.match(page.text(), /3 files uploaded\./);
    const markdown = page.attributes('input', 'value').join('\n');
    assert.match(markdown, /^!\[\]\(\/media\/[\w-]{16}-jar-of-plums\.png\)$/m);
    assert.match(markdown, /^\[notes\.pdf\]\(\/media\/[\w-]{16}-notes\.pdf\)$/m);
    const image = 'img[alt=""][loading=lazy][width="3"][height="2"]';
    assert.match(page.attribute(image, 'src'), /^\/media\/.+\.png$/);
  });

  it('keeps what can be kept, and says of each other file what is wrong with it', async () => {
    const { status, text } = await send({
      'jar.png': png(),
      'page.png': Buffer.from('<!doctype html><script>alert(1)</script>'),
      'page.html': Buffer.from('<!doctype html><script>alert(1)</script>'),
      'tool.exe': Buffer.from('MZ\x90\0\x03', 'latin1'),
      'film.mp4': Buffer.alloc(21 * 1024 * 1024),
    });
    assert.equal(status, 422);
    assert.match(text, /jar\.png was uploaded as jar\.png\./);
    assert.match(text, /page\.png: The file is named like an image but is not one\./);
    assert.match(text, /tool\.exe was uploaded as tool\.exe\./);
    assert.match(text, /page\.html was uploaded as page\.txt\. Files that browsers or servers run/);
    assert.match(text, /film\.mp4: The file is larger than 20 MB/);
    assert.equal((await kept()).length, 3);
  });

  it('says that no file was chosen', async () => {
    const { status, text } = await send({ '': Buffer.alloc(0) });
    assert.equal(status, 422);
    assert.match(text, /No file selected/);
  });

  it('tells the editor’s script all that it needs', async () => {
    const [jar, bad] = await sendAsScript({
      'Jar.JPG': jpeg({ segments: jpegSecrets }),
      'bad.png': zip,
    });
    const { name, ...facts } = jar;
    assert.match(name, /^[\w-]{16}-jar\.jpg$/);
    assert.deepEqual(facts, {
      file: 'Jar.JPG',
      url: `/media/${name}`,
      type: 'image/jpeg',
      width: 3,
      height: 4,
      bytes: facts.bytes,
      note: '',
      alt: '',
      markdown: `![](/media/${name})`,
    });
    assert.deepEqual(Object.keys(bad), ['file', 'problem']);
    const media = await blog.open.store.get('media', name);
    assert.ok(!media.bytes.includes(SECRET));
    assert.equal(media.by, 'anna');
    assert.equal(media.size, facts.bytes);
  });

  it('keeps the same file once, whoever sends it and however often', async () => {
    const all = await Promise.all([1, 2, 3].map(() => sendAsScript({ 'jar.png': png() })));
    assert.equal(new Set(all.flat().map(({ name }) => name)).size, 1);
    assert.equal((await kept()).length, 1);
  });

  for (const name of [
    '../../../etc/passwd',
    '..\\..\\jar.png',
    '\u202egpj.exe',
    'a\tb\u0007.png',
    `${'漬'.repeat(300)}.png`,
    'jar',
    'con.png',
    '"; x="',
    '%00.png',
  ])
    it(`gives a file a name of its own: ${JSON.stringify(name.slice(0, 20))}`, async () => {
      const boundary = 'larder';
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name.replaceAll('"', '%22').replaceAll('\\', '\\\\')}"\r\nContent-Type: text/html\r\n\r\n`;
      const { body } = await request(blog.url)
        .post('/admin/media')
        .set({ Cookie: cookie, Accept: 'application/json' })
        .type(`multipart/form-data; boundary=${boundary}`)
        .send(Buffer.concat([Buffer.from(head), png(), Buffer.from(`\r\n--${boundary}--\r\n`)]));
      const [item] = body.items;
      assert.match(item.name, /^[\w-]{16}-[\p{L}\p{N}-]{1,120}\.png$/u);
      assert.doesNotMatch(item.file, /[\p{Cc}\p{Cf}]/u);
      await request(blog.url).get(item.url).expect(200).expect('Content-Type', 'image/png');
    });

  it('shows one file, where it is used, and lets its uploader or an editor describe and delete it', async () => {
    const [{ name, url, markdown }] = await sendAsScript({ 'jar.png': png() });
    const path = `/admin/media/${name}`;
    await blog.open.content.savePost({ title: 'Jars', markdown, author: 'ada' });
    const page = await anna.open(path);
    assert.ok(page.texts('a').includes('Jars'));
    assert.match(page.text(), /used in 1 place\./);
    const described = await anna.follow(path, {
      action: 'describe',
      alt: ' A jar\n]( of plums ',
    });
    assert.equal(described.flash(), 'Alt text saved.');
    assert.ok(described.has('[value^="![A jar \\\\]( of plums](/media/"]'));
    await request(blog.url).get(url).expect(200);
    const after = await anna.follow(path, { action: 'delete' });
    assert.equal(after.flash(), 'File deleted.');
    await request(blog.url).get(url).expect(404);
    await anna.get(path).expect(404);
  });

  it('shows the alt text that somebody else has saved meanwhile, and replaces it on purpose alone', async () => {
    const [{ name }] = await sendAsScript({ 'jar.png': png() });
    const path = `/admin/media/${name}`;
    const form = (await anna.open(path)).fields('form.fields');
    await emil.send(path, { action: 'describe', alt: 'Theirs' }).expect(303);
    const mine = { ...form, action: 'describe', alt: 'Mine' };
    const page = parsePage(await anna.send(path, mine).expect(409));
    assert.equal(page.text('#alt-problem'), 'Saved in the meantime: Theirs');
    await anna.send(path, { ...page.fields('form.fields'), action: 'describe' }).expect(303);
    assert.equal((await blog.open.store.get('media', name)).alt, 'Mine');
  });

  it('leaves a file to the one who uploaded it, and to editors', async () => {
    const [{ name }] = await sendAsScript({ 'jar.png': png() });
    const [{ name: other }] = (
      await send({ 'other.png': png({ width: 9 }) }, await cookieFor(blog, 'emil')).set(
        'Accept',
        'application/json',
      )
    ).body.items;
    assert.doesNotMatch((await anna.open(`/admin/media/${other}`)).text(), /Delete permanently/);
    await anna.send(`/admin/media/${other}`, { action: 'delete' }).expect(403);
    await anna.send(`/admin/media/${other}`, { action: 'describe', alt: 'Mine' }).expect(403);
    await emil.send(`/admin/media/${name}`, { action: 'delete' }).expect(303);
    assert.deepEqual(await kept(), [other]);
  });

  it('has the newest first, and pages', async () => {
    for (let number = 1; number <= 26; number++) {
      await blog.clock.tick(1000);
      await sendAsScript({ [`jar ${number}.png`]: png({ width: number }) });
    }
    const names = async (page = '') => (await anna.open(`/admin/media${page}`)).texts('.title');
    const first = await names();
    assert.equal(first.length, 24);
    assert.equal(first[0], 'jar-26.png');
    assert.deepEqual(await names('?page=2'), ['jar-2.png', 'jar-1.png']);
    assert.equal((await names('?page=9999')).at(-1), 'jar-1.png');
    assert.equal((await names('?page=x'))[0], 'jar-26.png');
  });

  it('finds files by name, description and use', async () => {
    const sent = await sendAsScript({
      'jar.png': png(),
      'cup.png': png({ width: 9 }),
      'a.pdf': pdf,
    });
    const [jar, cup] = sent;
    await anna.send(`/admin/media/${cup.name}`, { action: 'describe', alt: 'Ünlü tea' });
    const names = async (/** @type {string} */ query) =>
      (await anna.open(`/admin/media?${query}`)).texts('.title').sort();
    assert.deepEqual(await names('q=JAR'), ['jar.png']);
    assert.deepEqual(await names('q=%C3%BCnl'), ['cup.png']);
    assert.deepEqual(await names('q=nothing'), []);
    assert.deepEqual(await names('show=undescribed'), ['jar.png']);
    const { content } = blog.open;
    const post = await content.savePost({ title: 'Jars', markdown: jar.markdown });
    const cover = { src: cup.url, alt: '' };
    const draft = await content.savePost({ title: 'Cups', markdown: '', cover });
    assert.deepEqual(await names('show=unused'), ['a.pdf']);
    await content.removePost(post.id, post.revision ?? '');
    assert.deepEqual(await names('show=unused'), ['a.pdf']);
    await content.savePost({ id: draft.id, cover: null }, { revision: draft.revision });
    assert.deepEqual(await names('show=unused&q=p'), ['a.pdf', 'cup.png']);
  });

  it('deletes several files after saying which and whether they are used', async () => {
    const [jar, cup, pot] = await sendAsScript({
      'jar.png': png(),
      'cup.png': png({ width: 9 }),
      'pot.png': png({ width: 8 }),
    });
    await blog.open.content.savePost({ title: 'Jars', markdown: jar.markdown });
    const list = await anna.open('/admin/media?chosen=page');
    assert.equal(list.fields('.moderate').id.length, 3);
    const ask = (/** @type {string[]} */ id, who = anna) =>
      who.send('/admin/media/selected', { id });
    const asked = parsePage(await ask([jar.name, cup.name]).expect(200));
    assert.match(asked.text('form p'), /deletes 2 files permanently\. 1 of them is in use/);
    assert.match(asked.text('.rows'), /used in 1 place/);
    assert.equal((await kept()).length, 3);
    await emil.send(`/admin/media/${cup.name}`, { action: 'delete' });
    const again = parsePage(await ask([jar.name, cup.name]));
    assert.match(again.text('[role=alert]'), /1 file cannot be deleted/);
    const done = await anna.follow('/admin/media/selected', {
      id: [jar.name, cup.name],
      action: 'delete',
    });
    assert.equal(done.flash(), 'File deleted. 1 could not be deleted.');
    assert.deepEqual(await kept(), [pot.name]);
    assert.match(parsePage(await ask([]).expect(422)).text('[role=alert]'), /Select the files/);
    const { body } = await send(
      { 'his.png': png({ width: 7 }) },
      await cookieFor(blog, 'emil'),
    ).set('Accept', 'application/json');
    const id = body.items[0].name;
    await anna.send('/admin/media/selected', { id, action: 'delete' }).expect(422);
    assert.ok((await kept()).includes(id));
  });

  it('is for those who are signed in, and takes nothing that another site sends', async () => {
    await request(blog.url).get('/admin/media').expect(303);
    await request(blog.url).post('/admin/media').attach('files', png(), 'jar.png').expect(401);
    await send({ 'jar.png': png() }).set('Origin', 'https://evil.example').expect(403);
    await request(blog.url)
      .post('/admin/media')
      .set('Cookie', cookie)
      .type('form')
      .send('a=b')
      .expect(415);
    assert.deepEqual(await kept(), []);
  });

  it('refuses a form that is not whole', async () => {
    const post = (/** @type {string} */ type, /** @type {string} */ body) =>
      request(blog.url)
        .post('/admin/media')
        .set('Cookie', cookie)
        .type(type)
        .send(Buffer.from(body));
    await post('multipart/form-data', 'x').expect(400);
    await post('multipart/form-data; boundary=a', '--a\r\n').expect(400);
    await post(
      'multipart/form-data; boundary=a',
      '--a\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\nhalf',
    ).expect(400);
    assert.deepEqual(await kept(), []);
  });

  it('shows an SVG without its scripts', async () => {
    const [{ url, markdown }] = await sendAsScript({ 'jar.svg': svg });
    assert.match(markdown, /^!\[\]\(\/media\/.*\.svg\)$/);
    const { headers, body } = await request(blog.url).get(url).expect(200);
    assert.equal(headers['content-disposition'], undefined);
    assert.match(headers['content-security-policy'], /^sandbox; default-src 'none'/);
    assert.equal(body.toString(), '<svg xmlns="http://www.w3.org/2000/svg"></svg>\n');
  });
});
