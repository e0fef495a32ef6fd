import assert from 'node:assert/strict';
import { Reader } from '../../lib/changes/reader.js';
import { BlogIndex } from '../../lib/changes/index/blog-index.js';
import { summarise } from '../../lib/changes/index/summary.js';
import { renderPost } from '../../lib/markup/render.js';
import { welcomePost } from '../store/fixtures.js';

describe('The reader of texts', () => {
  const index = new BlogIndex();
  /** @type {any} */
  let record;
  /** The revisions whose HTML was looked at. @type {string[]} */
  let seen;
  /** The fields that each read left out. @type {string[][]} */
  let asked;
  /** @type {() => Promise<any[]>} */
  let read;

  beforeEach(() => {
    asked = [];
    record = recordOf('1');
    index.load({ ...nothing, posts: [summarise(record)] }, Date.parse('2030-01-01'));
    const deps = { store, index, texts, current: new WeakSet(), record: () => {} };
    read = () =>
      new Reader(/** @type {any} */ (deps)).entries([/** @type {any} */ (index.post(record.id))]);
  });

  const texts = { render: async () => ({ html: 'new' }) };
  const store = {
    get: async () => record,
    /** @param {string} _kind @param {string[]} _ids @param {string[]} without */
    async getMany(_kind, _ids, without = []) {
      asked.push(without);
      return [without.length > 0 ? Object.create(record, { markdown: {} }) : record];
    },
  };

  it('looks at each revision once to see whether its HTML is current', async () => {
    seen = [];
    await read();
    await read();
    assert.deepEqual(seen, ['1']);

    record = recordOf('2');
    await read();
    await read();
    assert.deepEqual(seen, ['1', '2', '2'], 'The index does not know it yet');

    index.setPost(record.id, summarise(record));
    seen.pop();
    await read();
    await read();
    assert.deepEqual(seen, ['1', '2', '2', '2']);
  });

  it('makes the HTML anew at each look where the store holds another', async () => {
    record.markdown = 'Typed in the console';
    assert.equal((await read())[0].html, 'new');
    assert.equal((await read())[0].html, 'new');
  });

  it('leaves the Markdown out once the HTML is known to be current', async () => {
    await read();
    const known = await read();
    assert.deepEqual(asked, [[], ['markdown']]);
    assert.equal(known[0].html, record.html);
  });

  it('reads the whole of a post that has changed since it was looked up', async () => {
    await read();
    record = { ...recordOf('2'), markdown: 'Typed in the console' };
    assert.equal((await read())[0].html, 'new');
  });

  /** @param {string} revision */
  function recordOf(revision) {
    const { rendered } = renderPost(welcomePost);
    return {
      ...welcomePost,
      revision,
      get rendered() {
        seen?.push(revision);
        return rendered;
      },
    };
  }
});

const nothing = {
  epoch: '',
  sequence: '',
  posts: [],
  staleRenders: [],
  comments: [],
  addresses: [],
  users: [],
  pictures: [],
  settings: null,
};
