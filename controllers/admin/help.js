import { setImmediate } from 'node:timers/promises';
import { mayCreate } from '../../lib/people/rights.js';
import { sayLabels } from '../../lib/views/presenters/own-labels.js';
import { topics } from '../../lib/views/presenters/help.js';
/** @import { SignedInAction } from '../types.js' */

/** `GET /admin/help`: what can be written, and what becomes of it, as readers see it. @type {SignedInAction} */
export async function show({ author }, { texts, index, words }) {
  const { language } = index.settings;
  const links = { 'pickled-lemons': { url: '/post/pickled-lemons', title: 'Pickled lemons' } };
  const presented = [];
  for (const { title, about, examples } of topics) {
    const shown = [];
    for (const source of examples) {
      const { html } = await texts.render({ markdown: source, excerpt: '', language, links });
      shown.push({ source, html: sayLabels(html, index.looks.words) });
      await setImmediate();
    }
    presented.push({ title: words.say(title), about: words.say(about), examples: shown });
  }
  const older = {
    about: words.say('rendering.olderPostsStay'),
    link: words.say('rendering.seeChanges'),
  };
  return {
    view: 'admin/help',
    model: {
      heading: words.say('help.title'),
      intro: words.say('help.intro'),
      links: { admin: words.say('nav.dashboard'), newPost: words.say('editor.newPost') },
      topics: presented,
      older: mayCreate(author, 'page') && older,
    },
    page: { title: words.say('help.title') },
  };
}
