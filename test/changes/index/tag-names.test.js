import assert from 'node:assert/strict';
import { TagNames } from '../../../lib/changes/index/tag-names.js';

describe('The names of tags', () => {
  /** @type {TagNames} */
  let names;
  beforeEach(() => {
    names = new TagNames();
    for (const tags of [['Jam', 'Bread'], ['jam'], ['jam'], ['JAM']]) names.add(tags);
  });

  it('are found in any letter case, as most posts spell them', () => {
    const jam = names.find('jAm');
    assert.deepEqual([jam?.name, jam?.count], ['jam', 4]);
    assert.deepEqual(jam?.others.toSorted(), ['JAM', 'Jam']);
    assert.deepEqual(names.find('bread'), { name: 'Bread', others: [], count: 1 });
    assert.equal(names.find('cheese'), undefined);
    assert.deepEqual(
      names
        .all()
        .map(({ name }) => name)
        .sort(),
      ['Bread', 'jam'],
    );
  });

  it('go with their last post', () => {
    names.remove(['Jam', 'Bread']);
    assert.equal(names.find('bread'), undefined);
    assert.deepEqual(names.find('jam'), { name: 'jam', others: ['JAM'], count: 3 });
    names.remove(['jam']);
    names.remove(['jam']);
    assert.deepEqual(names.find('jam'), { name: 'JAM', others: [], count: 1 });
    names.remove(['JAM']);
    assert.deepEqual(names.all(), []);
  });

  it('are those that a new tag gets, and nothing else of a post changes', () => {
    assert.deepEqual(names.unify(['JAM', 'bread', 'Cheese']), ['jam', 'Bread', 'Cheese']);
    assert.deepEqual(names.unify(['JAM', 'bread'], ['JAM']), ['JAM', 'Bread']);
    assert.deepEqual(names.unify(['jam', 'Jam', 'cheese', 'Cheese']), ['jam', 'cheese']);
    assert.deepEqual(names.unify(['Jam', 'JAM'], ['JAM']), ['JAM']);
  });

  it('do not count the post itself that gets a tag in another spelling', () => {
    assert.deepEqual(names.unify(['bread'], ['Bread']), ['bread']);
    names.remove(['JAM']);
    names.remove(['jam']);
    assert.deepEqual(names.unify(['JAM'], ['jam']), ['Jam']);
  });
});
