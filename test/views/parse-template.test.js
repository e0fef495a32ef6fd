import { deepEqual, equal, throws } from 'node:assert/strict';
import fc from 'fast-check';
import mustache from 'mustache';
import { readFiles } from '../../lib/base/files.js';
import { parseTemplate } from '../../lib/views/parse-template.js';
import { assertCheap, FOR_AN_AUTHOR } from '../support/cost.js';

/** @param {any[][]} tokens @returns {unknown[]} without what only one of the parsers notes, and nobody reads */
const plain = (tokens) =>
  tokens.map(([type, value, start, end, ...more]) => {
    if (type === '#' || type === '^') return [type, value, start, end, plain(more[0]), more[1]];
    if (type === '>')
      return [type, value, start, end, more[1] === 0 ? more[0] : '', ...more.slice(1)];
    return [type, value, start, end];
  });

/** @param {(template: string) => any[][]} parse @param {string} template */
function outcome(parse, template) {
  try {
    return plain(parse(template));
  } catch (error) {
    return String(error);
  }
}

const PARTS = [
  ...[
    '{{a}}',
    '{{#a}}',
    '{{/a}}',
    '{{^b}}',
    '{{/b}}',
    '{{>p}}',
    '{{> p }}',
    '{{{x}}}',
    '{{{ x } }}',
  ],
  ...['{{&x}}', '{{! c }}', '{{=<% %>=}}', '<%a%>', '<%={{ }}=%>', '{{=| |=}}', '|a|', '|={{ }}=|'],
  ...[' ', '\n', '\t', '\r\n', 'x', 'y é', '{', '}', '{{', '}}', '{{\n/a\n}}', '{{words.x}}', '='],
  ...['{{=a=}}', '{{=a b c=}}', '\u00a0', '{{ = [ ] = }}', '[>p]'],
];

describe('A template', () => {
  const theirs = (/** @type {string} */ template) => new mustache.Writer().parse(template);

  it('of the engine is read as Mustache reads it', () => {
    for (const [path, bytes] of readFiles('views'))
      if (path.endsWith('.mustache'))
        deepEqual(plain(parseTemplate(String(bytes))), plain(theirs(String(bytes))), path);
  });

  it('of any shape is read as Mustache reads it, or refused with the same words', () => {
    const parts = fc.array(fc.constantFrom(...PARTS), { maxLength: 10 });
    fc.assert(
      fc.property(parts, (chosen) => {
        const template = chosen.join('');
        deepEqual(outcome(parseTemplate, template), outcome(theirs, template), template);
      }),
      { numRuns: 5000 },
    );
  });

  it('cannot have sections that are nested more deeply than it can be rendered', () => {
    const nested = (/** @type {number} */ depth) => '{{#a}}'.repeat(depth) + '{{/a}}'.repeat(depth);
    equal(parseTemplate(nested(100)).length, 1);
    throws(() => parseTemplate(nested(2900)), /Sections more than 100 deep/);
  });

  for (const [what, start, part] of [
    ['spaces in a tag', '{{a', ' '],
    ['tags of its own signs', '{{=a b=}}', 'axb'],
    ['parts in a line', '', '{{>p}} '],
    ['empty lines', '', '\n'],
  ])
    it(`takes time with its length alone, also with ${what}`, () =>
      assertCheap(
        what,
        async (share) =>
          outcome(parseTemplate, start + part.repeat((200_000 * share) / part.length)),
        FOR_AN_AUTHOR,
      ));
});
