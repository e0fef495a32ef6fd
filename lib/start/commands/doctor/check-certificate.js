import { readCertificate } from '../../certificates/certificate.js';
import { folderOf, isOpenToOthers, openFolder, sayOpen } from '../../certificates/folder.js';
import { sayWhy } from '../../certificates/refusals.js';
/** @import { Problem } from '../../../store/inspect.js' */

/** Of its life: what is left when a renewal is long overdue. */
const OVERDUE = 1 / 5;

/**
 * @param {{ domain: string[], certificateDir: string, storeUrl?: string }} config
 * @param {number} now  milliseconds since 1970
 * @returns {{ problems: Problem[], note: string }} of the certificate of a server with a domain; `note`: a line on how
 *   long it is good, or ''
 */
export function checkCertificate(config, now) {
  const [name] = config.domain;
  if (!name) return { problems: [], note: '' };
  const folder = folderOf(config);
  const problem = (/** @type {string} */ what, /** @type {string} */ todo) => ({
    problems: [{ what, todo }],
    note: '',
  });
  try {
    const pem = openFolder(folder).read('certificate.pem');
    if (pem === undefined)
      return problem(
        `There is no certificate for ${name} yet`,
        'Start the server: its log says what is wrong',
      );
    const { names, from, until } = readCertificate(pem);
    const end = new Date(until).toISOString().slice(0, 10);
    const missing = config.domain.filter((each) => !names.includes(each));
    if (missing.length > 0)
      return problem(
        `The certificate is not for ${missing.join(', ')}`,
        'Restart the server: it will request a new one',
      );
    if (until - now < (until - from) * OVERDUE)
      return problem(
        until < now ? `The certificate ended on ${end}` : `The certificate ends on ${end}`,
        'See the server’s log for why it cannot be renewed',
      );
    if (isOpenToOthers(folder)) return problem(sayOpen(folder), `chmod -R go= ${folder}`);
    return { problems: [], note: `The certificate of ${name} is valid until ${end}.\n` };
  } catch (error) {
    return problem(
      `The certificate in ${folder} cannot be read`,
      sayWhy(error, 'Restart the server: it asks for another one'),
    );
  }
}
