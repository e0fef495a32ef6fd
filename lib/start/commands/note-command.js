import { randomUUID } from 'node:crypto';
import { putAct } from '../../content/acts.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { Store } from '../../store/types.js' */

/**
 * Notes what a command did to the whole blog.
 * @param {Store[]} stores  each gets the same act
 * @param {Pick<Clock, 'now'>} clock
 * @param {string} name  of the command
 * @param {string} what  such as `blog.exported`
 */
export async function noteCommand(stores, clock, name, what) {
  const actor = { user: '', via: `command ${name}` };
  const act = putAct(actor, { what }, { clock, newId: randomUUID });
  for (const store of stores) await store.write([act]);
}
