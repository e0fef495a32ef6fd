import assert from 'node:assert/strict';
import { readAgent } from '../../lib/statistics/agents.js';
import { readReferrer } from '../../lib/statistics/referrers.js';

const siteOf = (/** @type {string} */ referrer) => readReferrer(referrer, 'blog.example.org').site;

describe('Names in the statistics', () => {
  it('of search engines and networks are those of their own domains alone', () => {
    const named = {
      'https://www.google.com/': 'Google',
      'https://www.google.co.uk/search': 'Google',
      'https://images.google.com.br/': 'Google',
      'android-app://com.google.android.gm/': 'Google',
      'https://yandex.com.tr/': 'Yandex',
      'https://www.pinterest.ch/': 'Pinterest',
      'https://google.evil.example/': 'evil.example',
      'https://www.google.com.evil.example/': 'evil.example',
      'https://yandex.evil.example/': 'evil.example',
      'https://pinterest.evil.example/': 'evil.example',
    };
    for (const [referrer, site] of Object.entries(named))
      assert.equal(siteOf(referrer), site, referrer);
  });

  it('of crawlers are never empty, which stands for all others', () => {
    assert.deepEqual(readAgent('\xa0(http://x.example)').crawler?.name, 'Unknown');
  });

  it('of feed readers come with their subscribers, who may have left', () => {
    const told = (/** @type {string} */ agent) => readAgent(agent).subscribers;
    assert.equal(told('Feedbin feed-id:12 - 1 subscriber'), 1);
    assert.equal(told('Feedly/1.0 (+http://www.feedly.com/fetcher.html; 0 subscribers)'), 0);
    assert.equal(told('Miniflux/2.2'), null);
  });
});
