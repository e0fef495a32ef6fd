/**
 * @param {string} target of a request line
 * @returns {string} its path, without query and fragment
 */
export function pathOfTarget(target) {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}

/**
 * @param {string} target of a request line
 * @returns {string} its query with the question mark; '' when it has none
 */
export const queryOfTarget = (target) => (/\?[^#]*/.exec(target) ?? [''])[0];

/**
 * Turns the absolute form, as proxies get it (RFC 9112 section 3.2.2), into the usual one.
 * @param {string} target such as 'http://blog.example.org/tags'
 * @param {string[]} ownHosts with their ports, but for the scheme's own
 * @returns {{ target: string } | { error: 'badRequest' | 'misdirected' }}
 */
export function fromAbsoluteForm(target, ownHosts) {
  const [, origin = '', rest = ''] = /^(https?:\/\/[^/?#@]{1,300})([/?#].*)?$/i.exec(target) ?? [];
  if (!URL.canParse(origin)) return { error: 'badRequest' };
  if (!ownHosts.includes(new URL(origin).host)) return { error: 'misdirected' };
  return { target: rest.startsWith('/') ? rest : `/${rest}` };
}
