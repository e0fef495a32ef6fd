import assert from 'node:assert/strict';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { run as runToken } from '../../../lib/start/commands/token.js';
import { run as runUser } from '../../../lib/start/commands/user.js';
import { readConfig } from '../../../lib/start/config.js';
import { openBlog } from '../../../lib/start/open-blog.js';
import { makeFolder, quickPasswords } from '../../support/blog.js';
import { createClock } from '../../support/clock.js';
import { createQuietLog } from '../../support/log.js';
/** @import { OpenBlog } from '../../../lib/start/open-blog.js' */

describe('The user and token commands', () => {
  /** @type {ReturnType<typeof makeFolder>} */
  let place;
  beforeEach(() => (place = makeFolder()));
  afterEach(() => place.remove());

  const open = () => {
    const config = readConfig({ STORE_URL: `sqlite:${join(place.folder, 'larder.db')}` });
    const means = { clock: createClock(), log: createQuietLog(), passwords: quickPasswords() };
    return openBlog(config, means);
  };

  /**
   * @param {(args: string[], context: any) => Promise<number>} run
   * @param {string} line
   * @param {string} [typed] on stdin
   */
  async function type(run, line, typed = '') {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const stdin = Readable.from([typed]);
    const context = { stdin, stdout, stderr, openContent: open };
    const code = await run(line.split(' ').slice(2), context);
    return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') };
  }
  /** @param {string} line @param {string} [typed] */
  const user = (line, typed) => type(runUser, line, typed);
  /** @param {string} line */
  const token = (line) => type(runToken, line);

  /** @template T @param {(blog: OpenBlog) => Promise<T>} look @returns {Promise<T>} */
  async function inside(look) {
    const blog = await open();
    try {
      return await look(blog);
    } finally {
      await blog.close();
    }
  }

  const client = { address: '192.0.2.1', agent: '' };

  it('add a user, who signs in with the password from stdin', async () => {
    assert.equal((await user('larder user add Ada --name Lovelace')).code, 0);
    const passwd = await user('larder user passwd ada', 'salt and lemons\nno second line');
    assert.equal(passwd.code, 0);
    assert.equal(passwd.err.includes('salt'), false);
    await inside(async ({ accounts }) => {
      const { name, role } = (await accounts.user('ada')) ?? {};
      assert.deepEqual({ name, role }, { name: 'Lovelace', role: 'owner' });
      const input = { name: 'ada', password: 'salt and lemons', previous: '' };
      assert.equal((await accounts.signIn(input, client))?.stage, 'in');
    });
    await user('larder user add anna');
    assert.equal((await inside(({ accounts }) => accounts.user('anna')))?.role, 'author');
  });

  it("report the user's API tokens when the password changes, and revoke them on request", async () => {
    await user('larder user add ada');
    for (let count = 0; count < 2; count++) await token('larder token create --scope read');
    const kept = await user('larder user passwd ada', 'salt and lemons\n');
    assert.match(kept.err, /^ada still has 2 API tokens\. .* --revoke-tokens\.\n/);
    assert.notEqual((await token('larder token list')).out, '');
    const revoked = await user('larder user passwd ada --revoke-tokens', 'salt and lemons\n');
    assert.match(revoked.err, /sessions have ended\.\nRevoked: 2 API tokens\.\n$/);
    assert.equal((await token('larder token list')).out, '');
    const none = await user('larder user passwd ada --revoke-tokens', 'salt and lemons\n');
    assert.equal(none.err, 'ada has a new password. Their sessions have ended.\n');
  });

  it('refuse duplicate users, unknown users and short passwords', async () => {
    await user('larder user add ada');
    await assert.rejects(user('larder user add Ada'), { code: 'conflict' });
    await assert.rejects(user('larder user passwd anna', 'salt and lemons\n'), {
      code: 'notFound',
    });
    await assert.rejects(user('larder user passwd ada', 'short\n'), { code: 'invalid' });
    await assert.rejects(user('larder user passwd ada'), { code: 'invalid' });
  });

  it('create a token, printed alone on stdout, list it without its secret, and revoke it', async () => {
    await user('larder user add ada');
    const { code, out } = await token('larder token create --scope posts:write --label Phone');
    assert.equal(code, 0);
    assert.match(out, /^larder_[\w-]{43}\n$/);
    const author = () => inside(({ accounts }) => accounts.tokens.author(out.trim()));
    assert.equal((await author())?.id, 'ada');
    const list = await token('larder token list');
    assert.match(list.out, /^[\da-f]{12} {2}ada {2}posts:write .* Phone\n$/);
    assert.equal(list.out.includes(out.trim()), false);
    assert.equal((await token(`larder token revoke ${list.out.slice(0, 12)}`)).code, 0);
    assert.equal(await author(), null);
    assert.equal((await token('larder token list')).out, '');
  });

  it('create a token of the blog itself before there are users', async () => {
    const { out } = await token('larder token create --scope posts:write,comments:write');
    const author = await inside(({ accounts }) => accounts.tokens.author(out.trim()));
    assert.deepEqual(author?.scopes, ['posts:write', 'comments:write']);
  });

  it('list users with their role and how they sign in', async () => {
    await user('larder user add ada --name Lovelace');
    await user('larder user passwd ada', 'salt and lemons\n');
    await user('larder user add anna --role editor');
    await inside(({ content }) => content.savePost({ title: 'Plum jam', author: 'anna' }));
    const { code, out } = await user('larder user list');
    assert.equal(code, 0);
    assert.equal(
      out,
      'anna  editor  cannot sign in  1 post  anna\nada  owner  can sign in  0 posts  Lovelace\n',
    );
  });

  it('change a role, but not that of the last owner', async () => {
    await user('larder user add ada');
    await user('larder user passwd ada', 'salt and lemons\n');
    await user('larder user add anna');
    const { code, err } = await user('larder user role anna editor');
    assert.equal(code, 0);
    assert.equal(err, 'anna (anna) is now editor.\n');
    await assert.rejects(user('larder user role ada author'), /last owner who can sign in/);
    await assert.rejects(user('larder user role nobody author'), { code: 'notFound' });
  });

  it('delete a user, whose name stays on their posts', async () => {
    await user('larder user add ada');
    await user('larder user passwd ada', 'salt and lemons\n');
    for (const name of ['anna', 'emil']) await user(`larder user add ${name}`);
    await inside(({ content }) => content.savePost({ title: 'Plum jam', author: 'anna' }));
    assert.equal((await user('larder user remove emil')).err, 'emil was deleted.\n');
    assert.match(
      (await user('larder user remove anna')).err,
      /^anna was deleted\. Their name stays/,
    );
    await assert.rejects(user('larder user remove ada'), /last owner who can sign in/);
    await assert.rejects(user('larder user remove emil'), { code: 'notFound' });
    assert.equal((await inside(({ accounts }) => accounts.user('anna')))?.password, undefined);
  });

  it('print the usage when they are used wrongly', async () => {
    for (const line of [
      'user',
      'user add',
      'user add a b',
      'user add a --role king',
      'user drop a',
      'user passwd a --role owner',
      'user add a --revoke-tokens',
      'user list a',
      'user role a',
      'user role a king',
      'user role a owner b',
      'user role a owner --name x',
      'user remove',
      'user remove a b',
      'user constructor a',
    ])
      assert.equal((await user(`larder ${line}`)).code, 2, line);
    for (const line of [
      'token',
      'token create',
      'token revoke',
      'token list x',
      'token create --scope',
    ])
      assert.equal((await token(`larder ${line}`)).code, 2, line);
    await assert.rejects(token('larder token create --scope everything'), { code: 'invalid' });
    await assert.rejects(token('larder token create --scope read --user nobody'), {
      code: 'notFound',
    });
  });
});
