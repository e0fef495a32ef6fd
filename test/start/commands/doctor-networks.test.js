import { deepEqual, equal, match } from 'node:assert/strict';
import { readConfig } from '../../../lib/start/config.js';
import { checkNetworks } from '../../../lib/start/commands/doctor/check-networks.js';
/** @import { Reply } from '../../../lib/networks/transports.js' */

describe('doctor of the networks in front', () => {
  /** @param {string} CDN @param {(url: string) => Partial<Reply> | Error} answer */
  async function examine(CDN, answer) {
    const config = readConfig({ BASE_URL: 'https://blog.example', CDN, CDN_TOKEN: 'secret' });
    /** @type {string[]} */
    const asked = [];
    const problems = await checkNetworks(config, async (url, { method }) => {
      asked.push(`${method} ${url}`);
      const said = answer(url);
      if (said instanceof Error) throw said;
      return { status: 200, text: '', headers: {}, ...said };
    });
    return { problems, asked };
  }

  it('has each forget what it has not, and finds nothing wrong where that is done', async () => {
    const all = 'varnish:http://a,larder:https://b,fastly:svc,urls:http://c';
    const { problems, asked } = await examine(all, () => ({}));
    deepEqual(problems, []);
    deepEqual(asked, [
      'PURGE http://a/',
      'POST https://b/.cache/invalidate',
      'POST https://api.fastly.com/service/svc/purge',
      'PURGE http://c/-----',
    ]);
  });

  it('says what to do about a token without rights, and shows no secret', async () => {
    const { problems } = await examine('fastly:svc', () => ({ status: 403, text: 'Forbidden' }));
    match(problems[0].what, /^fastly:svc cannot be told of changes\. It answered 403: .*CDN_TOKEN/);
    equal(JSON.stringify(problems).includes('secret'), false);
  });

  it('says when one is away', async () => {
    const { problems } = await examine('varnish:http://a', () => new Error('ECONNREFUSED'));
    equal(problems[0].what, 'varnish:http://a cannot be reached: ECONNREFUSED');
  });

  for (const [what, reply, found] of /** @type {[string, Partial<Reply>, RegExp | null][]} */ ([
    ['a Cache Rule', { text: '{"result":{"rules":[{"action_parameters":{"cache":true}}]}}' }, null],
    ['no Cache Rule', { status: 404, text: '{"success":false}' }, /no Cache Rule/],
    ['rules that it may not read', { status: 403 }, /may not read the Cache Rules/],
  ]))
    it(`asks Cloudflare, which has ${what}`, async () => {
      const { problems } = await examine('cloudflare:zone1', (url) =>
        url.includes('rulesets') ? reply : { text: '{"success":true}' },
      );
      equal(problems.length, found ? 1 : 0);
      if (found) match(problems[0].what, found);
    });
});
