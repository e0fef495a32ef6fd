import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificates } from '../support/certificates.js';
import { begin } from './key-value.js';

describe('An accelerator with a certificate', () => {
  it('speaks HTTPS on its port, also for its interface', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'larder-https-'));
    const settings = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
    writeFileSync(settings.TLS_CERT, certificates[0].cert);
    writeFileSync(settings.TLS_KEY, certificates[0].key);
    const { url, port, talk, close } = await begin(settings);
    try {
      assert.match(url, /^https:/);
      const options = { port, path: '/.cache/entries/x', ca: certificates[0].cert, agent: false };
      const put = https.request({ ...options, host: 'localhost', method: 'PUT' }).end('hello');
      assert.equal((await once(put, 'response'))[0].statusCode, 201);
      const read = https.get({ ...options, host: 'localhost' });
      const [response] = await once(read, 'response');
      assert.equal(String(await once(response, 'data')), 'hello');
      const asked = https.get({ ...options, path: '/.cache/status', host: 'localhost' });
      const status = await once((await once(asked, 'response'))[0], 'data');
      assert.match(String(status), /"certificate": \{\s+"until": "\d{4}-.+",\s+"failed": false/);
      assert.doesNotMatch(await talk('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'), /HTTP\/1\.1 2/);
    } finally {
      await close();
      rmSync(folder, { recursive: true });
    }
  });

  it('does not start with a broken one', async () => {
    await assert.rejects(begin({ TLS_CERT: 'package.json', TLS_KEY: 'package.json' }), {
      code: 'invalid',
      message: /^TLS_CERT and TLS_KEY cannot be used/,
    });
  });
});
