import { createKey, jwkOf, readKey, signedWithSecret } from './jws.js';
import { readCertificate } from './certificate.js';
import { prove } from './prove.js';
import { Refusal } from './refusals.js';
import { signingRequest } from './signing-request.js';
/** @import { Certificate } from './certificate.js' */
/** @import { Account, Resource } from './directory.js' */
/** @import { Folder } from './folder.js' */
/** @import { Deps as ProofDeps } from './prove.js' */

/**
 * @typedef {object} Acme  The directory, and the account there.
 * @property {string} acmeUrl
 * @property {string} acmeEmail  '' for none
 * @property {string} acmeEab  kid:key, or ''
 *
 * @typedef {object} Wanted
 * @property {string[]} names
 * @property {string} [replaces]  the certificate that it is instead of (RFC 9773 section 5)
 *
 * @typedef {ProofDeps & { config: Acme, folder: Folder }} Deps
 */

const CHAIN = /^-----BEGIN CERTIFICATE-----\r?\n[\w+/=\s]+-----END CERTIFICATE-----/;

/**
 * Has a certificate issued (RFC 8555 section 7) and writes it to the folder. Whatever was interrupted goes on, or
 * begins anew: a key is on the disk before the directory hears of it.
 * @param {Wanted} wanted
 * @param {Deps} deps
 * @returns {Promise<Certificate>}
 * @throws {Refusal} what the directory says; {Error} when it cannot be reached, or nothing can be written
 */
export async function issue(wanted, deps) {
  const { directory, folder } = deps;
  const account = await openAccount(deps);
  const found = await bringHome(wanted, account, deps);
  if (found) return found;
  const { order, url, account: by } = await placeOrder(wanted, account, deps);
  for (const each of order.authorizations) await prove(each, by, deps);
  const ready = await directory.poll(url, by, ({ status }) => status !== 'pending');
  const key = createKey();
  folder.write('order.json', JSON.stringify({ url, key, names: wanted.names }));
  if (ready.status === 'ready') {
    const csr = signingRequest(readKey(key), wanted.names).toString('base64url');
    await directory.post(order.finalize, by, { csr });
  }
  return fetchCertificate({ url, key, names: wanted.names }, by, deps);
}

/** @param {Deps} deps @returns {Promise<Account>} as it is on the disk, or a new one */
async function openAccount({ config, directory, folder }) {
  const { acmeUrl, acmeEmail, acmeEab } = config;
  const text = folder.read('account.json');
  const known = text === undefined ? undefined : read(text);
  const isKnown = known?.directory === acmeUrl;
  if (isKnown && known.url) return { key: readKey(known.key), url: known.url };
  const pem = isKnown ? known.key : createKey();
  const save = (/** @type {string} */ url) =>
    folder.write('account.json', JSON.stringify({ directory: acmeUrl, key: pem, url }));
  if (!isKnown) save('');
  const key = readKey(pem);
  const { newAccount } = await directory.resources();
  const jwk = jwkOf(key);
  const [kid, secret] = acmeEab.split(':');
  const payload = {
    termsOfServiceAgreed: true,
    ...(acmeEmail && { contact: [`mailto:${acmeEmail}`] }),
    ...(kid && {
      externalAccountBinding: signedWithSecret(secret, { kid, url: newAccount }, jwk),
    }),
  };
  const { headers } = await directory
    .post(newAccount, { key, url: '' }, payload, { jwk })
    .catch((error) => {
      const isOther = kid && error instanceof Refusal && error.type === 'unauthorized';
      throw isOther ? new Refusal('externalAccountRequired', error.message, error) : error;
    });
  const url = headers.get('location');
  if (!url) throw new Refusal('malformed', 'The directory does not name the account');
  save(url);
  return { key, url };
}

/**
 * What was ordered before the process ended.
 * @param {Wanted} wanted
 * @param {Account} account
 * @param {Deps} deps
 */
async function bringHome({ names }, account, deps) {
  const text = deps.folder.read('order.json');
  const order = text === undefined ? undefined : read(text);
  if (typeof order?.url !== 'string' || String(order.names) !== String(names)) return undefined;
  try {
    const { body } = await deps.directory.post(order.url, account);
    if (body.status === 'valid' || body.status === 'processing')
      return await fetchCertificate(order, account, deps);
  } catch (error) {
    // The directory has forgotten it, or the account is another one: a new one is ordered.
    if (!(error instanceof Refusal)) throw error;
  }
  deps.folder.remove('order.json');
  return undefined;
}

/** @param {Wanted} wanted @param {Account} account @param {Deps} deps */
async function placeOrder({ names, replaces }, account, deps) {
  const { newOrder } = await deps.directory.resources();
  const identifiers = names.map((value) => ({ type: 'dns', value }));
  let by = account;
  let payload = { identifiers, ...(replaces && { replaces }) };
  for (let tries = 0; ; tries++)
    try {
      const { body, headers } = await deps.directory.post(newOrder, by, payload);
      const url = headers.get('location');
      const isOrder = url && Array.isArray(body.authorizations) && body.finalize;
      if (!isOrder) throw new Refusal('malformed', 'The directory answers without an order');
      return { order: body, url, account: by };
    } catch (error) {
      if (!(error instanceof Refusal) || tries === 2) throw error;
      // Nothing else of an order can be unauthorised: the account is unknown there, or was revoked.
      if (['accountDoesNotExist', 'unauthorized'].includes(error.type)) {
        deps.folder.remove('account.json');
        by = await openAccount(deps);
      } else if (payload.replaces && error.type !== 'rateLimited') {
        payload = { identifiers };
      } else throw error;
    }
}

/**
 * @param {{ url: string, key: string, names: string[] }} order
 * @param {Account} account
 * @param {Deps} deps
 * @returns {Promise<Certificate>}
 */
async function fetchCertificate({ url, key, names }, account, { directory, folder }) {
  const isDone = (/** @type {Resource} */ { status }) => !['processing', 'ready'].includes(status);
  const order = await directory.poll(url, account, isDone);
  if (order.status !== 'valid') throw Refusal.of(order.error ?? { detail: 'The order failed' });
  const { text } = await directory.post(order.certificate, account);
  if (!CHAIN.test(text)) throw new Refusal('malformed', 'The directory sends no certificate');
  const certificate = readCertificate(`${key}${text}`);
  if (!names.every((name) => certificate.names.includes(name)))
    throw new Refusal('malformed', 'The certificate is for other names');
  folder.write('certificate.pem', certificate.pem);
  folder.remove('order.json');
  return certificate;
}

/**
 * @param {string} text  what was written of an account or an order
 * @returns {{ directory: string, url: string, key: string, names: string[] } | undefined} undefined when it is damaged
 */
function read(text) {
  try {
    const found = JSON.parse(text);
    readKey(found.key);
    return found;
  } catch {
    return undefined;
  }
}
