import { parseArgs } from 'node:util';
import { roles } from '../accounts/rights.js';
import { slugify } from '../content/slug.js';
import { LarderError } from '../errors.js';
import { askForPassword } from './password-prompt.js';

/** @typedef {import('../../app.js').Context} Context */
/** @typedef {import('../types.js').User['role']} Role */

const USAGE = `Usage: node app.js user add NAME [--role ${roles.join('|')}] [--name "As readers see it"]
       node app.js user passwd NAME
`;

/** `node app.js user …` @type {import('../../app.js').Run} */
export async function run(args, context) {
  const parsed = parse(args);
  if (!parsed) {
    context.stderr.write(USAGE);
    return 2;
  }
  const { action, id, ...options } = parsed;
  const open = await context.openContent();
  try {
    if (action === 'add') await add(open.accounts, { id, ...options }, context);
    else await changePassword(open.accounts, id, context);
    return 0;
  } finally {
    await open.close();
  }
}

/** @param {string[]} args */
function parse(args) {
  const options = /** @type {const} */ ({ role: { type: 'string' }, name: { type: 'string' } });
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [action, typed = '', ...rest] = positionals;
    const id = slugify(typed);
    const isRole = values.role === undefined || roles.some((role) => role === values.role);
    if (!id || rest.length > 0 || !isRole) return null;
    if (action === 'passwd' && (values.role ?? values.name) !== undefined) return null;
    if (action !== 'add' && action !== 'passwd') return null;
    const role = /** @type {Role | undefined} */ (values.role);
    return { action, id, name: values.name ?? typed, role };
  } catch {
    return null;
  }
}

/**
 * @param {import('../accounts/accounts.js').Accounts} accounts
 * @param {{ id: string, name: string, role?: Role }} input the first who can sign in becomes the owner, all others authors
 * @param {Context} context
 */
async function add(accounts, { id, name, role }, { stdin, stderr }) {
  const isFirst = await accounts.setup.isOpen();
  const input = { id, name, role: role ?? (isFirst ? 'owner' : 'author') };
  if (await accounts.user(id))
    throw new LarderError('conflict', `There is a user ${id} already: see user passwd`);
  const password = stdin.isTTY ? await askTwice({ stdin, stderr }) : undefined;
  const user = await accounts.addUser({ ...input, password });
  const hint = password ? '' : `. They sign in once they have a password: user passwd ${id}`;
  stderr.write(`Added ${user.name} (${id}), ${user.role}${hint}\n`);
}

/**
 * @param {import('../accounts/accounts.js').Accounts} accounts
 * @param {string} id
 * @param {Context} context
 */
async function changePassword(accounts, id, { stdin, stderr }) {
  if (!(await accounts.user(id))) throw new LarderError('notFound', `There is no user ${id}`);
  const password = await askTwice({ stdin, stderr });
  await accounts.setPassword(id, password);
  stderr.write(`${id} has a new password. Their sessions have ended.\n`);
}

/** A slip would lock its owner out. @param {Pick<Context, 'stdin' | 'stderr'>} streams */
async function askTwice(streams) {
  const password = await askForPassword(streams, 'Password (at least 10 characters): ');
  if (!streams.stdin.isTTY) return password;
  const again = await askForPassword(streams, 'Once more: ');
  if (again !== password) throw new LarderError('invalid', 'Those two are not the same');
  return password;
}
