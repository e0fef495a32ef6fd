import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkCertificate } from '../../../lib/start/commands/doctor/check-certificate.js';
import { eachTest } from '../../support/blog.js';
import { DAY, names, setUp } from './set-up.js';

describe('The doctor', () => {
  const { makeFolder } = eachTest();

  it('says until when the certificate is good', async () => {
    const { config, clock } = await issued();
    assert.deepEqual(checkCertificate(config, clock.now()), {
      problems: [],
      note: 'The certificate of blog.example.org is valid until 2027-02-19.\n',
    });
  });

  it('says that it ends soon, or has ended', async () => {
    const { config, clock } = await issued();
    const whatAfter = (/** @type {number} */ days) =>
      checkCertificate(config, clock.now() + days * DAY).problems[0]?.what;
    assert.equal(whatAfter(71), undefined);
    assert.equal(whatAfter(73), 'The certificate ends on 2027-02-19');
    assert.equal(whatAfter(91), 'The certificate ended on 2027-02-19');
  });

  it('says that it lacks a name', async () => {
    const { config, clock } = await issued();
    const more = { ...config, domain: [...names, 'new.example.org'] };
    const [{ what }] = checkCertificate(more, clock.now()).problems;
    assert.equal(what, 'The certificate is not for new.example.org');
  });

  it('says that there is none, or that it cannot be read', async () => {
    const { config, clock } = await issued();
    const none = { ...config, certificateDir: makeFolder() };
    const [{ what }] = checkCertificate(none, clock.now()).problems;
    assert.equal(what, 'There is no certificate for blog.example.org yet');
    writeFileSync(join(config.certificateDir, 'certificate.pem'), 'damaged');
    const [damaged] = checkCertificate(config, clock.now()).problems;
    assert.match(damaged.what, /cannot be read/);
  });

  it('says that others can read the keys, or put theirs in their place', async () => {
    for (const name of ['certificate.pem', 'account.json', '.']) {
      const { config, clock } = await issued();
      const folder = config.certificateDir;
      chmodSync(join(folder, name), name === '.' ? 0o770 : 0o640);
      const [{ what, todo }] = checkCertificate(config, clock.now()).problems;
      assert.equal(what, `Other users of this machine can read or write ${folder}.`);
      assert.equal(todo, `chmod -R go= ${folder}`);
    }
  });

  it('says nothing of a server without a domain', () => {
    const config = { domain: [], certificateDir: '' };
    assert.deepEqual(checkCertificate(config, 0), { problems: [], note: '' });
  });

  async function issued() {
    const folder = join(makeFolder(), 'certificates');
    const { certificates, clock } = setUp({ folder });
    await certificates.look();
    return { clock, config: { domain: names, certificateDir: folder } };
  }
});
