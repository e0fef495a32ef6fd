/**
 * Turns a request target in absolute form (RFC 9112 section 3.2.2) into the origin form.
 * @param {string} target such as 'http://blog.example.org/tags'
 * @param {string[]} ownHosts with ports, except default ones
 * @returns {{ target: string } | { error: 'badRequest' | 'misdirected' }}
 */
export function fromAbsoluteForm(target, ownHosts) {
  const [, origin = '', rest = ''] = /^(https?:\/\/[^/?#@]{1,300})([/?#].*)?$/i.exec(target) ?? [];
  if (!URL.canParse(origin)) return { error: 'badRequest' };
  if (!ownHosts.includes(new URL(origin).host)) return { error: 'misdirected' };
  return { target: rest.startsWith('/') ? rest : `/${rest}` };
}

/** @param {string} target of a request @returns {string} in origin form, for the same at another host */
export const redirectTarget = (target) =>
  target.startsWith('/') ? target : `/${target.replace(/^https?:\/\/[^/?]*\/?|^\*$/i, '')}`;

/** @param {string} host a name, or an IP address @param {number} port @returns {string} */
export const originOf = (host, port) =>
  new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`).origin;
