import { setImmediate } from 'node:timers/promises';
import { mayCreate } from '../../lib/people/rights.js';
import { topics } from '../../lib/views/presenters/help.js';
/** @import { SignedInAction } from '../types.js' */

/** `GET /admin/help`: what can be written, and what becomes of it, as readers see it. @type {SignedInAction} */
export async function show({ author }, { texts, index }) {
  const { language } = index.settings;
  const links = { 'pickled-lemons': { url: '/post/pickled-lemons', title: 'Pickled lemons' } };
  const presented = [];
  for (const { title, about, examples } of topics) {
    const shown = [];
    for (const source of examples) {
      const { html } = await texts.render({ markdown: source, excerpt: '', language, links });
      shown.push({ source, html });
      await setImmediate();
    }
    presented.push({ title, about, examples: shown });
  }
  return {
    view: 'admin/help',
    model: { topics: presented, mayUpdate: mayCreate(author, 'page') },
    page: { title: 'Markdown guide' },
  };
}
