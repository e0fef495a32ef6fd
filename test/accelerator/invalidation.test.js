import assert from 'node:assert/strict';
import { eachWorld, until } from './world.js';
/** @import { ServerResponse } from 'node:http' */

describe('A change at the origin', () => {
  const { asks, answers, says, seen } = eachWorld();
  const FRESH = { 'Cache-Control': 'max-age=60' };

  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'M-SEARCH'])
    it(`by ${method} removes what is stored of its URL`, async () => {
      says(FRESH);
      await asks('/a');
      const { via } = await asks('/a', {}, method);
      assert.equal(via, 'fwd=method; fwd-status=200');
      assert.equal((await asks('/a')).text, 'response 3');
    });

  it('that fails removes nothing', async () => {
    says(FRESH);
    await asks('/a');
    says({}, 500);
    await asks('/a', {}, 'POST');
    assert.equal((await asks('/a')).text, 'response 1');
  });

  it('removes what Location, Content-Location and groups name, of this origin alone', async () => {
    says({ ...FRESH, 'Cache-Groups': '"news", "all"' });
    for (const path of ['/a', '/b', '/c']) await asks(path);
    says(FRESH);
    for (const path of ['/d', '/e', '/f']) await asks(path);
    says({ Location: '/d', 'Content-Location': 'e', 'Cache-Group-Invalidation': '"news"' });
    await asks('/x', {}, 'POST');
    says({ Location: 'http://elsewhere.example/f' });
    await asks('/y', {}, 'POST');
    assert.equal((await asks('/f')).via, 'hit; ttl=60');
    for (const path of ['/a', '/b', '/c', '/d', '/e'])
      assert.match((await asks(path)).via, /uri-miss/, path);
  });

  it('also ends what was asked for before it and comes after it', async () => {
    /** @type {ServerResponse[]} */
    const open = [];
    answers((request, response) => {
      if (request.method === 'POST') response.end();
      else open.push(response.writeHead(200, FRESH));
    });
    const before = asks('/a');
    await until(() => open.length > 0);
    await asks('/a', {}, 'POST');
    open[0].end('old');
    assert.equal((await before).text, 'old');
    says(FRESH);
    assert.equal((await asks('/a')).text, `response ${seen().length}`);
    assert.equal(seen().length, 3);
  });

  it('is not followed by an answer with what was asked for before it', async () => {
    /** @type {ServerResponse | undefined} */
    let held;
    answers((request, response) => {
      if (request.method === 'POST') return response.end();
      response.writeHead(200, FRESH);
      if (held) response.end('new');
      else held = response;
    });
    const before = asks('/a');
    while (!held) await new Promise(setImmediate);
    await asks('/a', {}, 'POST');
    const after = [asks('/a'), asks('/a')];
    // Once this is answered, they wait as well.
    await asks('/.cache/healthz');
    held.end('old');
    assert.equal((await before).text, 'old');
    for (const { text } of await Promise.all(after)) assert.equal(text, 'new');
    assert.equal(seen().length, 3);
  });
});
