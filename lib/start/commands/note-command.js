import { randomUUID } from 'node:crypto';
import { putAct } from '../../content/acts.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { Store } from '../../store/types.js' */

/**
 * Notes what a command did to the whole blog.
 * @param {Store} store
 * @param {Pick<Clock, 'now'>} clock
 * @param {string} name  of the command
 * @param {string} what  such as `blog.exported`
 */
export async function noteCommand(store, clock, name, what) {
  const actor = { user: '', via: `command ${name}` };
  await store.write([putAct(actor, { what }, { clock, newId: randomUUID })]);
}
