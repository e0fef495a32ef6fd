import { common, readSettings, withBaseUrl } from '../base/read-settings.js';
import * as values from '../base/setting-values.js';
import { parseSize } from '../base/sizes.js';
/** @import { Values } from '../base/read-settings.js' */

/** The settings of the accelerator. */
export const settings = {
  ...common,
  baseUrl: {
    name: 'BASE_URL',
    fallback: '',
    read: values.siteUrl,
    help: 'public URL, e.g. https://www.example.org (default: ORIGIN_URL, or the address it listens on)',
  },
  cacheMaxBytes: {
    name: 'CACHE_MAX_BYTES',
    fallback: '64MiB',
    read: parseSize,
    help: 'memory for responses, e.g. 64MiB',
  },
  cacheDir: {
    name: 'CACHE_DIR',
    fallback: '',
    read: String,
    help: 'folder that keeps responses on disk, across restarts (default: none)',
  },
  workers: {
    name: 'WORKERS',
    fallback: '1',
    read: values.workers,
    help: 'processes that serve: a number, or auto for one per core',
  },
  cacheDiskMaxBytes: {
    name: 'CACHE_DISK_MAX_BYTES',
    fallback: '1GiB',
    read: parseSize,
    help: 'disk space for responses in CACHE_DIR, if that is set',
  },
  originUrl: {
    name: 'ORIGIN_URL',
    isSecret: true,
    fallback: '',
    read: values.siteUrl,
    help: 'server to cache for, e.g. http://127.0.0.1:8080 (default: none, a key-value cache)',
  },
  originTimeout: {
    name: 'ORIGIN_TIMEOUT',
    fallback: '30s',
    read: values.duration,
    help: 'time limit for the origin to begin its answer, and between two pieces of it, e.g. 500ms, 30s or 5m',
  },
  forwardHeaders: {
    name: 'FORWARD_HEADERS',
    fallback: '',
    read: values.fieldNames,
    help: 'request fields to forward that no response depends on, separated by commas',
  },
  cacheUser: {
    name: 'CACHE_USER',
    fallback: '',
    read: values.userName,
    help: 'user name for changing entries (Basic)',
  },
  cachePassword: {
    name: 'CACHE_PASSWORD',
    isSecret: true,
    fallback: '',
    read: values.secret,
    help: 'password of CACHE_USER, 12 characters or more',
  },
  cacheToken: {
    name: 'CACHE_TOKEN',
    isSecret: true,
    fallback: '',
    read: values.bearerToken,
    help: 'token for changing entries (Bearer), and between peers, 12 characters or more',
  },
  cachePlainHttp: {
    name: 'CACHE_PLAIN_HTTP',
    fallback: 'loopback',
    read: values.oneOf(['loopback', 'anywhere']),
    help: 'where entries may be changed from without HTTPS: loopback or anywhere',
  },
  sharedEtags: {
    name: 'SHARED_ETAGS',
    fallback: 'on',
    read: values.oneOf(['on', '304', 'off']),
    help: 'what to answer by the origin’s ETags without asking it: on, 304 (only these) or off',
  },
  etagSource: {
    name: 'ETAG_SOURCE',
    isSecret: true,
    fallback: '',
    read: values.etagSource,
    help: 'where the origin stores its ETags, memcached://host:11211 or redis://user:password@host:6379/0',
  },
  etagKey: {
    name: 'ETAG_KEY',
    fallback: '{path}',
    read: values.etagKey,
    help: 'their keys there; {path} is the path with its query, {pathname} without',
  },
  tlsCert: {
    name: 'TLS_CERT',
    fallback: '',
    read: values.file,
    help: 'certificate file with its chain, for HTTPS',
  },
  tlsKey: {
    name: 'TLS_KEY',
    fallback: '',
    read: values.file,
    help: 'its private key file',
  },
  peers: {
    name: 'PEERS',
    isSecret: true,
    fallback: '',
    read: values.siteUrls,
    help: 'URLs of peers to forward changes to, separated by commas',
  },
  sharedUrl: {
    name: 'SHARED_URL',
    isSecret: true,
    fallback: '',
    read: values.redisUrl,
    help: 'Redis or Valkey for sharing changes, redis:// or rediss:// (default: none)',
  },
  sharedPrefix: {
    name: 'SHARED_PREFIX',
    fallback: 'larder:',
    read: String,
    help: 'prefix of its keys there',
  },
};

/** @typedef {Values<typeof settings>} AcceleratorConfig */

/**
 * Reads the settings of the accelerator once.
 * @param {Record<string, string | undefined>} env
 * @returns {Readonly<AcceleratorConfig>}
 * @throws {import('../base/errors.js').LarderError} `invalid`, with a message that names the setting
 */
export const readAcceleratorConfig = (env) =>
  withBaseUrl(
    readSettings(settings, env, {
      together: [
        ['cacheUser', 'cachePassword'],
        ['tlsCert', 'tlsKey'],
      ],
      either: [
        ['sharedUrl', 'peers'],
        ['sharedUrl', 'etagSource'],
        ['domain', 'tlsCert'],
      ],
    }),
  );
