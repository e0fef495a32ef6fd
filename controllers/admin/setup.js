import { slugify } from '../../lib/util/slug.js';
import { LarderError } from '../../lib/errors.js';
import { clientOf } from './sessions.js';
/** @import { AuthorAction } from '../types.js' */

/** `GET /admin/setup`: the target of the set-up link. @type {AuthorAction} */
export async function form({ query }, { accounts }) {
  const token = query.get('token') ?? '';
  await accounts.setup.check(token);
  return page({ token });
}

/** `POST /admin/setup`: creates the first user. @type {AuthorAction} */
export async function create(request, { accounts }) {
  const { form: fields } = request;
  const token = fields.get('token') ?? '';
  const name = fields.get('name') ?? '';
  const id = (fields.get('id') ?? '').trim() || slugify(name);
  const password = fields.get('password') ?? '';
  try {
    const { stage: _, ...cookies } = await accounts.setUp(
      { token, id, name, password },
      clientOf(request),
    );
    return { ...cookies, redirect: '/admin' };
  } catch (error) {
    if (!(error instanceof LarderError) || error.code !== 'invalid') throw error;
    const errors = { [error.field ?? '']: error.message };
    return page({ token, name, id: fields.get('id') ?? '', errors }, 422);
  }
}

/**
 * @param {{ token: string, name?: string, id?: string, errors?: Record<string, string> }} model
 * @param {number} [status]
 */
const page = ({ token, name = '', id = '', errors = {} }, status = 200) => ({
  view: /** @type {const} */ ('admin/setup'),
  model: {
    token,
    name,
    id,
    errors: { name: '', id: '', password: '', ...errors },
    failed: status !== 200,
    focus: { [Object.keys(errors)[0] ?? 'name']: true },
  },
  page: { title: 'Set up your blog' },
  status,
});
