import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { withEnvFile } from '../../../lib/base/env-file.js';
import { run } from '../../../lib/start/commands/config.js';
import { checkConfig } from '../../../lib/start/commands/doctor/check-config.js';
import { unknownSettings } from '../../../lib/start/unknown-settings.js';
import { eachTest } from '../../support/blog.js';
import { createClock } from '../../support/clock.js';
import { ada } from '../../support/people.js';
/** @import { System } from '../../../lib/start/commands/types.js' */

const { makeFolder, startBlog: begin } = eachTest();

/** @param {string | Buffer} text */
function folderWith(text) {
  const folder = makeFolder();
  writeFileSync(join(folder, 'larder.env'), text);
  return folder;
}

/** @param {Record<string, string>} environment @param {string} text of larder.env */
async function config(environment, text) {
  const { env, file } = withEnvFile(environment, folderWith(text));
  const said = { stdout: '', stderr: '' };
  const to = (/** @type {keyof typeof said} */ name) =>
    new Writable({
      write(chunk, _, done) {
        said[name] += chunk;
        done();
      },
    });
  const context = {
    env,
    envFile: file,
    clock: createClock(),
    stdout: to('stdout'),
    stderr: to('stderr'),
  };
  const code = await run([], /** @type {System} */ (/** @type {unknown} */ (context)));
  const rows = said.stdout.split('\n').map((line) => line.split(/ {2,}| (?=\w+(?:\.env)?$)/));
  return {
    code,
    ...said,
    values: new Map(rows.map(([name, ...rest]) => [name, rest.map((e) => e.trim())])),
  };
}

