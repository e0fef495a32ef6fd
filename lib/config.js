import { parseMonths, parseSize } from './util/sizes.js';
import { LarderError, messageOf } from './errors.js';
import { acceleratorSettings } from './accelerator-settings.js';
import * as values from './util/setting-values.js';

/**
 * Every setting: its name in the environment, its default, how it is read, and its line in `--help`.
 * `read` throws the end of a sentence about the value; `readConfig` puts the name before it.
 */
const settings = {
  port: {
    name: 'PORT',
    fallback: '3000',
    read: values.port,
    help: 'port to listen on; 0 = any free port',
  },
  host: {
    name: 'HOST',
    fallback: '127.0.0.1',
    read: values.nonEmpty,
    help: 'address to listen on',
  },
  baseUrl: {
    name: 'BASE_URL',
    fallback: '',
    read: values.siteUrl,
    help: 'public URL, e.g. https://blog.example.org (default: the address it listens on; accelerate: ORIGIN_URL)',
  },
  storeUrl: {
    name: 'STORE_URL',
    fallback: 'sqlite:./data/larder.db',
    read: values.storeUrl,
    help: 'sqlite:FILE or http(s)://user:password@host:5984/database (a cluster: host:5984,host:5984)',
  },
  cacheMaxBytes: {
    name: 'CACHE_MAX_BYTES',
    fallback: '64MiB',
    read: parseSize,
    help: 'memory for cached pages, e.g. 64MiB; 0 turns the cache off',
  },
  cacheCheck: {
    name: 'CACHE_CHECK',
    fallback: 'on',
    read: values.oneOf(['on', 'off']),
    help: 'on, or off: compare a cached page a minute with a fresh one',
  },
  fastPath: {
    name: 'FAST_PATH',
    fallback: 'on',
    read: values.oneOf(['on', 'off']),
    help: 'on, or off: answer hits through node:http as well',
  },
  cacheDir: {
    name: 'CACHE_DIR',
    fallback: '',
    read: String,
    help: 'folder that keeps cached pages across restarts (default: cache/ next to the database)',
  },
  ...acceleratorSettings,
  apiToken: {
    name: 'API_TOKEN',
    fallback: '',
    read: String,
    help: 'API token of an owner, for doctor --cache (default: ask for it)',
  },
  workers: {
    name: 'WORKERS',
    fallback: '1',
    read: values.workers,
    help: 'processes that serve: a number, or auto for one per core',
  },
  search: {
    name: 'SEARCH',
    fallback: 'on',
    read: values.oneOf(['on', 'off']),
    help: 'on, or off: no search, and no index for it',
  },
  statistics: {
    name: 'STATISTICS',
    fallback: 'on',
    read: values.oneOf(['on', 'off']),
    help: 'on, or off: count no readers',
  },
  statisticsKeep: {
    name: 'STATISTICS_KEEP',
    fallback: '0',
    read: parseMonths,
    help: 'months for which statistics are kept; 0 = for ever',
  },
  logLevel: {
    name: 'LOG_LEVEL',
    fallback: 'info',
    read: values.oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    help: 'trace, debug, info, warn, error, fatal or silent',
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    fallback: '',
    read: values.trustProxy,
    help: 'number or addresses of the proxies to trust for the client’s address',
  },
  smtpUrl: {
    name: 'SMTP_URL',
    fallback: '',
    read: values.smtpUrl,
    help: 'smtp(s)://user:password@host:587, for e-mail about new comments (default: none)',
  },
  mailFrom: {
    name: 'MAIL_FROM',
    fallback: '',
    read: values.mailFrom,
    help: 'sender of these e-mails; required with SMTP_URL',
  },
  webhookUrl: {
    name: 'WEBHOOK_URL',
    fallback: '',
    read: values.httpUrl,
    help: 'http(s) URL that each new comment is posted to, as JSON (default: none)',
  },
  websubHub: {
    name: 'WEBSUB_HUB',
    fallback: '',
    read: values.httpUrl,
    help: 'http(s) URL of the WebSub hub that is told of new posts, and that the feeds name (default: none)',
  },
  geoDb: {
    name: 'GEO_DB',
    fallback: '',
    read: String,
    help: 'file of places in the MMDB format, from MaxMind, DB-IP or IPinfo (default: the free package that doctor names, if it was added)',
  },
  geoEndpoint: {
    name: 'GEO_ENDPOINT',
    fallback: 'off',
    read: values.oneOf(['off', 'on']),
    help: 'off, or on: /geo tells readers where they are, as JSON',
  },
  geoOrigins: {
    name: 'GEO_ORIGINS',
    fallback: '',
    read: values.geoOrigins,
    help: 'origins of other sites whose pages may ask /geo, separated by commas; or * for all',
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    fallback: '',
    read: values.bearerToken,
    help: 'token for /metrics (Bearer), 12 characters or more (default: none, only this machine may read it, directly)',
  },
  accessLog: {
    name: 'ACCESS_LOG',
    fallback: 'off',
    read: values.oneOf(['off', 'combined', 'json']),
    help: 'off, combined or json: a line for each request, with the address shortened',
  },
  accessLogFile: {
    name: 'ACCESS_LOG_FILE',
    fallback: '',
    read: String,
    help: 'file of the access log (default: stdout)',
  },
  themeDir: {
    name: 'THEME_DIR',
    fallback: '',
    read: values.themeDir,
    help: 'folder whose views/ and public/ override the theme, file by file',
  },
};

