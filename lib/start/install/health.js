import http from 'node:http';
import https from 'node:https';
import { existsSync, readFileSync } from 'node:fs';
import util from 'node:util';
import { refuseStrayLines } from '../../base/env-file.js';
import { LOCAL_PORT } from '../certificates/https.js';
import { refusal, USER } from './machine.js';
/** @import { Machine, Places } from './machine.js' */

/** Milliseconds between two looks, and how many there are: a minute. */
const PAUSE = 500;
const LOOKS = 120;
/** Lines of the log. */
const SHOWN = 5;
/** Pages that a blog has whatever is in it. */
const PAGES = ['/healthz', '/', '/atomfeed'];

/** @typedef {{ host: string, port: number, isSecure: boolean, name: string }} Address  `name`: of the blog, for TLS */

/**
 * @param {Places} places
 * @returns {Record<string, string | undefined>} the settings of the installed blog
 * @throws {LarderError} `invalid` when systemd would not see one of them, or a line is none
 */
export function settingsOf({ settings }) {
  if (!existsSync(settings)) return {};
  const text = readFileSync(settings, 'utf8');
  if (text.startsWith('\uFEFF'))
    throw refusal(
      `${settings} begins with a byte order mark, so that systemd does not see its first line: save it as UTF-8 without one.`,
    );
  const [, name] = /^[ \t]*export[ \t]+(\w+)/m.exec(text) ?? [];
  if (name)
    throw refusal(
      `systemd does not see ${name} in ${settings}: remove the word “export” before each setting.`,
    );
  refuseStrayLines(text, settings);
  return util.parseEnv(text);
}

/**
 * @param {Record<string, string | undefined>} settings
 * @returns {Address[]} where the blog may listen on this machine: with a domain, without HTTPS as long as there is no
 *   certificate
 */
export function addressesOf({ DOMAIN = '', PORT, HOST = '' }) {
  const [name] = DOMAIN.split(',').map((each) => each.trim());
  const host = ['', '0.0.0.0', '::'].includes(HOST) ? '127.0.0.1' : HOST;
  if (!name) return [{ host, port: Number(PORT || 3000), isSecure: false, name }];
  return [
    { host, port: Number(PORT || 443), isSecure: true, name },
    { host: '127.0.0.1', port: LOCAL_PORT, isSecure: false, name },
  ];
}

/**
 * @param {Machine} machine
 * @param {Places} places
 * @param {Address[]} [addresses]  one of which must serve
 * @returns {Promise<string>} '' once it serves pages, or what keeps it from that, with what it logged last
 */
export async function untilHealthy(machine, places, addresses = addressesOf(settingsOf(places))) {
  for (let look = 0; look < LOOKS; look += 1) {
    const { output } = await machine.run('systemctl', ['is-active', USER]);
    if (/^failed/m.test(output)) return `It does not start:\n${await lastLog(machine)}`;
    for (const address of addresses) if (await isHealthy(address)) return '';
    await machine.sleep(PAUSE);
  }
  return `It does not answer after ${(LOOKS * PAUSE) / 1000} seconds:\n${await lastLog(machine)}`;
}

/**
 * @param {Record<string, string | undefined>} settings
 * @returns {Promise<boolean>} whether a blog with these is served on this machine
 */
export const isServed = async (settings) =>
  (await Promise.all(addressesOf(settings).map(isHealthy))).includes(true);

/** @param {Address} address @returns {Promise<boolean>} whether it serves the pages that every blog has */
export async function isHealthy(address) {
  for (const path of PAGES) if ((await statusOf(address, path)) !== 200) return false;
  return true;
}

/** @param {Address} address @param {string} path @returns {Promise<number>} 0 without an answer */
function statusOf({ host, port, isSecure, name }, path) {
  const headers = name ? { host: name } : {};
  // It is on this machine, and may have no certificate of its name yet.
  const secure = { servername: name, rejectUnauthorized: false };
  return new Promise((resolve) => {
    const request = (isSecure ? https : http).get(
      { host, port, path, headers, timeout: 5000, ...(isSecure && secure) },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(0));
  });
}

/** @param {Machine} machine @returns {Promise<string>} what the service logged last, for people */
export async function lastLog(machine) {
  const args = ['-u', USER, '-n', '30', '-o', 'cat', '--no-pager'];
  const lines = (await machine.run('journalctl', args)).output.trim().split('\n');
  return lines.filter(isTelling).slice(-SHOWN).map(sayLine).join('\n');
}

/** Not where in the program it was. @param {string} line */
const isTelling = (line) => !/^\s+at |^\s*[\^}]?$|^Node\.js v/.test(line);

/** @param {string} line @returns {string} the sentence of one in JSON */
function sayLine(line) {
  try {
    const { msg, err } = JSON.parse(line);
    return err?.message && !msg.includes(err.message) ? `${msg}: ${err.message}` : msg;
  } catch {
    return line;
  }
}
