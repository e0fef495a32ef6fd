import { setImmediate } from 'node:timers/promises';
import { jamPost } from '../../support/fixtures.js';
import { attach } from './world.js';
/** @import { World } from './world.js' */

const consent = { status: 'confirmed', source: 'a fair', consentAt: '2020-01-01T00:00:00Z' };

/** Of a post whose time has not come, so that it stays under way. @param {World} world */
async function begin({ ada, content, store }) {
  const { revision } = await store.get('post', jamPost.id);
  const publishedAt = '2030-01-01T00:00:00.000Z';
  await content.savePost({ id: jamPost.id, publishedAt }, { revision });
  await content.saveSettings({ postalAddress: '1 High Street' });
  return ada.send(`/admin/mailings/${jamPost.id}`, {});
}

/** @param {World} world @returns {Promise<string>} the path of one in the API */
async function addReader({ api }) {
  const sent = { email: 'ann@example.org', ...consent };
  const { body } = await api('post', '/api/subscribers').send(sent).expect(201);
  return `/api/subscribers/${body.id}`;
}

/** As in of-accounts.js. @type {Record<string, [what: string, ask: (world: World) => PromiseLike<{ status: number }>]>} */
export const ofMail = {
  'POST /admin/mailings/address': [
    'settings.changed',
    ({ ada }) => ada.send('/admin/mailings/address', { address: '1 High Street' }),
  ],
  'POST /admin/mailings/digest': [
    'settings.changed',
    ({ ada }) =>
      ada.send('/admin/mailings/digest', { digest: 'off', digestDay: '2', digestHour: '8' }),
  ],
  'POST /admin/mailings/:id': ['mailing.begun', (world) => begin(world)],
  ...Object.fromEntries(
    Object.entries({ pause: 'paused', resume: 'resumed', cancel: 'cancelled' }).map(
      ([name, what]) => [
        `POST /admin/mailings/:id/${name}`,
        [
          `mailing.${what}`,
          async (/** @type {World} */ world) => {
            await begin(world);
            const path = `/admin/mailings/${jamPost.id}`;
            if (name === 'resume') await world.ada.send(`${path}/pause`, {});
            return world.ada.send(`${path}/${name}`, {});
          },
        ],
      ],
    ),
  ),
  'POST /api/subscribers': [
    'subscriber.created',
    ({ api }) => api('post', '/api/subscribers').send({ email: 'ann@example.org', ...consent }),
  ],
  'PUT /api/subscribers/:id': [
    'subscriber.changed',
    async (world) => world.api('put', await addReader(world)).send({ tags: ['Jam'] }),
  ],
  'DELETE /api/subscribers/:id': [
    'subscriber.deleted',
    async (world) => world.api('delete', await addReader(world)),
  ],
  'POST /admin/subscribers': [
    'subscriber.created',
    ({ ada }) =>
      ada.send('/admin/subscribers', {
        email: 'ann@example.org',
        source: 'a fair',
        consentAt: '2020-01-01',
      }),
  ],
  'POST /admin/subscribers/export': [
    'subscriber.exported',
    ({ ada }) => ada.send('/admin/subscribers/export', {}),
  ],
  'POST /admin/subscribers/import': [
    'subscriber.imported',
    async (world) => {
      const list = Buffer.from('email,created_at\nann@example.org,2020-01-01\n');
      const sent = await attach(world, '/admin/subscribers/import', list, 'list.csv');
      const isNoted = async () =>
        (await world.accounts.activity.list({ limit: 100, noun: 'subscriber' })).acts.length > 0;
      while (!(await isNoted())) await setImmediate();
      return sent;
    },
  ],
  ...Object.fromEntries(
    Object.entries({ data: 'exported', off: 'changed', remove: 'deleted' }).map(([name, what]) => [
      `POST /admin/subscribers/:id/${name}`,
      [
        `subscriber.${what}`,
        async (/** @type {World} */ world) => {
          const path = (await addReader(world)).replace('/api/', '/admin/');
          return world.ada.send(`${path}/${name}`, {});
        },
      ],
    ]),
  ),
  'POST /api/bounces': [
    'subscriber.bounced',
    async (world) => {
      await addReader(world);
      return world.api('post', '/api/bounces').send({ email: 'ann@example.org', kind: 'bounce' });
    },
  ],
};
