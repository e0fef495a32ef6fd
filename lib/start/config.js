import { LarderError } from '../base/errors.js';
import { common, readSettings, withBaseUrl } from '../base/read-settings.js';
import * as values from '../base/setting-values.js';
import { networkAge, networks, networkTokens, tokenOf } from '../networks/settings.js';
import { parseCount, parseMonths, parseSize } from '../base/sizes.js';
import { readDkimKey } from '../people/notifications/dkim.js';
/** @import { Values } from '../base/read-settings.js' */

/** @param {string} file */
function dkimKey(file) {
  if (file) readDkimKey(file);
  return file;
}

/** The settings of a blog. */
export const settings = {
  ...common,
  baseUrl: {
    name: 'BASE_URL',
    fallback: '',
    read: values.siteUrl,
    help: 'public URL, e.g. https://blog.example.org (default: the address it listens on)',
  },
  storeUrl: {
    name: 'STORE_URL',
    isSecret: true,
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
    help: 'on, or off: compare no cached pages with fresh ones',
  },
  cacheDir: {
    name: 'CACHE_DIR',
    fallback: '',
    read: String,
    help: 'folder that keeps cached pages across restarts (default: cache/ next to the database)',
  },
  apiToken: {
    name: 'API_TOKEN',
    isSecret: true,
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
    help: 'on, or off: no search',
  },
  statistics: {
    name: 'STATISTICS',
    fallback: 'on',
    read: values.oneOf(['on', 'off']),
    help: 'on, or off: do not count readers',
  },
  statisticsKeep: {
    name: 'STATISTICS_KEEP',
    fallback: '0',
    read: parseMonths,
    help: 'months to keep statistics; 0 = forever',
  },
  smtpUrl: {
    name: 'SMTP_URL',
    isSecret: true,
    fallback: '',
    read: values.smtpUrl,
    help: 'smtp(s)://user:password@host:587, for e-mail about new comments and forgotten passwords (default: none)',
  },
  mailFrom: {
    name: 'MAIL_FROM',
    fallback: '',
    read: values.mailFrom,
    help: 'sender of these e-mails; required with SMTP_URL',
  },
  mailPerHour: {
    name: 'MAIL_PER_HOUR',
    fallback: '0',
    read: parseCount,
    help: 'mails to subscribers in an hour; 0 = as many as the server takes',
  },
  dkimKey: {
    name: 'DKIM_KEY',
    fallback: '',
    read: dkimKey,
    help: 'file with the private RSA key (PEM) that signs all mail (default: none; the mail server may sign)',
  },
  dkimSelector: {
    name: 'DKIM_SELECTOR',
    fallback: '',
    read: values.dkimSelector,
    help: 'name of that key in DNS, e.g. larder for larder._domainkey.example.org; required with DKIM_KEY',
  },
  bounceAddress: {
    name: 'BOUNCE_ADDRESS',
    fallback: '',
    read: values.bounceAddress,
    help: 'address that takes reports of mail that failed, also with + and more before the @ (default: MAIL_FROM’s)',
  },
  bounceImapUrl: {
    name: 'BOUNCE_IMAP_URL',
    isSecret: true,
    fallback: '',
    read: values.imapUrl,
    help: 'imaps://user:password@host/mailbox where these reports arrive (default: none)',
  },
  webhookUrl: {
    name: 'WEBHOOK_URL',
    isSecret: true,
    fallback: '',
    read: values.httpUrl,
    help: 'http(s) URL that each new comment is posted to, as JSON (default: none)',
  },
  websubHub: {
    name: 'WEBSUB_HUB',
    fallback: '',
    read: values.httpUrl,
    help: 'http(s) URL of the WebSub hub to notify of new posts, also named in feeds (default: none)',
  },
  geoDb: {
    name: 'GEO_DB',
    fallback: '',
    read: String,
    help: 'IP location database (MMDB) from MaxMind, DB-IP or IPinfo (default: the free package that doctor suggests, if installed)',
  },
  geoEndpoint: {
    name: 'GEO_ENDPOINT',
    fallback: 'off',
    read: values.oneOf(['off', 'on']),
    help: 'off, or on: /geo returns the reader’s location as JSON',
  },
  geoOrigins: {
    name: 'GEO_ORIGINS',
    fallback: '',
    read: values.geoOrigins,
    help: 'origins of other sites that may call /geo, separated by commas; or * for all',
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    isSecret: true,
    fallback: '',
    read: values.bearerToken,
    help: 'token for /metrics (Bearer), 12 characters or more (default: none, readable only from this machine, directly)',
  },
  accessLog: {
    name: 'ACCESS_LOG',
    fallback: 'off',
    read: values.oneOf(['off', 'combined', 'json']),
    help: 'off, combined or json: one line per request, with a shortened address',
  },
  accessLogFile: {
    name: 'ACCESS_LOG_FILE',
    fallback: '',
    read: String,
    help: 'access log file (default: stdout)',
  },
  backup: {
    name: 'BACKUP',
    fallback: 'on',
    read: values.oneOf(['on', 'off']),
    help: 'on, or off: no daily backups',
  },
  backupDir: {
    name: 'BACKUP_DIR',
    fallback: '',
    read: String,
    help: 'folder for daily backups (default: backups/ next to the database)',
  },
  backupCommand: {
    name: 'BACKUP_COMMAND',
    fallback: '',
    read: String,
    help: 'command to run after each backup with its file, to copy it elsewhere',
  },
  cdn: {
    name: 'CDN',
    isSecret: true,
    fallback: '',
    read: networks,
    help: 'networks in front, told of each change: varnish:URL, larder:URL, urls:URL, cloudflare:ZONE, fastly:SERVICE',
  },
  cdnToken: {
    name: 'CDN_TOKEN',
    isSecret: true,
    fallback: '',
    read: networkTokens,
    help: 'token for them; or one for each in their order, separated by commas',
  },
  cdnMaxAge: {
    name: 'CDN_MAX_AGE',
    fallback: '1d',
    read: networkAge,
    help: 'how long they may keep a page without asking, e.g. 30m, 12h or 1d',
  },
  themeDir: {
    name: 'THEME_DIR',
    fallback: '',
    read: values.themeDir,
    help: 'folder whose views/ and public/ override the theme, file by file',
  },
};

/** @typedef {Values<typeof settings>} Config */

/**
 * Reads the settings of a blog once.
 * @param {Record<string, string | undefined>} env
 * @returns {Readonly<Config>}
 * @throws {LarderError} `invalid`, with a message that names the setting
 */
export function readConfig(env) {
  const config = withBaseUrl(
    readSettings(settings, env, { together: [['dkimKey', 'dkimSelector']] }),
  );
  if (config.smtpUrl && !config.mailFrom)
    throw new LarderError('invalid', 'MAIL_FROM must be set when SMTP_URL is set.');
  if (config.cdn.length > 0) checkNetworks(config);
  return config;
}

/** @param {Readonly<Config>} config */
function checkNetworks({ cdn, cdnToken, baseUrl }) {
  const invalid = (/** @type {string} */ sentence) => new LarderError('invalid', sentence);
  if (!baseUrl) throw invalid('BASE_URL must be set when CDN is set.');
  if (cdnToken.length > 1 && cdnToken.length !== cdn.length)
    throw invalid('CDN_TOKEN must have one token, or as many as CDN has networks.');
  const lacks = cdn.find(
    ({ kind }, place) => (kind === 'cloudflare' || kind === 'fastly') && !tokenOf(cdnToken, place),
  );
  if (lacks) throw invalid(`CDN_TOKEN must have a token for ${lacks.name}.`);
}
