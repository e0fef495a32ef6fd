/**
 * Writes databases of places in the MMDB format, for tests.
 * @typedef {{ ipVersion?: 4 | 6, builtAt?: string, metadata?: Record<string, any> }} Options
 */

/**
 * @param {Record<string, any>} networks  by CIDR, e.g. '192.0.2.0/24'; later ones must not lie in earlier ones
 * @param {Options} [options]
 * @returns {Buffer} the file
 */
export function writeMmdb(
  networks,
  { ipVersion = 6, builtAt = '2026-11-01T00:00:00Z', metadata } = {},
) {
  /** Two records each: another node, `{ at }` in the data section, or null. @type {any[][]} */
  const nodes = [[null, null]];
  const data = [];
  let length = 0;
  for (const [network, record] of Object.entries(networks)) {
    const bytes = encode(record);
    insert(nodes, bitsOf(network, ipVersion), { at: length });
    data.push(bytes);
    length += bytes.length;
  }
  const count = nodes.length;
  const tree = Buffer.alloc(count * 8);
  nodes.flat().forEach((record, place) => {
    const value = record === null ? count : (record.at ?? NaN) + 16 + count;
    tree.writeUInt32BE(typeof record === 'number' ? record : value, place * 4);
  });
  const about = {
    node_count: count,
    record_size: 32,
    ip_version: ipVersion,
    database_type: 'Test',
    languages: ['en'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: Date.parse(builtAt) / 1000,
    description: {},
    ...metadata,
  };
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  return Buffer.concat([tree, Buffer.alloc(16), ...data, marker, encode(about)]);
}

/** @param {any[][]} nodes @param {number[]} bits @param {{ at: number }} leaf */
function insert(nodes, bits, leaf) {
  let node = 0;
  for (const bit of bits.slice(0, -1)) {
    if (nodes[node][bit] === null) nodes[node][bit] = nodes.push([null, null]) - 1;
    node = nodes[node][bit];
  }
  nodes[node][bits[bits.length - 1]] = leaf;
}

/** @param {string} network @param {number} ipVersion */
function bitsOf(network, ipVersion) {
  const [address, length] = network.split('/');
  if (!address.includes(':')) {
    const bits = address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
    const own = bits.slice(0, Number(length));
    return [...(ipVersion === 6 ? '0'.repeat(96) : ''), ...own].map(Number);
  }
  const [left, right = ''] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const groups = [...left, ...Array(8 - left.length - right.length).fill('0'), ...right];
  const bits = groups.map((group) => parseInt(group, 16).toString(2).padStart(16, '0')).join('');
  return [...bits.slice(0, Number(length))].map(Number);
}

/** @param {any} value @returns {Buffer} */
function encode(value) {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([control(2, bytes.length), bytes]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(6, 4), bytes]);
  }
  if (Array.isArray(value))
    return Buffer.concat([Buffer.from([value.length, 4]), ...value.map(encode)]);
  const fields = Object.entries(value);
  return Buffer.concat([control(7, fields.length), ...fields.flat().map(encode)]);
}

/** @param {number} type @param {number} size below 285 */
const control = (type, size) =>
  Buffer.from(size < 29 ? [(type << 5) | size] : [(type << 5) | 29, size - 29]);
