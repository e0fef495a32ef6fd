import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { getDomain } from 'tldts';
import { domainOf } from '../../../mail/queue.js';
import { readDkimKey } from '../../../people/notifications/dkim.js';
import { trySmtp } from '../../../people/notifications/smtp.js';
import { checkSpf } from './check-spf.js';
/** @import { Resolver } from 'node:dns/promises' */
/** @import { Problem } from '../../../store/inspect.js' */
/** @import { Config } from '../../config.js' */

/** Milliseconds for all that is asked of the DNS. */
const WITHIN = 15_000;
/** Characters of one string in a TXT record. */
const STRING = 255;

/**
 * @typedef {Pick<Resolver, 'resolveNs' | 'resolveTxt' | 'resolveMx' | 'resolve4' | 'resolve6' | 'reverse' |
 *   'cancel'>} Dns
 *
 * @typedef {(type: 'NS' | 'TXT' | 'MX' | 'A' | 'PTR', name: string) => Promise<string[]>} Ask  none: there is no such
 *   record
 *
 * @typedef {Pick<Config, 'smtpUrl' | 'mailFrom' | 'bounceAddress' | 'dkimKey' | 'dkimSelector'>} SenderConfig
 */

/**
 * Whether receivers will take the blog's mail for what it is.
 * @param {SenderConfig} config
 * @param {Dns} dns
 * @param {typeof trySmtp} [tryServer]
 * @returns {Promise<{ problems: Problem[], notes: string[] }>}
 */
export async function checkSender(config, dns, tryServer = trySmtp) {
  if (!config.smtpUrl) return { problems: [], notes: [] };
  const from = domainToASCII(domainOf(config.mailFrom));
  const back = domainToASCII(domainOf(config.bounceAddress || config.mailFrom));
  const host = new URL(config.smtpUrl).hostname.replace(/^\[(.*)\]$/, '$1');
  const key = config.dkimKey ? readDkimKey(config.dkimKey) : null;
  /** @type {Problem[]} */
  const problems = [...(key?.problems ?? [])];
  /** @type {string[]} */
  const notes = [];
  const server = checkServer(config.smtpUrl, host, tryServer);
  const late = setTimeout(() => dns.cancel(), WITHIN);
  let isAway = '';
  try {
    const ask = askWith(dns);
    await refuseBlind(from, ask);
    const parts = await Promise.all([
      checkSpf(back, isLocal(host) ? from : host, ask),
      key && checkDkim(`${config.dkimSelector}._domainkey.${from}`, key.publicKey, ask),
      checkDmarc({ from, back, hasKey: key !== null, address: addressOf(config.mailFrom) }, ask),
      ...[...new Set([from, back])].map((domain) => checkMx(domain, host, ask)),
      isLocal(host) ? [] : checkReverse(host, ask),
    ]);
    problems.push(...parts.flatMap((each) => each ?? []));
    if (problems.length === 0) notes.push(`The DNS is right for mail from ${from}.\n`);
  } catch (error) {
    isAway = codeOf(error);
    notes.push(
      `The DNS could not be asked (${isAway}), so SPF, DKIM, DMARC, MX and reverse names were not checked.\n`,
    );
  } finally {
    clearTimeout(late);
  }
  const { problem, isNetwork } = await server;
  if (problem && isNetwork && isAway && !isLocal(host)) notes.push(`${problem.what}.\n`);
  else if (problem) problems.push(problem);
  if (!key)
    notes.push(
      `Mail is not signed here. If your mail server does not sign it with DKIM for ${from}, set DKIM_KEY (docs/newsletter.md).\n`,
    );
  if (isLocal(host))
    notes.push(
      'The mail server is on this machine, whose public address is not known here: its reverse name was not checked.\n',
    );
  return { problems, notes };
}

/**
 * Some machines without a network have a DNS that says that nothing exists.
 * @param {string} domain
 * @param {Ask} ask
 */
async function refuseBlind(domain, ask) {
  const top = domain.slice(domain.lastIndexOf('.') + 1);
  if ((await ask('NS', top)).length > 0) return;
  throw Object.assign(new Error(), { code: `it does not even know .${top}` });
}

/** @param {Dns} dns @returns {Ask} */
function askWith(dns) {
  /** @param {() => Promise<string[]>} query */
  const orNone = async (query) => {
    try {
      return await query();
    } catch (error) {
      if (/^(?:ENOTFOUND|ENODATA)$/.test(codeOf(error))) return [];
      throw error;
    }
  };
  return async (type, name) => {
    if (type === 'A')
      return (
        await Promise.all([orNone(() => dns.resolve4(name)), orNone(() => dns.resolve6(name))])
      ).flat();
    return orNone(async () => {
      if (type === 'TXT') return (await dns.resolveTxt(name)).map((strings) => strings.join(''));
      if (type === 'PTR') return dns.reverse(name);
      if (type === 'NS') return dns.resolveNs(name);
      return (await dns.resolveMx(name)).map(({ exchange }) => exchange);
    });
  };
}

