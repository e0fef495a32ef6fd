import assert from 'node:assert/strict';
import { readAcceleratorConfig } from '../../../lib/accelerator/config.js';
import { readConfig } from '../../../lib/start/config.js';

describe('DOMAIN', () => {
  for (const [what, read] of /** @type {const} */ ([
    ['blog', readConfig],
    ['accelerator', readAcceleratorConfig],
  ])) {
    it(`gives a ${what} the ports of HTTPS and HTTP, all addresses and its URL`, () => {
      const { domain, host, port, httpPort, baseUrl } = read({ DOMAIN: 'Blog.Example.org.' });
      assert.deepEqual(
        { domain, host, port, httpPort, baseUrl },
        {
          domain: ['blog.example.org'],
          host: '::',
          port: 443,
          httpPort: 80,
          baseUrl: 'https://blog.example.org',
        },
      );
    });

    it(`leaves a ${what} what is set`, () => {
      const env = { DOMAIN: 'a.example, b.example', HOST: '127.0.0.1', PORT: '8443' };
      const { domain, host, baseUrl } = read(env);
      assert.deepEqual(domain, ['a.example', 'b.example']);
      assert.deepEqual([host, baseUrl], ['127.0.0.1', 'https://a.example:8443']);
      const behind = read({ ...env, BASE_URL: 'https://a.example' });
      assert.equal(behind.baseUrl, 'https://a.example');
    });

    it(`lets nobody fake an address who reaches a ${what} without a proxy`, () => {
      assert.throws(() => read({ DOMAIN: 'a.example', TRUST_PROXY: '1' }), {
        message:
          'TRUST_PROXY must name the addresses of proxies when DOMAIN is set: who comes without one could fake theirs.',
      });
      assert.deepEqual(read({ DOMAIN: 'a.example', TRUST_PROXY: 'loopback' }).trustProxy, [
        'loopback',
      ]);
    });

    it(`does not give a ${what} another URL`, () => {
      for (const BASE_URL of ['http://a.example', 'https://b.example'])
        assert.throws(() => read({ DOMAIN: 'a.example, b.example', BASE_URL }), {
          message: 'BASE_URL must be https://a.example when DOMAIN is set, or left out.',
        });
    });
  }

  it('is served at an address of IPv6, in brackets or without', () => {
    for (const HOST of ['::1', '[::1]']) assert.equal(readConfig({ HOST }).host, '::1');
  });

  it('takes names in any script', () => {
    assert.deepEqual(readConfig({ DOMAIN: 'bücher.example' }).domain, ['xn--bcher-kva.example']);
  });

  for (const DOMAIN of [
    'https://a.example',
    '10.0.0.1',
    '[::1]',
    'a b',
    'a..b',
    '-a.example',
    'a.example:443',
    'a.example/blog',
    'a@b.example',
    'a.example?x',
    'a.example#x',
    ', ,',
  ])
    it(`does not take “${DOMAIN}”`, () =>
      assert.throws(() => readConfig({ DOMAIN }), /DOMAIN must be names such as blog.example.org/));

  it('takes each name once, whatever its case, and no empty ones', () => {
    const { domain } = readConfig({ DOMAIN: 'A.example,, a.Example., b.example,' });
    assert.deepEqual(domain, ['a.example', 'b.example']);
  });

  it('does not take a wildcard', () =>
    assert.throws(
      () => readConfig({ DOMAIN: '*.example.org' }),
      /DOMAIN must not have a wildcard/,
    ));

  it('is not set together with TLS_CERT', () => {
    const file = 'package.json';
    assert.throws(
      () => readAcceleratorConfig({ DOMAIN: 'a.example', TLS_CERT: file, TLS_KEY: file }),
      /DOMAIN and TLS_CERT cannot both be set/,
    );
  });

  for (const [name, value, message] of [
    ['ACME_URL', 'http://acme.example/', /ACME_URL must be an https URL/],
    ['ACME_EMAIL', 'me', /ACME_EMAIL must be an address/],
    ['ACME_EAB', 'kid', /^ACME_EAB must be kid:key, the key in base64url\.$/],
  ])
    it(`comes with a right ${name}`, () =>
      assert.throws(() => readConfig({ [String(name)]: String(value) }), { message }));
});
