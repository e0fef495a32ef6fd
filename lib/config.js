import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { existingFile, existingFolder } from './util/files.js';
import { parseMonths, parseSize } from './util/sizes.js';
import { LarderError, messageOf } from './errors.js';

/**
 * Every setting: its name in the environment, its default, how it is read, and its line in `--help`.
 * `read` throws the end of a sentence about the value; `readConfig` puts the name before it.
 */
const settings = {
  port: {
    name: 'PORT',
    fallback: '3000',
    read: port,
    help: 'port to listen on; 0 = any free port',
  },
  host: { name: 'HOST', fallback: '127.0.0.1', read: nonEmpty, help: 'address to listen on' },
  baseUrl: {
    name: 'BASE_URL',
    fallback: '',
    read: siteUrl,
    help: 'public URL, e.g. https://blog.example.org (default: the address it listens on; accelerate: ORIGIN_URL)',
  },
  storeUrl: {
    name: 'STORE_URL',
    fallback: 'sqlite:./data/larder.db',
    read: storeUrl,
    help: 'sqlite:FILE or http(s)://user:password@host:5984/database',
  },
  cacheMaxBytes: {
    name: 'CACHE_MAX_BYTES',
    fallback: '64MiB',
    read: parseSize,
    help: 'memory for cached pages, e.g. 64MiB; 0 turns the cache off',
  },
  fastPath: {
    name: 'FAST_PATH',
    fallback: 'on',
    read: oneOf(['on', 'off']),
    help: 'on, or off: answer hits through node:http as well',
  },
  cacheDir: {
    name: 'CACHE_DIR',
    fallback: '',
    read: String,
    help: 'folder that keeps cached pages across restarts (default: cache/ next to the database)',
  },
  cacheDiskMaxBytes: {
    name: 'CACHE_DISK_MAX_BYTES',
    fallback: '1GiB',
    read: parseSize,
    help: 'accelerate: disk space for responses in CACHE_DIR, if that is set',
  },
  originUrl: {
    name: 'ORIGIN_URL',
    fallback: '',
    read: siteUrl,
    help: 'accelerate: the server to stand in front of, e.g. http://127.0.0.1:8080 (default: none, a key-value cache)',
  },
  cacheUser: {
    name: 'CACHE_USER',
    fallback: '',
    read: userName,
    help: 'accelerate: user name for changing entries (Basic)',
  },
  cachePassword: {
    name: 'CACHE_PASSWORD',
    fallback: '',
    read: secret,
    help: 'accelerate: password of CACHE_USER, 12 characters or more',
  },
  cacheToken: {
    name: 'CACHE_TOKEN',
    fallback: '',
    read: bearerToken,
    help: 'accelerate: token for changing entries (Bearer), and between peers, 12 characters or more',
  },
  cachePlainHttp: {
    name: 'CACHE_PLAIN_HTTP',
    fallback: 'loopback',
    read: oneOf(['loopback', 'anywhere']),
    help: 'accelerate: from where entries may be changed without HTTPS, loopback or anywhere',
  },
  sharedEtags: {
    name: 'SHARED_ETAGS',
    fallback: 'on',
    read: oneOf(['on', '304', 'off']),
    help: 'accelerate: what ETags told by the origin answer without asking it, on, 304 (alone) or off',
  },
  tlsCert: {
    name: 'TLS_CERT',
    fallback: '',
    read: existingFile,
    help: 'accelerate: file of the certificate, with its chain, for HTTPS',
  },
  tlsKey: {
    name: 'TLS_KEY',
    fallback: '',
    read: existingFile,
    help: 'accelerate: file of its private key',
  },
  peers: {
    name: 'PEERS',
    fallback: '',
    read: peers,
    help: 'accelerate: URLs of the peers that changes are passed on to, separated by commas',
  },
  apiToken: {
    name: 'API_TOKEN',
    fallback: '',
    read: String,
    help: 'API token of an owner, for doctor --cache (default: ask for it)',
  },
  workers: {
    name: 'WORKERS',
    fallback: '1',
    read: workers,
    help: 'processes that serve the blog: a number, or auto for one per core',
  },
  statistics: {
    name: 'STATISTICS',
    fallback: 'on',
    read: oneOf(['on', 'off']),
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
    read: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    help: 'trace, debug, info, warn, error, fatal or silent',
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    fallback: '',
    read: trustProxy,
    help: 'number or addresses of the proxies to trust for the client’s address',
  },
  smtpUrl: {
    name: 'SMTP_URL',
    fallback: '',
    read: smtpUrl,
    help: 'smtp(s)://user:password@host:587, for e-mail about new comments (default: none)',
  },
  mailFrom: {
    name: 'MAIL_FROM',
    fallback: '',
    read: mailFrom,
    help: 'sender of these e-mails; required with SMTP_URL',
  },
  webhookUrl: {
    name: 'WEBHOOK_URL',
    fallback: '',
    read: httpUrl,
    help: 'http(s) URL that each new comment is posted to, as JSON (default: none)',
  },
  websubHub: {
    name: 'WEBSUB_HUB',
    fallback: '',
    read: httpUrl,
    help: 'http(s) URL of the WebSub hub that is told of new posts, and that the feeds name (default: none)',
  },
  themeDir: {
    name: 'THEME_DIR',
    fallback: '',
    read: existingFolder,
    help: 'folder whose views/ and public/ override the theme, file by file',
  },
};

