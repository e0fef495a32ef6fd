import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import request from 'supertest';
import { draftPost } from '../support/fixtures.js';
import { withAuthors } from '../support/authors.js';
import { cookieFor } from '../support/people.js';
import { parsePage } from '../support/html.js';

/** Words of English that every admin page would have. */
const ENGLISH =
  /\b(?:Posts|Pages|Comments|Settings|Search|Sign out|Save|Skip to|New post|Dashboard of|the|your|with)\b/i;

describe('The language of the admin pages', () => {
  const { blog, ada } = withAuthors(['ada'], { posts: [draftPost] });
  const heading = async (/** @type {string} */ asked) =>
    parsePage(await ada.get('/admin/posts').set('Accept-Language', asked).expect(200)).text('h1');

  it('is that of the browser, the first that there is, else English', async () => {
    const asked = ['de-CH, fr;q=0.8', 'eo, ja;q=0.5', 'fr;q=0.2, es', 'eo', '*', 'x-, %%', ''];
    deepEqual(await Promise.all(asked.map(heading)), [
      ...['Beiträge', '投稿', 'Entradas', 'Posts', 'Posts', 'Posts', 'Posts'],
    ]);
  });

  it('is that of the account, if it names one, whatever the browser asks for', async () => {
    await ada.follow('/admin/account/language', { language: 'fr' });
    equal(await heading('de'), 'Articles');
    await ada.follow('/admin/account/language', { language: '' });
    equal(await heading('de'), 'Beiträge');
    await ada.follow('/admin/account/language', { language: 'xx' });
    equal(await heading('de'), 'Beiträge');
  });

  it('is that of every page, with its dates and its document', async () => {
    await ada.follow('/admin/account/language', { language: 'de' });
    for (const path of ['', '/posts', '/posts/new', '/comments', '/media', '/settings', '/tags']) {
      const { text } = await ada.get(`/admin${path}`).expect(200);
      match(text, /<html lang="de" dir="ltr">/);
      const shown = text
        .replace(/<(title|head|select|svg|template|details)\b[^]*?<\/\1>/g, '')
        .replace(/<[^<>]*>/g, ' ');
      doesNotMatch(shown, ENGLISH, path);
    }
    match((await ada.open('/admin/posts')).text('.rows'), /Entwurf, geändert heute um 12:00/);
  });

  it('is that of messages beside fields, and of pages before one signs in', async () => {
    await ada.follow('/admin/account/language', { language: 'de' });
    const refused = await ada.send('/admin/account/password', { current: 'x', next: 'short' });
    match(refused.text, /Das Passwort muss mindestens 10 Zeichen haben|Falsches Passwort/);
    const page = await request(blog.url).get('/admin/login').set('Accept-Language', 'es');
    equal(parsePage(page).text('h1'), 'Iniciar sesión');
  });

  it('is that of styles, files and texts that are refused', async () => {
    await ada.follow('/admin/account/language', { language: 'de' });
    const styles = await ada.send('/admin/appearance', { theme: 'journal', css: 'a {' });
    match(styles.text, /Zeile 1: Block nicht geschlossen/);
    const upload = await request(blog.url)
      .post('/admin/media')
      .set({ Accept: 'application/json', Cookie: await cookieFor(blog, 'ada') })
      .attach('files', Buffer.from('<svg><!ENTITY a "b"></svg>'), 'jar.svg')
      .attach('files', Buffer.from('Text'), 'jar.php');
    const [refused, renamed] = upload.body.items;
    match(refused.problem, /^Das SVG hat einen eigenen Dokumenttyp/);
    match(renamed.note, /^Dateien, die Browser oder Server ausführen/);
    const preview = await ada.send('/admin/preview', { title: 'A', markdown: '<form>A</form>' });
    match(decodeURIComponent(preview.headers['larder-notes']), /<form> wird weggelassen/);
  });
});
