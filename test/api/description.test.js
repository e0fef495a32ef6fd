import assert from 'node:assert/strict';
import request from 'supertest';
import { apiRoutes, publicRoutes } from '../../lib/router/routes/api.js';
import { startBlog } from '../support/blog.js';
import { addPeople, bearer } from '../support/people.js';
/** @import { TestBlog } from '../support/blog.js' */

describe('The description of the API', () => {
  /** @type {TestBlog} */
  let blog;
  /** @type {any} */
  let description;
  before(async () => {
    blog = await startBlog();
    const response = await request(blog.url).get('/api/openapi.json').expect(200);
    description = response.body;
  });
  after(() => blog.close());

  it('is OpenAPI 3.1, for anyone to read', () => {
    assert.equal(description.openapi, '3.1.0');
    assert.deepEqual(description.servers, [{ url: blog.url }]);
    assert.deepEqual(description.security, [{ token: [] }]);
  });

  it('has every route, and no other', () => {
    const described = Object.entries(description.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const routed = [...apiRoutes, ...publicRoutes].map(
      ({ method, path }) => `${method} ${path.replace(/:(\w+)/, '{$1}')}`,
    );
    assert.deepEqual(described.sort(), routed.sort());
  });

  it('names each operation once and refers to nothing that is missing', () => {
    const names = Object.values(description.paths).flatMap((operations) =>
      Object.values(operations).map(({ operationId }) => operationId),
    );
    assert.equal(new Set(names).size, names.length);
    for (const [, path] of JSON.stringify(description).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = path.split('/').reduce((part, name) => part?.[name], description);
      assert.ok(target, path);
    }
  });

  it('names every parameter that a query may have: any other is refused', async () => {
    await addPeople(blog);
    const token = await bearer(blog, 'ada', 'admin');
    for (const [path, operations] of Object.entries(description.paths))
      for (const [method, { parameters }] of Object.entries(operations)) {
        const agent = /** @type {any} */ (request(blog.url));
        const ask = (/** @type {string} */ query) =>
          agent[method](`${path.replace(/{\w+}/, 'x')}?${query}`).set(token);
        const { body, type } = await ask('statuss=draft').expect(422);
        assert.equal(type, 'application/problem+json');
        assert.equal(body.errors[0].field, 'statuss', `${method} ${path}`);
        for (const { in: place, name } of parameters) {
          if (place !== 'query') continue;
          const twice = await ask(`${name}=1&${name}=1`).expect(422);
          assert.equal(twice.body.errors[0].field, name);
          assert.doesNotMatch((await ask(`${name}=1`)).body.detail ?? '', /Unknown parameter/);
        }
      }
    await request(blog.url).get('/api/posts?statuss=draft').expect(401);
    await request(blog.url).get('/api/openapi.json?v=2').expect(422);
  });

  it('says of each operation how it can fail', () => {
    for (const [path, operations] of Object.entries(description.paths))
      for (const [method, { responses }] of Object.entries(operations)) {
        for (const status of [401, 403, 429, 503])
          assert.ok(responses[status], `${method} ${path}`);
        const isConditional = method === 'put' || method === 'delete';
        assert.equal(Boolean(responses[428] && responses[412]), isConditional, `${method} ${path}`);
      }
  });
});
