import assert from 'node:assert/strict';
import request from 'supertest';
/** @import { Response } from 'supertest' */
/** @import { User } from '../../lib/store/types.js' */
/** @import { TestBlog } from './blog.js' */

/** Who writes here in the tests. Their passwords are all the same. */
export const password = 'salt, lemons, patience';
export const ada = { id: 'ada', name: 'Ada', role: /** @type {const} */ ('owner'), password };
export const emil = { id: 'emil', name: 'Emil', role: /** @type {const} */ ('editor'), password };
export const anna = { id: 'anna', name: 'Anna', role: /** @type {const} */ ('author'), password };

/** @param {TestBlog} blog */
export async function addPeople({ open: { accounts } }) {
  for (const person of [ada, emil, anna]) await accounts.addUser(person);
}

/**
 * @param {TestBlog} blog
 * @param {string} id
 * @param {string} [secret]
 * @returns the answer to signing in
 */
export const signIn = ({ url }, id, secret = password) =>
  request(url).post('/admin/login').type('form').send({ name: id, password: secret });

/** @param {Response} response @returns {string} the cookie that it sets, as a browser sends it back */
export const cookieOf = ({ headers }) => (headers['set-cookie']?.[0] ?? '').split(';')[0];

/** @param {TestBlog} blog @param {string} id @returns {Promise<string>} the cookie of a new session */
export const cookieFor = async (blog, id) => cookieOf(await signIn(blog, id));

/**
 * @param {TestBlog} blog
 * @param {string} user
 * @param {...string} scopes
 * @returns {Promise<{ Authorization: string }>} headers
 */
export async function bearer({ open: { accounts } }, user, ...scopes) {
  return { Authorization: `Bearer ${await accounts.tokens.create({ user, scopes })}` };
}

/**
 * @param {TestBlog} blog
 * @param {string} id
 * @returns {Promise<User>}
 */
export async function userOf({ open: { accounts } }, id) {
  const user = await accounts.user(id);
  assert.ok(user, `There is no user ${id}`);
  return user;
}