/** Settings whose values may contain a password. */
const SECRET = new Set([
  ...['API_TOKEN', 'STORE_URL', 'SMTP_URL', 'WEBHOOK_URL'],
  ...['CACHE_PASSWORD', 'CACHE_TOKEN', 'METRICS_TOKEN', 'ORIGIN_URL', 'PEERS', 'SHARED_URL'],
  'ETAG_SOURCE',
]);

/** Settings that are worth nothing without the other. */
const PAIRS = /** @type {const} */ ([
  ['cacheUser', 'cachePassword'],
  ['tlsCert', 'tlsKey'],
]);

/** Settings of which only one may be set. */
const EITHER = /** @type {const} */ ([
  ['sharedUrl', 'peers'],
  ['sharedUrl', 'etagSource'],
]);

/** @typedef {{ [K in keyof typeof settings]: ReturnType<typeof settings[K]['read']> }} Config */

/**
 * Reads the settings once. The only place that reads the environment.
 * @param {Record<string, string | undefined>} [env]
 * @returns {Readonly<Config>}
 * @throws {LarderError} `invalid`, with a message that names the setting
 */
export function readConfig(env = process.env) {
  const config = Object.fromEntries(
    Object.entries(settings).map(([key, setting]) => [key, readOne(setting, env)]),
  );
  if (config.smtpUrl && !config.mailFrom)
    throw new LarderError('invalid', 'MAIL_FROM must be set when SMTP_URL is set.');
  for (const pair of PAIRS) {
    const [given, missing] = config[pair[0]] ? pair : [...pair].reverse();
    if (config[given] && !config[missing])
      throw new LarderError(
        'invalid',
        `${settings[missing].name} must be set when ${settings[given].name} is set.`,
      );
  }
  for (const pair of EITHER)
    if (pair.every((key) => String(config[key]) !== ''))
      throw new LarderError(
        'invalid',
        `${settings[pair[0]].name} and ${settings[pair[1]].name} cannot both be set.`,
      );
  return Object.freeze(/** @type {Config} */ (config));
}

/** @returns {string} one line for each setting, for `--help` */
export function describeSettings() {
  return Object.values(settings)
    .map(({ name, fallback, help }) => {
      const hint = fallback ? ` [${fallback}]` : '';
      return `  ${name.padEnd(20)} ${help}${hint}`;
    })
    .join('\n');
}

/**
 * @param {{ name: string, fallback: string, read: (text: string) => unknown }} setting
 * @param {Record<string, string | undefined>} env
 */
function readOne({ name, fallback, read }, env) {
  // An empty value, as in a service file, counts as not set.
  const text = env[name]?.trim() || fallback;
  try {
    return read(text);
  } catch (error) {
    const shown = SECRET.has(name) ? '' : ` It is “${text}”.`;
    throw new LarderError('invalid', `${name} ${messageOf(error)}.${shown}`);
  }
}
