import assert from 'node:assert/strict';
import request from 'supertest';
import { adminRoutes } from '../../lib/router/routes/admin.js';
import { startBlog } from '../support/blog.js';
import { smallBlog } from '../support/fixtures.js';
import { parsePage } from '../support/html.js';
import { steadyStatistics } from '../support/statistics.js';
import { addPeople, cookieFor } from '../support/people.js';
/** @import { TestBlog } from '../support/blog.js' */

/**
 * Every address behind the door that is not for all who write: who may come in. Those left out are for everybody who is
 * signed in, and look themselves whose post it is.
 * @type {Record<string, string[]>}
 */
const mayCome = {
  'GET /admin/appearance': ['ada'],
  'POST /admin/appearance': ['ada'],
  'POST /admin/appearance/theme': ['ada'],
  'GET /admin/appearance/preview': ['ada'],
  'GET /admin/appearance/style': ['ada'],
  'GET /admin/system': ['ada'],
  'GET /admin/tags': ['ada', 'emil'],
  'GET /admin/tags/:tag': ['ada', 'emil'],
  'POST /admin/tags/:tag': ['ada', 'emil'],
  'GET /admin/rendering': ['ada', 'emil'],
  'POST /admin/rendering': ['ada', 'emil'],
  'GET /admin/settings': ['ada'],
  'POST /admin/settings': ['ada'],
  'POST /admin/settings/navigation': ['ada'],
  'POST /admin/settings/words': ['ada'],
  'POST /admin/settings/logo': ['ada'],
  'POST /admin/settings/logoDark': ['ada'],
  'POST /admin/settings/icon': ['ada'],
  'GET /admin/people': ['ada'],
  'POST /admin/people': ['ada'],
  'POST /admin/people/sessions/end': ['ada'],
  'POST /admin/people/tokens/revoke': ['ada'],
  'GET /admin/people/:id': ['ada'],
  'POST /admin/people/:id/data': ['ada'],
  'POST /admin/people/:id/role': ['ada'],
  'POST /admin/people/:id/link': ['ada'],
  'POST /admin/people/:id/code/end': ['ada'],
  'POST /admin/people/:id/lock': ['ada'],
  'POST /admin/people/:id/remove': ['ada'],
  'GET /admin/mailings': ['ada', 'emil'],
  'POST /admin/mailings/address': ['ada'],
  'POST /admin/mailings/digest': ['ada'],
  'GET /admin/mailings/:id': ['ada', 'emil'],
  'POST /admin/mailings/:id': ['ada', 'emil'],
  'GET /admin/mailings/:id/mail': ['ada', 'emil'],
  'POST /admin/mailings/:id/test': ['ada', 'emil'],
  'POST /admin/mailings/:id/pause': ['ada', 'emil'],
  'POST /admin/mailings/:id/resume': ['ada'],
  'POST /admin/mailings/:id/cancel': ['ada', 'emil'],
  'GET /admin/subscribers': ['ada'],
  'POST /admin/subscribers': ['ada'],
  'POST /admin/subscribers/find': ['ada'],
  'POST /admin/subscribers/export': ['ada'],
  'POST /admin/subscribers/import': ['ada'],
  'GET /admin/subscribers/:id': ['ada'],
  'POST /admin/subscribers/:id/data': ['ada'],
  'POST /admin/subscribers/:id/off': ['ada'],
  'POST /admin/subscribers/:id/remove': ['ada'],
  'GET /admin/activity': ['ada'],
  'GET /admin/import': ['ada'],
  'POST /admin/import': ['ada'],
  'POST /admin/import/check': ['ada'],
  'POST /admin/import/start': ['ada'],
  'POST /admin/import/cancel': ['ada'],
  'GET /admin/export': ['ada'],
  'POST /admin/export/zip': ['ada'],
  'POST /admin/export/backup': ['ada'],
  'GET /admin/statistics': ['ada', 'emil'],
  'GET /admin/statistics/live': ['ada', 'emil'],
  'GET /admin/redirects/new': ['ada', 'emil'],
  'POST /admin/redirects': ['ada', 'emil'],
  'POST /admin/statistics/browser': ['ada', 'emil'],
  'POST /admin/statistics/privacy': ['ada', 'emil'],
  'GET /admin/cache': ['ada', 'emil'],
  'GET /admin/cache/changes/:id': ['ada', 'emil'],
  'GET /admin/figures': ['ada', 'emil'],
  'POST /admin/cache/clear': ['ada', 'emil'],
};