/** Settings whose values may contain a password. */
const SECRET = new Set([
  ...['API_TOKEN', 'STORE_URL', 'SMTP_URL', 'WEBHOOK_URL'],
  ...['CACHE_PASSWORD', 'CACHE_TOKEN', 'ORIGIN_URL', 'PEERS'],
]);

/** Settings that are worth nothing without the other. */
const PAIRS = /** @type {const} */ ([
  ['cacheUser', 'cachePassword'],
  ['tlsCert', 'tlsKey'],
]);

/** Each takes memory and a share of the cache. */
const MOST_WORKERS = 64;

/** Characters of a password or token that is not guessed. */
const SHORTEST_SECRET = 12;

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

/** @param {string} text */
function port(text) {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65535) throw new Error('must be a number from 0 to 65535');
  return value;
}

/** @param {string} text @returns {number} */
function workers(text) {
  if (text === 'auto') return Math.min(availableParallelism(), MOST_WORKERS);
  const value = Number(text);
  if (!/^\d{1,2}$/.test(text) || value < 1 || value > MOST_WORKERS)
    throw new Error(`must be auto, or a number from 1 to ${MOST_WORKERS}`);
  return value;
}

/** @param {string} text */
function nonEmpty(text) {
  if (/[\s/]/.test(text)) throw new Error('must be a host name or an address');
  return text;
}

/** @param {string} text */
function siteUrl(text) {
  if (!text) return '';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('must be an http or https URL');
  if (url.pathname !== '/' || url.search || url.hash || url.username)
    throw new Error('must be a scheme, host and port only, without a path');
  return url.origin;
}

/** @param {string} text */
function storeUrl(text) {
  if (/^sqlite:./.test(text) || (/^https?:/.test(text) && URL.canParse(text))) return text;
  throw new Error('must be sqlite:FILE or http(s)://user:password@host:5984/database');
}

/** @param {string} text */
function smtpUrl(text) {
  if (text === '' || (/^smtps?:\/\/./.test(text) && URL.canParse(text))) return text;
  throw new Error('must be smtp://… or smtps://… with a host, and user and password if needed');
}

/** @param {string} text */
function mailFrom(text) {
  if (text === '' || /^([^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(text))
    return text;
  throw new Error('must be an address such as blog@example.org or My blog <blog@example.org>');
}

/** @param {string} text */
function httpUrl(text) {
  if (text === '' || (/^https?:\/\/./.test(text) && URL.canParse(text))) return text;
  throw new Error('must be an http or https URL');
}

/** @param {string} text */
function userName(text) {
  if (/[:\p{Cc}]/u.test(text)) throw new Error('must not contain a colon');
  return text;
}

/** @param {string} text */
function secret(text) {
  if (text && text.length < SHORTEST_SECRET)
    throw new Error(`must have ${SHORTEST_SECRET} characters or more`);
  return text;
}

/** @param {string} text RFC 6750 section 2.1 */
function bearerToken(text) {
  if (text && !/^[\w.~+/-]+=*$/.test(text))
    throw new Error('must consist of letters, digits and - . _ ~ + /');
  return secret(text);
}

/** @param {string} text */
function peers(text) {
  const urls = text.split(',').map((each) => each.trim());
  return urls.filter(Boolean).map(siteUrl);
}

/** @param {string} text */
function trustProxy(text) {
  if (text === '' || text === 'false') return false;
  if (text === 'true')
    throw new Error('must be a number or addresses: “true” would trust everyone');
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const parts = text.split(',').map((each) => each.trim());
  if (parts.every(isNetwork)) return parts;
  throw new Error('must be a number of proxies, or addresses separated by commas');
}

/** @param {string} text a name for several addresses, an address, or a range of them */
function isNetwork(text) {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  return isIP(address) !== 0 && Number(bits) <= (isIP(address) === 4 ? 32 : 128);
}

/**
 * @template {string} T
 * @param {T[]} values
 * @returns {(text: string) => T}
 */
function oneOf(values) {
  return (text) => {
    const found = values.find((value) => value === text);
    if (found === undefined) throw new Error(`must be one of ${values.join(', ')}`);
    return found;
  };
}
