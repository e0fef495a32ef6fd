import { parseArgs } from 'node:util';
import { roles } from '../../people/rights.js';
import { shapes } from '../../content/shapes.js';
import { slugify } from '../../base/slug.js';
import { LarderError } from '../../base/errors.js';
import { counted, printable } from '../../views/presenters/plain-text.js';
import { askForPassword } from './password-prompt.js';
/** @import { Accounts } from '../../people/accounts.js' */
/** @import { User } from '../../store/types.js' */
/** @import { Context, Run } from './types.js' */

/** @typedef {User['role']} Role */

const USAGE = `Usage: node app.js user add NAME [--role ${roles.join('|')}] [--name "Name shown to readers"]
       node app.js user passwd NAME [--revoke-tokens]
       node app.js user list
       node app.js user role NAME ${roles.join('|')}
       node app.js user remove NAME
`;

/** `node app.js user …` @type {Run} */
export async function run(args, context) {
  const parsed = parse(args);
  if (!parsed) {
    context.stderr.write(USAGE);
    return 2;
  }
  const open = await context.openContent();
  try {
    const accounts = open.accounts.as({ user: '', via: `command user ${parsed.action}` });
    await actions[parsed.action](accounts, parsed, context);
    return 0;
  } finally {
    await open.close();
  }
}

/**
 * @typedef {{ action: keyof typeof actions, id: string, name: string, role?: Role, revokesTokens: boolean }} Parsed
 */

const actions = { add, passwd: changePassword, list, role: changeRole, remove };

/** @param {string} name @returns {name is Parsed['action']} */
const isAction = (name) => Object.hasOwn(actions, name);

/** @param {string[]} args @returns {Parsed | null} null: that makes no sense */
function parse(args) {
  const options = /** @type {const} */ ({
    role: { type: 'string' },
    name: { type: 'string' },
    'revoke-tokens': { type: 'boolean' },
  });
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [action = '', typed = '', ...rest] = positionals;
    if (!isAction(action)) return null;
    const id = slugify(typed);
    if ((action === 'list') !== (typed === '') || (typed !== '' && !id)) return null;
    if (action !== 'add' && (values.role ?? values.name) !== undefined) return null;
    const revokesTokens = values['revoke-tokens'] ?? false;
    if (action !== 'passwd' && revokesTokens) return null;
    const [roleName, ...more] = action === 'role' ? rest : [values.role, ...rest];
    const role = roles.find((each) => each === roleName);
    if (more.length > 0 || (roleName !== undefined && !role)) return null;
    if (action === 'role' && !role) return null;
    return { action, id, name: values.name ?? typed, role, revokesTokens };
  } catch {
    return null;
  }
}

/**
 * @param {Accounts} accounts
 * @param {Parsed} input the first who can sign in becomes the owner, all others authors
 * @param {Context} context
 */
async function add(accounts, { id, name, role }, { stdin, stderr }) {
  const isFirst = await accounts.setup.isOpen();
  const input = { id, name, role: role ?? (isFirst ? 'owner' : 'author') };
  if (await accounts.user(id))
    throw new LarderError('conflict', `The user ${id} already exists: see user passwd`);
  const password = stdin.isTTY ? await askTwice({ stdin, stderr }) : undefined;
  const user = await accounts.addUser({ ...input, password });
  const hint = password ? '' : `. To let them sign in, set a password: user passwd ${id}`;
  stderr.write(`Added ${user.name} (${id}), ${user.role}${hint}\n`);
}

/** @param {Accounts} accounts @param {Parsed} input @param {Context} context */
async function changePassword(accounts, { id, revokesTokens }, { stdin, stderr }) {
  if (!(await accounts.user(id))) throw new LarderError('notFound', `There is no user ${id}`);
  const { length } = await accounts.tokens.list(id);
  const tokens = counted(length, 'API token');
  if (length > 0 && !revokesTokens)
    stderr.write(`${id} still has ${tokens}. To revoke them, add --revoke-tokens.\n`);
  await accounts.setPassword(id, await askTwice({ stdin, stderr }));
  stderr.write(`${id} has a new password. Their sessions have ended.\n`);
  if (length > 0 && revokesTokens) {
    await accounts.tokens.revokeAll(id);
    stderr.write(`Revoked: ${tokens}.\n`);
  }
}

/** @param {Accounts} accounts @param {Parsed} _input @param {Context} context */
async function list(accounts, _input, { stdout }) {
  for (const { user, posts, canSignIn } of await accounts.people.list()) {
    const way = canSignIn
      ? `can sign in${user.secondFactor ? ' (two-factor)' : ''}`
      : 'cannot sign in';
    stdout.write(
      `${user.id}  ${user.role}  ${way}  ${counted(posts, 'post')}  ${printable(user.name)}\n`,
    );
  }
}

/** @param {Accounts} accounts @param {Parsed} input @param {Context} context */
async function changeRole(accounts, { id, role }, { stderr }) {
  const user = await accounts.people.changeRole(id, /** @type {Role} */ (role));
  stderr.write(`${user.name} (${id}) is now ${user.role}.\n`);
}

/** @param {Accounts} accounts @param {Parsed} input @param {Context} context */
async function remove(accounts, { id }, { stderr }) {
  const done = await accounts.people.remove(id);
  const what = done === 'kept' ? 'was deleted. Their name stays on their posts.' : 'was deleted.';
  stderr.write(`${id} ${what}\n`);
}

/** A slip would lock its owner out. @param {Pick<Context, 'stdin' | 'stderr'>} streams */
async function askTwice(streams) {
  const password = await askForPassword(
    streams,
    `Password (at least ${shapes.user.password.minLength} characters): `,
  );
  if (!streams.stdin.isTTY) return password;
  const again = await askForPassword(streams, 'Repeat password: ');
  if (again !== password) throw new LarderError('invalid', 'The passwords do not match');
  return password;
}
