import assert from 'node:assert/strict';
import mustache from 'mustache';
import { Context } from '../../lib/views/view-manager.js';

const inherited = Object.create({ title: 'Jam' });
const blog = {
  site: { title: 'Larder', links: ['/a', '/b'], nothing: null, inherited },
  list: [],
  count: 0,
  none: undefined,
  text: 'abc',
};
const names = [
  ...['.', 'site', 'site.title', 'site.title.length', 'site.links.length', 'site.links.1'],
  ...['site.nothing', 'site.nothing.more', 'site.inherited.title', 'site.absent', 'absent'],
  ...['list', 'list.length', 'count', 'none', 'text', 'text.length', 'text.absent', 'length'],
  ...['title', 'inner.title', 'inner'],
];
const inners = [
  { title: 'Plums', site: undefined },
  { inner: { title: 'Quinces' }, count: null },
  'a text',
  7,
  true,
  null,
  ['first'],
];

describe('what a template’s names stand for', () => {
  it('is what mustache’s own context finds, in one object', () => {
    const [own, ours] = [new mustache.Context(blog), new Context(blog)];
    for (const name of names) assert.equal(ours.lookup(name), own.lookup(name), name);
  });

  it('is what mustache’s own context finds, in nested ones', () => {
    for (const inner of inners)
      for (const name of names) {
        const own = new mustache.Context(blog).push(inner);
        const ours = new Context(blog).push(inner);
        if (inner === null && !name.includes('.')) continue;
        assert.equal(ours.lookup(name), own.lookup(name), `${name} in ${JSON.stringify(inner)}`);
      }
  });
});
