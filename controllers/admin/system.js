import { presentSystem } from '../../lib/views/presenters/system.js';
/** @import { SignedInAction } from '../types.js' */

/** `GET /admin/system`: how the blog is doing, and what to do. @type {SignedInAction} */
export async function show(_request, { metrics, machine, clock, words }) {
  const [figures, state] = await Promise.all([metrics.figures(), machine()]);
  const rows = presentSystem(figures, state, words, clock.now());
  return { view: 'admin/system', model: { rows }, page: { title: words.say('system.title') } };
}
