/** @import { World } from './world.js' */

const consent = { state: 'confirmed', source: 'a fair', consentAt: '2020-01-01T00:00:00Z' };

/** @param {World} world @returns {Promise<string>} the path of one in the API */
async function addReader({ api }) {
  const sent = { email: 'ann@example.org', ...consent };
  const { body } = await api('post', '/api/subscribers').send(sent).expect(201);
  return `/api/subscribers/${body.id}`;
}

/** As in of-accounts.js. @type {Record<string, [what: string, ask: (world: World) => PromiseLike<{ status: number }>]>} */
export const ofMail = {
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
  'POST /api/bounces': [
    'subscriber.bounced',
    async (world) => {
      await addReader(world);
      return world.api('post', '/api/bounces').send({ email: 'ann@example.org', kind: 'bounce' });
    },
  ],
};
