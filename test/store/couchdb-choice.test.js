import assert from 'node:assert/strict';
import { chooseNodes } from '../../lib/store/couchdb/nodes.js';
import { couchdbAddresses } from '../../lib/store/open.js';

describe('Of the nodes of a cluster', () => {
  let now = 0;
  /** @type {ReturnType<typeof chooseNodes>} */
  let nodes;
  beforeEach(() => {
    now = 1_000_000;
    nodes = chooseNodes(['near', 'far', 'farther'], { now: () => now });
  });
  const fail = (/** @type {string[]} */ ...origins) =>
    origins.forEach((origin) => {
      now += 1000;
      nodes.leave(origin);
    });

  it('the nearest is asked first', () => {
    assert.deepEqual(nodes.inOrder(), ['near', 'far', 'farther']);
  });

  it('one that has failed is not asked while another has not', () => {
    fail('near', 'far', 'farther', 'far');
    assert.equal(nodes.preferred(), 'near');
    fail('farther', 'near');
    assert.equal(nodes.preferred(), 'far');
  });

  it('one that failed long ago is asked again when another fails', () => {
    fail('near');
    assert.equal(nodes.preferred(), 'far');
    now += 60_000;
    assert.equal(nodes.preferred(), 'far');
    fail('far');
    assert.equal(nodes.preferred(), 'near');
  });

  it('the failure of one that is not preferred changes nothing but the order', () => {
    fail('far');
    assert.deepEqual(nodes.inOrder(), ['near', 'farther', 'far']);
  });

  it('a single one is asked whatever happens', () => {
    const alone = chooseNodes(['alone'], { now: () => now });
    alone.leave('alone');
    assert.deepEqual(alone.inOrder(), ['alone']);
  });

  it('each has the name, password and database of the URL', () => {
    const all = couchdbAddresses('https://ann:a%40b@one:5984,two,[::1]:80/larder').map(String);
    assert.deepEqual(all, [
      'https://ann:a%40b@one:5984/larder',
      'https://ann:a%40b@two/larder',
      'https://ann:a%40b@[::1]:80/larder',
    ]);
  });
});
