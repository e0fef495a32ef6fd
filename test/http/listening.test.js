import assert from 'node:assert/strict';
import { addressesOf } from '../../lib/http/listening.js';
/** @import { NetworkInterfaceInfo } from 'node:os' */

const on = (/** @type {string} */ address) => ({
  address: () => ({ address, port: 3000, family: 'IPv4' }),
});
const fromOutside = /** @type {NetworkInterfaceInfo} */ ({
  address: '192.0.2.7',
  family: 'IPv4',
  internal: false,
});

describe('A server that has started', () => {
  it('tells where other machines reach it, if it listens on all addresses', () => {
    const interfaces = () => ({ eth0: [fromOutside] });
    assert.deepEqual(addressesOf(on('0.0.0.0'), interfaces), ['http://192.0.2.7:3000/']);
    assert.deepEqual(addressesOf(on('127.0.0.1'), interfaces), []);
  });

  it('goes on where it may not ask which addresses the machine has, as in a service of systemd', () => {
    const refuse = () => {
      throw new Error('uv_interface_addresses returned Unknown system error 97');
    };
    for (const address of ['127.0.0.1', '0.0.0.0', '::'])
      assert.deepEqual(addressesOf(on(address), refuse), []);
  });
});
