import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { readConfig, settings } from '../../lib/start/config.js';
import { describeSettings } from '../../lib/base/read-settings.js';

describe('The environment settings', () => {
  it('have defaults that serve a blog on this machine alone', () => {
    const config = readConfig({});
    const expected = {
      port: 3000,
      host: '127.0.0.1',
      baseUrl: '',
      storeUrl: 'sqlite:./data/larder.db',
      cacheMaxBytes: 64 * 1024 * 1024,
      logLevel: 'info',
      trustProxy: false,
      themeDir: '',
    };
    assert.deepEqual({ ...config, ...expected }, config);
  });

  it('that are empty count as unset', () => {
    const names = [
      'PORT',
      'HOST',
      'BASE_URL',
      'STORE_URL',
      'CACHE_MAX_BYTES',
      'LOG_LEVEL',
      'TRUST_PROXY',
      'THEME_DIR',
    ];
    const empty = Object.fromEntries(names.map((name) => [name, ' ']));
    assert.deepEqual(readConfig(empty), readConfig({}));
  });

  it('cannot be changed after the start', () => {
    assert.throws(() => Object.assign(readConfig({}), { port: 1 }), TypeError);
  });

  it('are all named in the help', () => {
    for (const name of [
      'PORT',
      'HOST',
      'BASE_URL',
      'STORE_URL',
      'CACHE_MAX_BYTES',
      'LOG_LEVEL',
      'TRUST_PROXY',
      'THEME_DIR',
    ])
      assert.match(describeSettings(settings), new RegExp(`^ +${name} `, 'm'));
  });

  const readings = /** @type {const} */ ([
    ['PORT', '0', 'port', 0],
    ['WORKERS', '3', 'workers', 3],
    ['WORKERS', 'auto', 'workers', Math.min(64, availableParallelism())],
    ['PORT', ' 8080 ', 'port', 8080],
    ['HOST', '::', 'host', '::'],
    ['BASE_URL', 'https://Larder.Example/', 'baseUrl', 'https://larder.example'],
    ['BASE_URL', 'http://nas:3000', 'baseUrl', 'http://nas:3000'],
    [
      'STORE_URL',
      'http://user:secret@db:5984/larder',
      'storeUrl',
      'http://user:secret@db:5984/larder',
    ],
    ['CACHE_MAX_BYTES', '0', 'cacheMaxBytes', 0],
    ['CACHE_MAX_BYTES', '500k', 'cacheMaxBytes', 512_000],
    ['CACHE_MAX_BYTES', '1 GiB', 'cacheMaxBytes', 2 ** 30],
    ['LOG_LEVEL', 'silent', 'logLevel', 'silent'],
    ['TRUST_PROXY', '1', 'trustProxy', 1],
    ['TRUST_PROXY', 'loopback', 'trustProxy', ['loopback']],
    [
      'TRUST_PROXY',
      '10.0.0.0/8, fd00::/8, 192.0.2.7',
      'trustProxy',
      ['10.0.0.0/8', 'fd00::/8', '192.0.2.7'],
    ],
    ['TRUST_PROXY', 'false', 'trustProxy', false],
  ]);
  for (const [name, text, key, value] of readings)
    it(`read ${name}=${text}`, () => {
      assert.deepEqual(readConfig({ [name]: text })[key], value);
    });

  /** @type {Record<string, string[]>} */
  const wrong = {
    PORT: ['x', '-1', '65536', '3000.5', '1e3', '0x10', 'constructor'],
    WORKERS: ['0', '65', 'all', '-1', '1.5'],
    HOST: ['http://x', 'a b', 'x/y'],
    BASE_URL: [
      'larder.example',
      'ftp://larder.example',
      'http://',
      'https://x/blog',
      'https://x/?a',
      'https://u:p@x',
      'javascript:alert(1)',
    ],
    STORE_URL: ['data/larder.db', 'mysql://x/y', 'sqlite:', 'http://'],
    CACHE_MAX_BYTES: ['lots', '-1', '1.5MB', '64 XiB', '1e9', 'NaN'],
    LOG_LEVEL: ['loud', 'INFO', 'toString'],
    TRUST_PROXY: [
      'true',
      'everyone',
      '-1',
      '1.2.3',
      '1.2.3.4.5',
      '10.0.0.0/33',
      '::/129',
      '10.0.0.0/',
      'loopback,,',
      '1:2',
      '99999999',
    ],
    THEME_DIR: ['/nowhere/at/all'],
  };
  for (const [name, values] of Object.entries(wrong))
    for (const value of values)
      it(`refuse ${name}=${value} with a message that names it`, () => {
        assert.throws(
          () => readConfig({ [name]: value }),
          (/** @type {any} */ error) => {
            assert.equal(error.code, 'invalid');
            assert.match(
              error.message,
              new RegExp(`^${name} must be [^\\n]*\\.$|^${name} must be .*It is “`),
            );
            return true;
          },
        );
      });

  it('never tell the password of the store', () => {
    const start = () => readConfig({ STORE_URL: 'htp://user:hunter2@db/larder' });
    assert.throws(start, (/** @type {any} */ { message }) => !message.includes('hunter2'));
  });
});