describe('larder.env', () => {
  it('has settings for those that the environment lacks', () => {
    const folder = folderWith('PORT=4000\nHOST="0.0.0.0"\n# BASE_URL=x\nSEARCH=off\n');
    const { env } = withEnvFile({ PORT: '5000', SEARCH: '' }, folder);
    assert.deepEqual(env, { PORT: '5000', SEARCH: 'off', HOST: '0.0.0.0' });
  });

  it('may have been saved on Windows', () => {
    const folder = folderWith('\uFEFFPORT="4000"\r\nSEARCH=off\r\n');
    assert.deepEqual(withEnvFile({}, folder).env, { PORT: '4000', SEARCH: 'off' });
  });

  for (const [what, bytes] of /** @type {[string, Buffer][]} */ ([
    ['of UTF-16', Buffer.from('\uFEFFPORT=4000\n', 'utf16le')],
    ['of UTF-16 without a mark', Buffer.from('PORT=4000\n', 'utf16le')],
    ['of no text', Buffer.from([0x80, 0x81])],
  ]))
    it(`is not passed over when it is a file ${what}`, () =>
      assert.throws(() => withEnvFile({}, folderWith(bytes)), {
        code: 'invalid',
        message: 'larder.env is not UTF-8 text: save it in this encoding.',
      }));

  it('is not passed over when it cannot be read', () => {
    const folder = makeFolder();
    mkdirSync(join(folder, 'larder.env'));
    assert.throws(() => withEnvFile({}, folder), {
      code: 'invalid',
      message: /^larder\.env must be a file that the user who starts Larder can read \(EISDIR/,
    });
  });

  for (const [text, line] of /** @type {[string, number][]} */ ([
    ['TRUST_PROXY\nBASE_URL=https://blog.example\n', 1],
    ['# mine\n\nPORT=4000\n  SEARCH off\n', 4],
    ['SMTP_URL="smtp://a\nb"\nPORT\n', 3],
    ["HOST='::'\r\nexport PORT\r\n", 2],
  ]))
    it(`names a line without “=”: ${JSON.stringify(text)}`, () => {
      const message = new RegExp(`^larder\\.env, line ${line}: there is no “=”`);
      assert.throws(() => withEnvFile({}, folderWith(text)), { code: 'invalid', message });
    });

  it('may have a value of several lines in quotes, and one that begins with a quote', () => {
    const folder = folderWith('TITLE="one\ntwo\nthree"\nPORT=4000\nHOST="x\n');
    assert.equal(withEnvFile({}, folder).env.TITLE, 'one\ntwo\nthree');
    assert.equal(withEnvFile({}, folder).env.PORT, '4000');
  });

  it('need not be there', () => {
    assert.deepEqual(withEnvFile({ PORT: '1' }, makeFolder()), { env: { PORT: '1' }, file: {} });
  });
});

describe('The command config', () => {
  it('says the value of each setting, and where it comes from', async () => {
    const { values } = await config({ PORT: '5000' }, 'PORT=4000\nSEARCH=off\n');
    assert.deepEqual(values.get('PORT'), ['5000', 'environment']);
    assert.deepEqual(values.get('SEARCH'), ['off', 'larder.env']);
    assert.deepEqual(values.get('HOST'), ['127.0.0.1', 'default']);
  });

  it('says before a start whose passkeys another name of the site would end', async () => {
    const blog = await begin();
    await blog.open.accounts.addUser(ada);
    const passkey = { id: 'a', key: 'b', counter: 0, name: 'Laptop', createdAt: '', usedAt: '' };
    const passkeys = [{ ...passkey, site: 'blog.example' }];
    await blog.open.content.saveUser({ id: 'ada', name: 'Ada', role: 'owner', passkeys });
    const { storeUrl: STORE_URL } = blog.config;
    const same = await config({ STORE_URL, BASE_URL: 'https://blog.example' }, '');
    assert.equal(same.stderr, '');
    const other = await config({ STORE_URL, BASE_URL: 'https://new.example' }, '');
    assert.match(other.stderr, /Passkeys of ada are for blog\.example: .* at new\.example/);
  });

  it('hides passwords and tokens', async () => {
    const { stdout } = await config(
      { STORE_URL: 'http://ada:salt@one:5984/larder', API_TOKEN: 'pepper' },
      'SMTP_URL=smtp://ada:thyme@mail.example',
    );
    assert.doesNotMatch(stdout, /salt|pepper|thyme|ada/);
    assert.match(stdout, /one:5984/);
  });

  it('hides a password that is in CDN by mistake', async () => {
    const CDN = 'varnish:http://edge,larder:http://ada:salt@one,urls:http://ada:thyme@two';
    const { stdout, stderr } = await config({ CDN, BASE_URL: 'https://blog.example' }, '');
    assert.doesNotMatch(stdout + stderr, /salt|thyme|ada/);
    assert.match(stdout, /varnish:http:\/\/edge/);
    assert.match(stderr, /CDN must have a URL .* without a path or password/);
  });

  it('shows all also when one of them is wrong, and says last which one', async () => {
    const { code, values, stderr } = await config({}, 'WORKERS=many\nBASEURL=x\n');
    assert.deepEqual(values.get('WORKERS'), ['many', 'larder.env']);
    assert.equal(code, 1);
    const [warning, sentence] = stderr.split('\n');
    assert.match(warning, /^BASEURL is not a setting/);
    assert.match(sentence, /^WORKERS must be .* It is “many”\.$/);
    assert.equal((await config({}, '')).code, 0);
  });

  it('warns of names that look like a setting, and of others in larder.env', async () => {
    const { stderr } = await config(
      { BASEURL: 'x', PATH: '/bin', HOME: '/' },
      'SMPT_URL=x\nSITE=y\nPROT=4657\nORIGIN_URL=http://127.0.0.1:4000\nORIGIN_ULR=z\n',
    );
    assert.deepEqual(stderr.trim().split('\n').sort(), [
      'BASEURL is not a setting. Did you mean BASE_URL?',
      'ORIGIN_ULR is not a setting. Did you mean ORIGIN_URL?',
      'PROT is not a setting. Did you mean PORT?',
      'SITE in larder.env is not a setting.',
      'SMPT_URL is not a setting. Did you mean SMTP_URL?',
    ]);
  });
});

describe('larder doctor', () => {
  it('names a setting that is none, with the one that was meant', async () => {
    const unknown = await unknownSettings({ PROT: '4657', PATH: '/bin' }, { PROT: '4657' });
    const problems = checkConfig({ host: '127.0.0.1', baseUrl: '' }, unknown);
    assert.deepEqual(
      problems.map(({ what }) => what),
      ['PROT is not a setting. Did you mean PORT?'],
    );
  });
});
