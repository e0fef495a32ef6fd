import { parseArgs } from 'node:util';
import { APART, scopes } from '../../people/rights.js';
import { LarderError } from '../../base/errors.js';
/** @import { Accounts } from '../../people/accounts.js' */
/** @import { Context, Run } from './types.js' */

const USAGE = `Usage: node app.js token create --scope SCOPE [--scope SCOPE …] [--user NAME] [--label TEXT]
       node app.js token list
       node app.js token revoke ID

Scopes: ${scopes.join(', ')}. Each of them can read content, except ${[...APART].join(', ')}.
`;

/** `node app.js token …` @type {Run} */
export async function run(args, context) {
  const parsed = parse(args);
  if (!parsed) {
    context.stderr.write(USAGE);
    return 2;
  }
  const { accounts: all, close } = await context.openContent();
  const accounts = all.as({ user: '', via: `command token ${parsed.action}` });
  try {
    if (parsed.action === 'create') await create(accounts, parsed, context);
    else if (parsed.action === 'list') await list(accounts, context);
    else await accounts.tokens.revoke(parsed.id);
    return 0;
  } finally {
    await close();
  }
}

/** @param {string[]} args */
function parse(args) {
  const options = /** @type {const} */ ({
    scope: { type: 'string', multiple: true },
    user: { type: 'string' },
    label: { type: 'string' },
  });
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [action, id = '', ...rest] = positionals;
    const wanted = (values.scope ?? []).flatMap((text) => text.split(/[\s,]+/)).filter(Boolean);
    const isWhole =
      (action === 'create' && wanted.length > 0 && id === '') ||
      (action === 'list' && id === '') ||
      (action === 'revoke' && id !== '');
    if (!isWhole || rest.length > 0) return null;
    return { action, id, scopes: wanted, user: values.user, label: values.label };
  } catch {
    return null;
  }
}

/**
 * @param {Accounts} accounts
 * @param {{ scopes: string[], user?: string, label?: string }} input
 * @param {Context} context
 */
async function create(accounts, { scopes: wanted, user, label }, { stdout, stderr }) {
  if (user !== undefined && !(await accounts.user(user)))
    throw new LarderError('notFound', `There is no user ${user}`);
  const id = user ?? (await accounts.firstOwner());
  const token = await accounts.tokens.create({ user: id, scopes: wanted, label });
  stdout.write(`${token}\n`);
  stderr.write(`This token acts for ${id || 'the blog'}. Copy it now: it is not shown again.\n`);
}

/** @param {Accounts} accounts @param {Context} context */
async function list(accounts, { stdout }) {
  for (const {
    id,
    user,
    scopes: granted,
    label,
    createdAt,
    usedAt,
  } of await accounts.tokens.list())
    stdout.write(
      `${id.slice(0, 12)}  ${user || '(the blog)'}  ${granted.join(',')}  created ${createdAt.slice(0, 10)}, ` +
        `${usedAt ? `used ${usedAt.slice(0, 10)}` : 'never used'}${label ? `  ${label}` : ''}\n`,
    );
}
