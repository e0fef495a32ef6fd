import assert from 'node:assert/strict';
import { createClients } from '../../lib/http/clients.js';

describe('The address of a client', () => {
  const { addressOf } = createClients(1);
  /** @param {string} forwarded */
  const passedOn = (forwarded) =>
    addressOf({
      socket: { remoteAddress: '127.0.0.1' },
      headers: { 'x-forwarded-for': forwarded },
    });

  it('is the last one that a trusted proxy passes on', () => {
    assert.equal(passedOn('9.9.9.9, 1.2.3.4'), '1.2.3.4');
    assert.equal(passedOn('9.9.9.9,\t1.2.3.4'), '1.2.3.4');
  });

  it('has no port', () => {
    assert.equal(passedOn('1.2.3.4:5678'), '1.2.3.4');
    assert.equal(passedOn('[2001:db8::1]:5678'), '2001:db8::1');
    assert.equal(passedOn('[2001:db8::1]'), '2001:db8::1');
    assert.equal(passedOn('2001:db8::1'), '2001:db8::1');
  });

  it('is short, whatever is passed on', () => assert.equal(passedOn('x'.repeat(1000)).length, 45));
});
