import assert from 'node:assert/strict';
import request from 'supertest';
import { apiRoutes } from '../../lib/api-router.js';
import { startBlog } from '../support/blog.js';

describe('The description of the API', () => {
  /** @type {import('../support/blog.js').TestBlog} */
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
    const routed = apiRoutes.map(([method, path]) => `${method} ${path.replace(/:(\w+)/, '{$1}')}`);
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
