import request from 'supertest';
import { cookieOf, password, signIn, userOf } from '../../support/people.js';
import { addPasskey, current, turnOnCodes } from './world.js';
/** @import { World } from './world.js' */

/**
 * What each route that changes something leaves in the record, and how it is asked.
 * @type {Record<string, [what: string, ask: (world: World) => PromiseLike<{ status: number }>]>}
 */
export const ofAccounts = {
  'POST /admin/login': ['session.begun', ({ blog }) => signIn(blog, 'emil')],
  'POST /admin/login/passkey': [
    'session.begun',
    async (world) => {
      await addPasskey(world);
      const { body } = await request(world.blog.url).post('/admin/login/challenge');
      const answer = { passkey: world.passkey.get(body) };
      return request(world.blog.url).post('/admin/login/passkey').type('form').send(answer);
    },
  ],
  'POST /admin/login/code': [
    'session.begun',
    async (world) => {
      const { codes } = await turnOnCodes(world);
      const half = cookieOf(await signIn(world.blog, 'ada'));
      const asked = request(world.blog.url).post('/admin/login/code').set('Cookie', half);
      return asked.type('form').send({ code: codes[0] });
    },
  ],
  'POST /admin/join': [
    'person.password',
    async ({ accounts, ada }) => {
      const { token } = await accounts.invitations.create('emil');
      return ada.send('/admin/join', { token, password: 'another password' });
    },
  ],
  'POST /admin/account/name': [
    'person.changed',
    ({ ada }) => ada.send('/admin/account/name', { name: 'Ada L.' }),
  ],
  'POST /admin/account/profile': [
    'person.changed',
    ({ ada }) => ada.send('/admin/account/profile', { about: 'Bakes.' }),
  ],
  'POST /admin/account/language': [
    'person.changed',
    ({ ada }) => ada.send('/admin/account/language', { language: 'de' }),
  ],
  'POST /admin/account/email': [
    'person.email',
    ({ ada }) =>
      ada.send('/admin/account/email', { email: 'a@b.example', 'current-for-email': password }),
  ],
  'POST /admin/account/password': [
    'person.password',
    ({ ada }) => ada.send('/admin/account/password', { ...current, next: 'another password' }),
  ],
  'POST /admin/account/password/remove': [
    'person.passwordRemoved',
    async (world) => {
      await addPasskey(world);
      return world.ada.send('/admin/account/password/remove', { 'current-for-removal': password });
    },
  ],
  'POST /admin/account/passkeys': ['person.passkeyAdded', addPasskey],
  'POST /admin/account/passkeys/change': [
    'person.passkeyRemoved',
    async (world) => {
      await addPasskey(world);
      const { id } = world.passkey;
      const proof = { [`current-for-passkey-${id.slice(0, 16)}`]: password };
      const fields = { passkey: id, action: 'remove', ...proof };
      return world.ada.send('/admin/account/passkeys/change', fields);
    },
  ],
  'POST /admin/account/code/confirm': [
    'person.twoFactorOn',
    async (world) => {
      await turnOnCodes(world);
      return { status: 200 };
    },
  ],
  'POST /admin/account/code/end': [
    'person.twoFactorOff',
    async (world) => {
      await turnOnCodes(world);
      return world.ada.send('/admin/account/code/end', { 'current-for-code': password });
    },
  ],
  'POST /admin/account/sessions/end': [
    'session.ended',
    ({ ada }) => ada.send('/admin/account/sessions/end', {}),
  ],
  'POST /admin/account/tokens': [
    'token.created',
    ({ ada }) =>
      ada.send('/admin/account/tokens', { scope: 'read', 'current-for-token': password }),
  ],
  'POST /admin/account/tokens/revoke': [
    'token.revoked',
    async ({ ada, accounts }) => {
      const [{ id }] = await accounts.tokens.list('ada');
      return ada.send('/admin/account/tokens/revoke', { token: id });
    },
  ],
  'POST /admin/people': [
    'person.invited',
    ({ ada }) => ada.send('/admin/people', { name: 'Otto', role: 'author', ...current }),
  ],
  'POST /admin/people/sessions/end': [
    'session.ended',
    ({ ada }) => ada.send('/admin/people/sessions/end', {}),
  ],
  'POST /admin/people/tokens/revoke': [
    'token.revoked',
    async ({ ada, accounts }) => {
      const [{ id }] = await accounts.tokens.list('ada');
      return ada.send('/admin/people/tokens/revoke', { token: id });
    },
  ],
  'POST /admin/people/:id/role': [
    'person.role',
    ({ ada }) => ada.send('/admin/people/emil/role', { role: 'author', ...current }),
  ],
  'POST /admin/people/:id/link': [
    'person.invited',
    ({ ada }) => ada.send('/admin/people/emil/link', current),
  ],
  'POST /admin/people/:id/code/end': [
    'person.twoFactorOff',
    async ({ ada, blog, content }) => {
      const secondFactor = { secret: 'MFRGGZDF', lastStep: 0 };
      await content.saveUser({ ...(await userOf(blog, 'emil')), secondFactor });
      return ada.send('/admin/people/emil/code/end', current);
    },
  ],
  'POST /admin/people/:id/data': [
    'person.exported',
    ({ ada }) => ada.send('/admin/people/emil/data', {}),
  ],
  'POST /admin/people/:id/lock': [
    'person.suspended',
    ({ ada }) => ada.send('/admin/people/emil/lock', {}),
  ],
  'POST /admin/people/:id/remove': [
    'person.deleted',
    ({ ada }) => ada.send('/admin/people/emil/remove', {}),
  ],
};