/** @param {string} name @param {string} publicKey @param {Ask} ask @returns {Promise<Problem[]>} */
async function checkDkim(name, publicKey, ask) {
  const record = `v=DKIM1; k=rsa; p=${publicKey}`;
  const strings = record.match(new RegExp(`.{1,${STRING}}`, 'g')) ?? [];
  const line = `${name}. TXT ${strings.map((each) => `"${each}"`).join(' ')}`;
  const found = (await ask('TXT', name)).filter((text) => /(?:^|;)\s*p\s*=/.test(text));
  if (found.length === 0)
    return [
      {
        what: `The DNS has no key at ${name}: receivers cannot check the signature of your mail`,
        todo: `Add to the DNS: ${line}`,
      },
    ];
  if (found.length === 1 && tagsOf(found[0]).p === publicKey) return [];
  return [
    {
      what: `The DNS has another key at ${name} than DKIM_KEY: receivers will reject the signature of your mail`,
      todo: `Put in its place: ${line}`,
    },
  ];
}

/**
 * @param {{ from: string, back: string, hasKey: boolean, address: string }} sender
 * @param {Ask} ask
 * @returns {Promise<Problem[]>}
 */
async function checkDmarc({ from, back, hasKey, address }, ask) {
  const organisation = getDomain(from) ?? from;
  const add = `Add to the DNS: _dmarc.${from}. TXT "v=DMARC1; p=none; rua=mailto:${address}"`;
  /** @type {string[]} */
  let found = [];
  for (const domain of new Set([from, organisation]))
    if (found.length === 0)
      found = (await ask('TXT', `_dmarc.${domain}`)).filter((text) => /^v=DMARC1\s*;/i.test(text));
  if (found.length === 0)
    return [
      {
        what: `${from} has no DMARC record: Gmail and Yahoo take no newsletter without one`,
        todo: add,
      },
    ];
  const { p = '', aspf = 'r' } = tagsOf(found[0]);
  if (found.length > 1 || !/^(?:none|quarantine|reject)$/i.test(p))
    return [{ what: `The DMARC record of ${from} is not valid: receivers ignore it`, todo: add }];
  const isAligned = back === from || (aspf !== 's' && (getDomain(back) ?? back) === organisation);
  if (hasKey || isAligned) return [];
  return [
    {
      what: `Mail comes from ${from} and is sent back to ${back}, so that SPF does not count for DMARC, and it is not signed here`,
      todo: `Set DKIM_KEY and DKIM_SELECTOR, or a BOUNCE_ADDRESS at ${from}`,
    },
  ];
}

/** @param {string} domain @param {string} host @param {Ask} ask @returns {Promise<Problem[]>} */
async function checkMx(domain, host, ask) {
  const servers = await ask('MX', domain);
  const takesMail = servers.some((name) => name !== '' && name !== '.');
  if (takesMail || (servers.length === 0 && (await ask('A', domain)).length > 0)) return [];
  return [
    {
      what: `No mail can reach ${domain}: answers, and reports of mail that failed, are lost`,
      todo: `Add to the DNS the server that takes its mail: ${domain}. MX 10 ${isIP(host) ? `mail.${domain}` : host}.`,
    },
  ];
}

/** @param {string} host @param {Ask} ask @returns {Promise<Problem[]>} */
async function checkReverse(host, ask) {
  const addresses = isIP(host) ? [host] : await ask('A', host);
  const problems = await Promise.all(
    addresses.slice(0, 4).map(async (address) => {
      const names = await ask('PTR', address);
      const back = await Promise.all(names.slice(0, 4).map((name) => ask('A', name)));
      if (back.flat().includes(address)) return [];
      const name = isIP(host) ? 'its name' : host;
      return [
        {
          what: `The mail server’s address ${address} has no reverse name that leads back to it`,
          todo: `Ask whoever the address is rented from to set its PTR record to ${name}`,
        },
      ];
    }),
  );
  return problems.flat();
}

/**
 * @param {string} url
 * @param {string} host
 * @param {typeof trySmtp} tryServer
 * @returns {Promise<{ problem: Problem | null, isNetwork: boolean }>}
 */
async function checkServer(url, host, tryServer) {
  try {
    await tryServer(url, { needsTls: !isLocal(host) });
    return { problem: null, isNetwork: false };
  } catch (error) {
    const { message = '' } = /** @type {any} */ (error);
    const code = codeOf(error);
    const [todo, isNetwork = false] = remedyFor(code, message);
    return {
      problem: { what: `The mail server ${host} cannot be used: ${message}`, todo },
      isNetwork,
    };
  }
}

/** @param {string} code  of nodemailer, or of the system @param {string} message @returns {[string, boolean?]} */
function remedyFor(code, message) {
  if (/certificate|altnames/i.test(message))
    return ['Name it in SMTP_URL as its certificate does, or have a valid one made for it'];
  if (code === 'ETLS' || /STARTTLS/i.test(message))
    return [
      'Use smtps://, or a server that offers STARTTLS: else everybody on the way can read along',
    ];
  if (code === 'EAUTH') return ['Correct user and password in SMTP_URL'];
  return ['Correct host and port in SMTP_URL, or see why it does not answer', true];
}

/** @param {string} record  tags of RFC 6376, section 3.2 @returns {Record<string, string>} */
const tagsOf = (record) =>
  Object.fromEntries(
    record
      .replace(/\s/g, '')
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)]),
  );

/** @param {string} from  as in `My blog <blog@example.org>` */
const addressOf = (from) => from.slice(from.lastIndexOf('<') + 1).replace('>', '');

/** @param {string} host */
const isLocal = (host) => /^(?:localhost|127\.[\d.]+|::1)$/.test(host);

/** @param {unknown} error @returns {string} */
const codeOf = (error) => /** @type {any} */ (error)?.code ?? 'an error';
