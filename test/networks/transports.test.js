import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { createTags } from '../../lib/networks/tags.js';
import { createTransport } from '../../lib/networks/transports.js';
/** @import { Reply } from '../../lib/networks/transports.js' */

const done = { status: 200, text: '', headers: {} };

describe('A network that is told by addresses', () => {
  /** @param {(path: string, number: number) => Reply} answer */
  function start(answer) {
    /** @type {string[]} */
    const asked = [];
    const { purge } = createTransport(
      { kind: 'urls', target: 'http://edge.test', name: 'urls:http://edge.test' },
      {
        token: 'secret-token',
        host: 'blog.example',
        allPaths: () => Array.from({ length: 500 }, (_, number) => `/post/${number}`),
        ask: async (url) => {
          asked.push(url.replace('http://edge.test', ''));
          return answer(url, asked.length);
        },
      },
    );
    return { purge, asked };
  }

  it('that fails now and then has forgotten all in the end, each once', async () => {
    const failed = { ...done, status: 503 };
    const { purge, asked } = start((_, number) => (number % 10 === 0 ? failed : done));
    deepEqual((await purge(['*'])).status, 200);
    equal(new Set(asked).size, 500);
    ok(asked.length < 560, String(asked.length));
  });

  it('whose line is cut now and then, too', async () => {
    const { purge } = start((_, number) => {
      if (number % 10 === 0) throw new Error('It was cut');
      return done;
    });
    equal((await purge(['*'])).status, 200);
  });

  it('that does not answer is left alone soon', async () => {
    const { purge, asked } = start(() => {
      throw new Error('No route');
    });
    await rejects(purge(['*']), /No route/);
    ok(asked.length <= 5, String(asked.length));
  });

  it('that sends back what it was asked with does not tell the token', async () => {
    const text = 'Authorization: Bearer secret-token';
    const { purge } = start(() => ({ status: 405, text, headers: {} }));
    const reply = await purge(['/']);
    deepEqual([reply.status, reply.text], [405, 'Authorization: Bearer …']);
  });
});

describe('The tags of a blog', () => {
  it('are the same when it is at https instead of http, and others for another blog', () => {
    const [one, same, other] = ['http://a.example', 'https://a.example', 'https://b.example'].map(
      (url) => createTags(url).all,
    );
    equal(one, same);
    ok(one !== other);
  });
});
