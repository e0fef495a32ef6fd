import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { withEnvFile } from '../../../lib/base/env-file.js';
import { run } from '../../../lib/start/commands/config.js';
import { eachTest } from '../../support/blog.js';
/** @import { Context } from '../../../lib/start/commands/types.js' */

const { makeFolder } = eachTest();

/** @param {string} text */
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
  const context = { env, envFile: file, stdout: to('stdout'), stderr: to('stderr') };
  assert.equal(await run([], /** @type {Context} */ (/** @type {unknown} */ (context))), 0);
  const rows = said.stdout.split('\n').map((line) => line.split(/ {2,}| (?=\w+(?:\.env)?$)/));
  return {
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

  it('hides passwords and tokens', async () => {
    const { stdout } = await config(
      { STORE_URL: 'http://ada:salt@one:5984/larder', API_TOKEN: 'pepper' },
      'SMTP_URL=smtp://ada:thyme@mail.example',
    );
    assert.doesNotMatch(stdout, /salt|pepper|thyme|ada/);
    assert.match(stdout, /one:5984/);
  });

  it('warns of names that look like a setting, and of others in larder.env', async () => {
    const { stderr } = await config(
      { BASEURL: 'x', PATH: '/bin', HOME: '/' },
      'SMPT_URL=x\nSITE=y\n',
    );
    assert.deepEqual(stderr.trim().split('\n').sort(), [
      'BASEURL is no setting. Do you mean BASE_URL?',
      'SITE in larder.env is no setting.',
      'SMPT_URL is no setting. Do you mean SMTP_URL?',
    ]);
  });
});
