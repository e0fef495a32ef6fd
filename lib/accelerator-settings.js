import { parseSize } from './util/sizes.js';
import * as values from './util/setting-values.js';

/** The settings of the accelerator alone, as those of lib/config.js. */
export const acceleratorSettings = {
  cacheDiskMaxBytes: {
    name: 'CACHE_DISK_MAX_BYTES',
    fallback: '1GiB',
    read: parseSize,
    help: 'accelerate: disk space for responses in CACHE_DIR, if that is set',
  },
  originUrl: {
    name: 'ORIGIN_URL',
    fallback: '',
    read: values.siteUrl,
    help: 'accelerate: the server to stand in front of, e.g. http://127.0.0.1:8080 (default: none, a key-value cache)',
  },
  originTimeout: {
    name: 'ORIGIN_TIMEOUT',
    fallback: '30s',
    read: values.duration,
    help: 'accelerate: how long the origin may take to begin its answer, and between two pieces of it, e.g. 500ms, 30s or 5m',
  },
  forwardHeaders: {
    name: 'FORWARD_HEADERS',
    fallback: '',
    read: values.fieldNames,
    help: 'accelerate: request fields on which no response depends, so that it is stored, separated by commas',
  },
  cacheUser: {
    name: 'CACHE_USER',
    fallback: '',
    read: values.userName,
    help: 'accelerate: user name for changing entries (Basic)',
  },
  cachePassword: {
    name: 'CACHE_PASSWORD',
    fallback: '',
    read: values.secret,
    help: 'accelerate: password of CACHE_USER, 12 characters or more',
  },
  cacheToken: {
    name: 'CACHE_TOKEN',
    fallback: '',
    read: values.bearerToken,
    help: 'accelerate: token for changing entries (Bearer), and between peers, 12 characters or more',
  },
  cachePlainHttp: {
    name: 'CACHE_PLAIN_HTTP',
    fallback: 'loopback',
    read: values.oneOf(['loopback', 'anywhere']),
    help: 'accelerate: from where entries may be changed without HTTPS, loopback or anywhere',
  },
  sharedEtags: {
    name: 'SHARED_ETAGS',
    fallback: 'on',
    read: values.oneOf(['on', '304', 'off']),
    help: 'accelerate: what ETags told by the origin answer without asking it, on, 304 (alone) or off',
  },
  etagSource: {
    name: 'ETAG_SOURCE',
    fallback: '',
    read: values.etagSource,
    help: 'accelerate: where the origin keeps its ETags, memcached://host:11211 or redis://user:password@host:6379/0',
  },
  etagKey: {
    name: 'ETAG_KEY',
    fallback: '{path}',
    read: values.etagKey,
    help: 'accelerate: its keys there; {path} is the path with its query, {pathname} without',
  },
  tlsCert: {
    name: 'TLS_CERT',
    fallback: '',
    read: values.file,
    help: 'accelerate: file of the certificate, with its chain, for HTTPS',
  },
  tlsKey: {
    name: 'TLS_KEY',
    fallback: '',
    read: values.file,
    help: 'accelerate: file of its private key',
  },
  peers: {
    name: 'PEERS',
    fallback: '',
    read: values.siteUrls,
    help: 'accelerate: URLs of the peers that changes are passed on to, separated by commas',
  },
  sharedUrl: {
    name: 'SHARED_URL',
    fallback: '',
    read: values.redisUrl,
    help: 'accelerate: Redis or Valkey in which changes are shared, redis:// or rediss:// (default: none)',
  },
  sharedPrefix: {
    name: 'SHARED_PREFIX',
    fallback: 'larder:',
    read: String,
    help: 'accelerate: what its keys there begin with',
  },
};
