import assert from 'node:assert/strict';
import { saveUpload } from '../../lib/content/media/uploads.js';
import { mediaUrl } from '../../lib/content/media/urls.js';
import { withAuthors } from '../support/authors.js';
import { jamPost, smallBlog } from '../support/fixtures.js';
import { parsePage } from '../support/html.js';
import { png } from '../support/images.js';

describe('The media page of files in use', () => {
  const { blog, ada, anna } = withAuthors(['ada', 'anna'], { posts: smallBlog });

  /** @param {number} count */
  async function upload(count) {
    const files = [];
    for (let at = 0; at < count; at++) {
      const file = { name: `jar ${at}.png`, bytes: png({ width: at + 4 }) };
      const { id } = await saveUpload(file, 'anna', blog.open.content);
      files.push({ name: id, url: mediaUrl(id) });
    }
    return files;
  }
  const kept = async () => {
    const all = [];
    for await (const { id } of blog.open.store.all('media')) all.push(id);
    return all;
  };

  it('calls no file unused that is named anywhere, and says where', async () => {
    const { content } = blog.open;
    const postId = jamPost.id;
    const comment = async (/** @type {string} */ markdown) =>
      content.saveComment({
        postId,
        replyTo: '',
        name: 'Mo',
        url: '',
        markdown,
        status: 'approved',
      });
    const post = (/** @type {object} */ fields) =>
      content.savePost({ title: 'Jars', markdown: '', author: 'ada', ...fields });
    /** By what is said of it. @type {Record<string, (file: { name: string, url: string }) => unknown>} */
    const places = {
      Jars: ({ url }) =>
        post({ markdown: `![A jar](${blog.url}${url.replaceAll(/[-_]/g, '\\$&')})` }),
      'Jars again': ({ url }) => post({ title: 'Jars again', cover: { src: url, alt: '' } }),
      'Unpublished changes: “Quince jam & <other> jams”': ({ url }) =>
        content.saveAutosave(postId, 'anna', { base: '', fields: { markdown: '', cover: url } }),
      'In the trash: “Lids”': async ({ url }) => {
        const { id, revision = '' } = await post({ title: 'Lids', markdown: `<${url}>` });
        await content.removePost(id, revision);
      },
      'In the trash: “Cups”': async ({ name }) => {
        const { id, revision = '' } = await post({ title: 'Cups' });
        const url = `https://larder.example/media/${name}`;
        await content.saveComment({
          postId: id,
          replyTo: '',
          name: 'Mo',
          url,
          markdown: 'A',
          status: 'approved',
        });
        await content.removePost(id, revision);
      },
      'A comment': ({ name }) => comment(`https://larder.example/media/${name}`),
      'A comment in the trash': async ({ name }) =>
        content.removeComments([await comment(`https://a.example/?${name}`)]),
      Emil: ({ url }) =>
        content.saveUser({ id: 'emil', name: 'Emil', role: 'editor', picture: url }),
      'Logo of the blog': ({ url }) => content.saveSettings({ logo: url }),
      'Logo of the blog for dark colours': ({ url }) =>
        content.saveSettings({ appearance: { logoDark: url } }),
      'Icon of the blog': ({ url }) => content.saveSettings({ icon: url }),
      Settings: ({ url }) => content.saveSettings({ llmsText: `> ${url}` }),
    };
    const sent = await upload(Object.keys(places).length + 1);
    for (const [at, put] of Object.values(places).entries()) await put(sent[at]);
    assert.deepEqual((await anna.open('/admin/media?show=unused')).texts('.title'), ['jar-12.png']);
    const said = async (/** @type {typeof ada} */ who, /** @type {number} */ at) =>
      (await who.open(`/admin/media/${sent[at].name}`)).texts('.rows a');
    for (const [at, place] of Object.keys(places).entries())
      assert.deepEqual(await said(ada, at), [place]);
    assert.deepEqual(await said(anna, 2), ['Unpublished changes: a post']);
    assert.deepEqual(await said(anna, 3), ['In the trash: a post']);
  });

  it('deletes all files that match, unless others match by now', async () => {
    const [used, other] = await upload(26);
    await saveUpload({ name: 'cup.png', bytes: png() }, 'anna', blog.open.content);
    await blog.open.content.savePost({ title: 'Jars', markdown: used.url });
    const list = await anna.open('/admin/media?show=unused&q=jar&chosen=all');
    assert.equal(list.text('.bulk strong'), 'All 25 files selected.');
    const path = '/admin/media/selected';
    const confirm = parsePage(await anna.send(path, { ...list.fields('.moderate'), id: [] }));
    assert.match(confirm.text('form p'), /deletes 25 files permanently/);
    const fields = { ...confirm.fields('form.fields'), action: 'delete' };
    await blog.open.content.savePost({ title: 'Lid', markdown: other.url });
    const again = parsePage(await anna.send(path, fields).expect(422));
    assert.match(again.text('[role=alert]'), /Other files match now: 24 files/);
    assert.equal((await kept()).length, 27);
    const done = await anna.follow(path, { ...again.fields('form.fields'), action: 'delete' });
    assert.equal(done.flash(), '24 files deleted.');
    assert.equal((await kept()).length, 3);
  });
});
