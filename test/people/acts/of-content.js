import { aboutPage, breadPost } from '../../support/fixtures.js';
import { gif, png } from '../../support/images.js';
import { zipOf } from '../../support/zips.js';
import { attach, current, edit, fillIn, removePost, restoreVersion } from './world.js';
/** @import { World } from './world.js' */

/**
 * What each route that changes something leaves in the record, and how it is asked.
 * @type {Record<string, [what: string, ask: (world: World) => PromiseLike<{ status: number }>]>}
 */
export const ofContent = {
  'POST /admin/appearance': [
    'appearance.changed',
    (world) => fillIn(world, '/admin/appearance', '#look', { width: 'wide', action: 'save' }),
  ],
  'POST /admin/appearance/theme': [
    'file.created',
    (world) => {
      const names = ['front', 'post', 'page'].map((view) => `views/${view}.mustache`);
      const bytes = zipOf(names.map((name) => ({ name, data: '<h1>Plain</h1>' })));
      return attach(world, '/admin/appearance/theme', bytes, 'plain.zip');
    },
  ],
  'POST /admin/statistics/privacy': [
    'page.created',
    ({ ada }) => ada.send('/admin/statistics/privacy', {}),
  ],
  'POST /admin/redirects': [
    'redirect.created',
    ({ ada }) => ada.send('/admin/redirects', { from: '/old', to: '/post/rye-bread' }),
  ],
  'POST /admin/posts': [
    'post.unpublished',
    ({ ada }) => ada.send('/admin/posts', { action: 'unpublish', id: breadPost.id }),
  ],
  'POST /admin/posts/new': [
    'post.created',
    (world) => edit(world, '/admin/posts/new', { title: 'Plum jam' }),
  ],
  'POST /admin/posts/:slug': [
    'post.changed',
    (world) => edit(world, '/admin/posts/rye-bread', { title: 'Rye' }),
  ],
  'POST /admin/posts/:slug/history/:version': [
    'post.changed',
    (world) => restoreVersion(world, 'posts', breadPost),
  ],
  'POST /admin/posts/:slug/link': [
    'post.shared',
    ({ ada }) => ada.send('/admin/posts/rye-bread/link', {}),
  ],
  'POST /admin/pages': [
    'page.unpublished',
    ({ ada }) => ada.send('/admin/pages', { action: 'unpublish', id: aboutPage.id }),
  ],
  'POST /admin/pages/new': [
    'page.published',
    (world) => edit(world, '/admin/pages/new', { title: 'Imprint', action: 'publish' }),
  ],
  'POST /admin/pages/:slug': [
    'page.changed',
    (world) => edit(world, '/admin/pages/about', { title: 'Us' }),
  ],
  'POST /admin/pages/:slug/history/:version': [
    'page.changed',
    (world) => restoreVersion(world, 'pages', aboutPage),
  ],
  'POST /admin/pages/:slug/link': [
    'post.shared',
    ({ ada }) => ada.send('/admin/pages/about/link', {}),
  ],
  'POST /admin/tags/:tag': [
    'tag.renamed',
    ({ ada }) => ada.send('/admin/tags/bread', { action: 'rename', name: 'loaves' }),
  ],
  'POST /admin/media': ['file.created', (world) => attach(world, '/admin/media')],
  'POST /admin/media/selected': [
    'file.deleted',
    ({ ada, file }) => ada.send('/admin/media/selected', { action: 'delete', id: file.id }),
  ],
  'POST /admin/media/:name': [
    'file.changed',
    (world) =>
      fillIn(world, `/admin/media/${world.file.id}`, 'form:has(#alt)', {
        action: 'describe',
        alt: 'A jar',
      }),
  ],
  'POST /admin/settings': [
    'settings.changed',
    (world) => fillIn(world, '/admin/settings', 'form[data-settings]', { title: 'Jars' }),
  ],
  'POST /admin/settings/navigation': [
    'settings.changed',
    ({ ada }) => ada.send('/admin/settings/navigation', { page: aboutPage.id }),
  ],
  'POST /admin/settings/words': [
    'settings.changed',
    async ({ ada }) => {
      const page = await ada.open('/admin/settings');
      const form = page.fields('form[action="/admin/settings/words"]');
      return ada.send('/admin/settings/words', { ...form, 'word-subscribe': 'Follow' });
    },
  ],
  ...Object.fromEntries(
    ['logo', 'logoDark', 'icon'].map((name) => [
      `POST /admin/settings/${name}`,
      [
        'appearance.changed',
        (/** @type {World} */ world) =>
          attach(world, `/admin/settings/${name}`, png({ width: 64, height: 64 }), 'jar.png'),
      ],
    ]),
  ),
  'POST /admin/comments': [
    'comment.approved',
    ({ ada, comment }) => ada.send('/admin/comments', { one: `approve ${comment.id}` }),
  ],
  'POST /admin/comments/:id': [
    'comment.created',
    ({ ada, comment }) =>
      ada.send(`/admin/comments/${comment.id}`, { action: 'reply', reply: 'Thank you.' }),
  ],
  'POST /admin/export/zip': ['blog.exported', ({ ada }) => ada.send('/admin/export/zip', {})],
  'POST /admin/export/backup': [
    'blog.backedUp',
    ({ ada }) => ada.send('/admin/export/backup', current),
  ],
  'POST /admin/trash': [
    'post.restored',
    async (world) => {
      await removePost(world, breadPost.id);
      return world.ada.send('/admin/trash', { id: breadPost.id });
    },
  ],
  'POST /admin/trash/:id': [
    'post.restored',
    async (world) => {
      await removePost(world, breadPost.id);
      return world.ada.send(`/admin/trash/${breadPost.id}`, {});
    },
  ],
  'POST /api/posts': [
    'post.created',
    ({ api }) => api('post', '/api/posts').send({ title: 'Plum jam' }),
  ],
  'PUT /api/posts/:slug': [
    'post.changed',
    ({ api }) => api('put', '/api/posts/rye-bread').send({ title: 'Rye' }),
  ],
  'DELETE /api/posts/:slug': ['post.deleted', ({ api }) => api('delete', '/api/posts/rye-bread')],
  'POST /api/pages': [
    'page.created',
    ({ api }) => api('post', '/api/pages').send({ title: 'Imprint' }),
  ],
  'PUT /api/pages/:slug': [
    'page.changed',
    ({ api }) => api('put', '/api/pages/about').send({ title: 'Us' }),
  ],
  'DELETE /api/pages/:slug': ['page.deleted', ({ api }) => api('delete', '/api/pages/about')],
  'POST /api/comments': [
    'comment.created',
    ({ api }) =>
      api('post', '/api/comments').send({ postSlug: 'rye-bread', name: 'Mo', markdown: 'Hm.' }),
  ],
  'PUT /api/comments/:id': [
    'comment.spam',
    ({ api, comment }) => api('put', `/api/comments/${comment.id}`).send({ status: 'spam' }),
  ],
  'DELETE /api/comments/:id': [
    'comment.deleted',
    ({ api, comment }) => api('delete', `/api/comments/${comment.id}`),
  ],
  'POST /api/media': [
    'file.created',
    ({ api }) => api('post', '/api/media?name=loop.gif').type('image/gif').send(gif()),
  ],
  'PUT /api/media/:name': [
    'file.changed',
    ({ api, file }) => api('put', `/api/media/${file.id}`).send({ alt: 'A jar' }),
  ],
  'DELETE /api/media/:name': [
    'file.deleted',
    ({ api, file }) => api('delete', `/api/media/${file.id}`),
  ],
  'PUT /api/settings': [
    'settings.changed',
    ({ api }) => api('put', '/api/settings').send({ title: 'Jars' }),
  ],
};
