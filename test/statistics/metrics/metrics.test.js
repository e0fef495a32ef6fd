import assert from 'node:assert/strict';
import { eachTest } from '../../support/blog.js';
import { jamPost } from '../../support/fixtures.js';
import { ask } from '../../support/raw.js';
import { createMetricsAccess } from '../../../lib/statistics/metrics/access.js';
import { format } from '../../../lib/statistics/metrics/prometheus.js';
/** @import { TestBlog } from '../../support/blog.js' */

const { startBlog } = eachTest();
const token = 'a-token-of-monitoring';

describe('/metrics', () => {
  it('counts what was asked, by kind and status', async () => {
    const blog = await startBlog({ posts: [jamPost] });
    for (const path of ['/', '/', '/post/quince-jam', '/atomfeed', '/nothing'])
      await get(blog, path);
    const { headers } = await get(blog, '/');
    await get(blog, '/', { 'If-None-Match': String(headers.etag) });
    const figures = await figuresOf(blog);
    assert.equal(figures['larder_requests_total{kind="pages",status="200"}'], 4);
    assert.equal(figures['larder_requests_total{kind="pages",status="304"}'], 1);
    assert.equal(figures['larder_requests_total{kind="feeds",status="200"}'], 1);
    assert.equal(figures['larder_requests_total{kind="notFound",status="404"}'], 1);
    assert.equal(figures['larder_cache_hits_total{store="dynamic"}'], 3);
    assert.equal(figures['larder_cache_misses_total{store="floating"}'], 1);
  });

  it('times what is no hit, and the calls of the store, as soon as somebody has asked for it', async () => {
    const blog = await startBlog({ posts: [jamPost] });
    await get(blog, '/tags');
    assert.equal((await figuresOf(blog))['larder_request_duration_seconds_count'], 0);
    for (let time = 0; time < 3; time++) await get(blog, '/post/quince-jam');
    const figures = await figuresOf(blog);
    // The page of the post, and the first question itself.
    assert.equal(figures['larder_request_duration_seconds_count'], 2);
    assert.equal(figures['larder_request_duration_seconds_bucket{le="+Inf"}'], 2);
    assert.ok(figures['larder_request_duration_seconds_sum'] > 0);
    assert.ok(figures['larder_store_duration_seconds_count{operation="getMany"}'] > 0);
  });

  it('tells what was cleared and why, and how the process is', async () => {
    const blog = await startBlog({ posts: [jamPost] });
    await get(blog, '/post/quince-jam');
    blog.open.cache.clearAll('byHand');
    const figures = await figuresOf(blog);
    assert.equal(figures['larder_cache_clears_total{cause="byHand"}'], 1);
    assert.ok(figures['larder_cache_cleared_entries_total{cause="byHand"}'] >= 1);
    assert.equal(figures['larder_cache_entries{store="floating"}'], 0);
    assert.equal(figures['larder_store_reachable'], 1);
    assert.ok(figures['process_resident_memory_bytes'] > 1e7);
    assert.ok('larder_event_loop_delay_seconds{percentile="99"}' in figures);
  });

  it('is as any page that does not exist for all others, and a token opens it to them', async () => {
    const blog = await startBlog({ env: { METRICS_TOKEN: token } });
    const forwarded = { 'X-Forwarded-For': '192.0.2.7' };
    const [closed, nothing] = [await get(blog, '/metrics', forwarded), await get(blog, '/nothing')];
    assert.equal(closed.status, 404);
    assert.deepEqual(closed.body, nothing.body);
    const wrong = { ...forwarded, Authorization: `Bearer ${token}s` };
    assert.equal((await get(blog, '/metrics', wrong)).status, 404);
    const right = { ...forwarded, Authorization: `Bearer ${token}` };
    const { status, headers } = await get(blog, '/metrics', right);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
    assert.equal(headers['cache-control'], 'no-store');
  });

  it('has a label for each worker, since their counters end with them', async () => {
    const { open } = await startBlog();
    const sample = /** @type {any} */ ({
      answers: { pages: { 200: 7 } },
      fastPath: { hits: 5 },
      uptimeSeconds: 1,
      requestTimes: { buckets: [['+Inf', 2]], sum: 0.5 },
      storeTimes: {},
      eventLoop: {},
      memoryBytes: 1,
      cpuSeconds: 1,
      cache: open.cache.statistics(),
      store: { reachable: true, feedLagMs: 20 },
    });
    const text = await format([1, 2].map((worker) => ({ worker, value: sample })));
    const figures = parse(text);
    assert.equal(figures.larder_workers, 2);
    for (const worker of [1, 2])
      assert.equal(
        figures[`larder_requests_total{kind="pages",status="200",worker="${worker}"}`],
        7,
      );
  });
});

describe('Whoever reads /metrics', () => {
  const config = { metricsToken: '', baseUrl: '', trustProxy: /** @type {const} */ (false) };
  const own = { headers: { host: '127.0.0.1:3000' }, address: '127.0.0.1' };
  const proxied = { ...config, baseUrl: 'https://blog.example.org' };
  const named = { ...own, headers: { host: 'blog.example.org' } };
  const forwarded = { ...own, headers: { ...own.headers, via: '1.1 proxy' } };
  /** @type {[string, boolean, Parameters<typeof createMetricsAccess>[0], any][]} */
  const cases = [
    ['may be on this machine', true, config, own],
    ['may be on this machine by IPv6', true, config, { ...own, address: '::1' }],
    ['may not be on another', false, config, { ...own, address: '192.0.2.7' }],
    ['may not come by a proxy on this machine', false, config, forwarded],
    ['may not come by a name that was pointed here (DNS rebinding)', false, config, named],
    ['may not come where a proxy may add no header', false, proxied, own],
    ['may where the proxy says for whom it asks', true, { ...proxied, trustProxy: 1 }, own],
    ['needs a token that there is', false, config, bearer('')],
    ['needs the right token', false, { ...config, metricsToken: token }, bearer('another-token')],
    ['needs the token on this machine too', false, { ...config, metricsToken: token }, own],
    ['may be anywhere with the token', true, { ...proxied, metricsToken: token }, bearer(token)],
  ];
  for (const [what, is, given, request] of cases)
    it(what, () => assert.equal(createMetricsAccess(given)(request), is));

  /** @param {string} value */
  function bearer(value) {
    const authorization = `Bearer ${value || 'some-token'}`;
    return { headers: { host: 'blog.example.org', authorization }, address: '192.0.2.7' };
  }
});

/** @param {TestBlog} blog @param {string} path @param {Record<string, string>} [headers] */
const get = (blog, path, headers) => ask(blog, path, headers);

/** @param {TestBlog} blog @returns {Promise<Record<string, number>>} by name and labels */
async function figuresOf(blog) {
  const { status, body } = await get(blog, '/metrics');
  assert.equal(status, 200);
  return parse(String(body));
}

/** @param {string} text @returns {Record<string, number>} */
function parse(text) {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space))];
    }),
  );
}
