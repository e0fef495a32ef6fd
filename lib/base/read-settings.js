import { LarderError, messageOf } from './errors.js';
import * as values from './setting-values.js';

/**
 * @typedef {object} Setting
 * @property {string} name  in the environment
 * @property {string} fallback
 * @property {string} [withDomain]  instead of it, where DOMAIN is set
 * @property {(text: string) => unknown} read  throws the end of a sentence about the value
 * @property {string} help  its line in `--help`
 * @property {boolean} [isSecret]  whether its value may contain a password
 *
 * @typedef {Record<string, Setting>} Table  of all settings of a server, by their names in the code
 */

/** @template {Table} T @typedef {[one: Extract<keyof T, string>, other: Extract<keyof T, string>]} Pair */
/** @template {Table} T @typedef {{ [K in keyof T]: ReturnType<T[K]['read']> }} Values */

/** Settings that each server has. */
export const common = {
  port: {
    name: 'PORT',
    fallback: '3000',
    withDomain: '443',
    read: values.port,
    help: 'port to listen on (443 with DOMAIN); 0 = any free port',
  },
  host: {
    name: 'HOST',
    fallback: '127.0.0.1',
    withDomain: '::',
    read: values.nonEmpty,
    help: 'address to listen on (all with DOMAIN)',
  },
  domain: {
    name: 'DOMAIN',
    fallback: '',
    read: values.domains,
    help: 'names for HTTPS with an ACME certificate, separated by commas: others redirect to the first',
  },
  httpPort: {
    name: 'HTTP_PORT',
    fallback: '80',
    read: values.port,
    help: 'with DOMAIN, port for ACME challenges and redirects',
  },
  acmeUrl: {
    name: 'ACME_URL',
    fallback: 'https://acme-v02.api.letsencrypt.org/directory',
    read: values.acmeUrl,
    help: 'ACME directory',
  },
  acmeEmail: {
    name: 'ACME_EMAIL',
    fallback: '',
    read: values.email,
    help: 'contact address for the directory',
  },
  acmeEab: {
    name: 'ACME_EAB',
    isSecret: true,
    fallback: '',
    read: values.externalAccount,
    help: 'kid:key, if the directory requires them',
  },
  certificateDir: {
    name: 'CERTIFICATE_DIR',
    fallback: '',
    read: String,
    help: 'folder for the certificate (default: certificates/ next to the database, or in data/)',
  },
  fastPath: {
    name: 'FAST_PATH',
    fallback: 'on',
    read: values.oneOf(['on', 'off']),
    help: 'on, or off: answer hits through node:http as well',
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
};

/**
 * @template {Table} T
 * @param {T} table
 * @param {Record<string, string | undefined>} env
 * @param {{ together?: Pair<T>[], either?: Pair<T>[] }} [rules]  `together`: settings that are worth nothing
 *   without the other; `either`: of which only one may be set
 * @returns {Readonly<Values<T>>}
 * @throws {LarderError} `invalid`, with a message that names the setting
 */
export function readSettings(table, env, { together = [], either = [] } = {}) {
  const config = /** @type {Values<T>} */ (
    Object.fromEntries(Object.entries(table).map(([key, setting]) => [key, readOne(setting, env)]))
  );
  const isSet = (/** @type {Pair<T>[0]} */ key) => String(config[key]) !== '';
  for (const [one, other] of together)
    if (isSet(one) !== isSet(other)) {
      const [set, missing] = isSet(one) ? [one, other] : [other, one];
      throw invalid(`${table[missing].name} must be set when ${table[set].name} is set.`);
    }
  for (const [one, other] of either)
    if (isSet(one) && isSet(other))
      throw invalid(`${table[one].name} and ${table[other].name} cannot both be set.`);
  return Object.freeze(config);
}

/** @param {Table} table @returns {string} one line for each setting, for `--help` */
export const describeSettings = (table) =>
  Object.values(table)
    .map(({ name, fallback, help }) => {
      const hint = fallback ? ` [${fallback}]` : '';
      return `  ${name.padEnd(20)} ${help}${hint}`;
    })
    .join('\n');

/**
 * @param {Setting} setting
 * @param {Record<string, string | undefined>} env
 * @returns {string} its value where the environment has none
 */
export const fallbackOf = ({ fallback, withDomain }, env) =>
  (env.DOMAIN?.trim() && withDomain) || fallback;

/**
 * @template {{ domain: string[], baseUrl: string, port: number, trustProxy: unknown }} C
 * @param {Readonly<C>} config
 * @returns {Readonly<C>} with the base URL of its domain, if it has one
 * @throws {LarderError} `invalid` when BASE_URL is another one, or TRUST_PROXY does not go with a domain
 */
export function withBaseUrl(config) {
  const { domain, baseUrl, port, trustProxy } = config;
  const [name] = domain;
  if (name && typeof trustProxy === 'number')
    throw invalid(
      'TRUST_PROXY must name the addresses of proxies when DOMAIN is set: who comes without one could fake theirs.',
    );
  if (!name || (!baseUrl && port === 0)) return config;
  if (!baseUrl)
    return Object.freeze({
      ...config,
      baseUrl: new URL(`https://${name}:${port}`).origin,
    });
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol === 'https:' && hostname === name) return config;
  throw invalid(`BASE_URL must be https://${name} when DOMAIN is set, or left out.`);
}

/** @param {Setting} setting @param {Record<string, string | undefined>} env */
function readOne(setting, env) {
  const { name, read, isSecret } = setting;
  // An empty value, as in a service file, counts as not set.
  const text = env[name]?.trim() || fallbackOf(setting, env);
  try {
    return read(text);
  } catch (error) {
    throw invalid(`${name} ${messageOf(error)}.${isSecret ? '' : ` It is “${text}”.`}`);
  }
}

/** @param {string} sentence */
const invalid = (sentence) => new LarderError('invalid', sentence);