const ofWriters =
  /^\w+ \/admin(?:\/(?:login|logout|setup|forgot|join|account|find|networks|posts|pages|tag-names|media|pictures|presence|preview|markdown|help|comments|trash)(?:\/.*)?)?$/;

describe('The permissions of admin routes', () => {
  /** @type {TestBlog} */
  let blog;
  /** @type {Record<string, string>} */
  const cookies = {};
  before(async () => {
    const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'blog@example.org' };
    blog = await startBlog({ env, posts: smallBlog, statistics: steadyStatistics() });
    await addPeople(blog);
    for (const id of ['ada', 'emil', 'anna']) cookies[id] = await cookieFor(blog, id);
  });
  after(() => blog.close());

  /** @param {string} route @param {string} [cookie] @param {Record<string, string>} [headers] */
  function ask(route, cookie = '', headers = {}) {
    const [method, pattern] = route.split(' ');
    const path = pattern.replace(/:(?:id|tag)/, 'nobody');
    const asked = method === 'GET' ? request(blog.url).get(path) : request(blog.url).post(path);
    return asked.set({ Cookie: cookie, Accept: 'text/html', ...headers });
  }

  it('are listed only for routes that exist', () => {
    const routes = new Set(adminRoutes.map(({ method, path }) => `${method} ${path}`));
    assert.deepEqual(
      Object.keys(mayCome).filter((route) => !routes.has(route)),
      [],
    );
  });

  it('cover every route that is not for all who write', () => {
    const owned = adminRoutes
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => !ofWriters.test(route));
    assert.deepEqual(
      owned.filter((route) => !(route in mayCome)),
      [],
    );
  });

  it('say who else may come', async () => {
    const { text } = await ask('GET /admin/tags', cookies.anna);
    assert.match(text, /Only for owners and editors/);
  });

  for (const [route, allowed] of Object.entries(mayCome)) {
    it(`allow only ${allowed.join(' and ')}: ${route}`, async () => {
      const [method] = route.split(' ');
      const stranger = await ask(route);
      assert.equal(stranger.status, method === 'GET' ? 303 : 401);
      for (const id of ['ada', 'emil', 'anna'].filter((each) => !allowed.includes(each)))
        assert.equal((await ask(route, cookies[id])).status, 403, id);
      if (method === 'GET' && !/:|appearance\/(?:preview|style)/.test(route))
        for (const id of allowed) assert.equal((await ask(route, cookies[id])).status, 200, id);
    });

    if (route.startsWith('POST'))
      it(`are refused to a request from another site: ${route}`, async () => {
        for (const headers of /** @type {Record<string, string>[]} */ ([
          { Origin: 'https://evil.example' },
          { 'Sec-Fetch-Site': 'cross-site', Origin: 'null' },
        ])) {
          const { status, text } = await ask(route, cookies.ada, headers);
          assert.equal(status, 403);
          assert.match(text, /This request came from another site/);
        }
      });
  }

  it('decide what the menu shows', async () => {
    const menu = async (/** @type {string} */ id) =>
      parsePage(await ask('GET /admin', cookies[id])).links('nav[aria-label=Admin] a');
    const lists = ['/admin/posts', '/admin/comments', '/admin/media', '/admin/trash'];
    const everyone = ['/', '/admin', ...lists];
    const editors = [
      ...[...everyone, '/admin/pages', '/admin/tags'],
      ...['/admin/statistics', '/admin/cache', '/admin/mailings'],
    ];
    const owners = [
      ...[...editors, '/admin/appearance', '/admin/settings', '/admin/people', '/admin/activity'],
      ...['/admin/import', '/admin/export', '/admin/system', '/admin/subscribers'],
    ];
    for (const [id, paths] of /** @type {[string, string[]][]} */ ([
      ['anna', everyone],
      ['emil', editors],
      ['ada', owners],
    ])) {
      const found = await menu(id);
      assert.deepEqual(found.toSorted(), paths.toSorted(), id);
      for (const path of found) await ask(`GET ${path}`, cookies[id]).expect(200);
    }
  });
});
