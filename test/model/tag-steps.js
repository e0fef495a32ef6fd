import fc from 'fast-check';
import { edit } from './acting.js';
import { tags } from './addresses.js';
import { which } from './words.js';
/** @import { Step } from './steps.js' */

/** What becomes of tags, in one post or in all of them. @type {Record<string, Step>} */
export const tagSteps = {
  describeTag: {
    weight: 2,
    input: fc.record({
      tag: fc.constantFrom(...tags),
      text: fc.constantFrom('', 'Jars.', 'Lids.'),
    }),
    tell: ({ tag, text }) => `describe the tag ${tag} as “${text}”`,
    act: ({ content }, { tag, text }) => content.describeTag(tag, text),
  },
  retag: {
    weight: 3,
    input: fc.record({ from: fc.constantFrom(...tags), to: fc.constantFrom(...tags, '') }),
    tell: ({ from, to }) => (to ? `rename the tag ${from} to ${to}` : `remove the tag ${from}`),
    act: ({ content }, { from, to }) => content.retag(from, to),
  },
  turnTags: {
    weight: 2,
    input: fc.record({ which }),
    tell: ({ which }) => `turn the tags of post ${which} round`,
    act: (world, { which }) => edit(world, which, ({ tags }) => ({ tags: tags.toReversed() })),
  },
};
