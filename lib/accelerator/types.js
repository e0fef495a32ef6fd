/**
 * The types that the parts of the accelerator share. What an entry is stays the same in memory, on disk and between
 * peers.
 *
 * @typedef {object} StoredResponseFields  One response of the origin, or of the REST interface, as it is stored.
 * @property {number} status
 * @property {readonly string[]} headers  a flat list, as received, without those of the connection (RFC 9110 section
 *   7.6.1)
 * @property {Buffer} body
 * @property {Readonly<Record<string, string>>} varied  the request's fields that Vary names, normalised (RFC 9111
 *   section 4.1); empty: it fits all requests
 * @property {number} requestedAt  milliseconds since 1970 when it was requested (RFC 9111 section 4.2.3)
 * @property {number} receivedAt  milliseconds since 1970 when its header section arrived
 *
 * @typedef {Readonly<StoredResponseFields>} StoredResponse
 *
 * @typedef {object} EntryFields  All that is stored under a key.
 * @property {string} key  the path with its query, or any key of the REST interface
 * @property {string} version  of the write: of two writes, the greater text is the later one
 * @property {readonly StoredResponse[]} variants  at least one; the most recent first
 * @property {readonly string[]} groups  of Cache-Groups (RFC 9875)
 *
 * @typedef {Readonly<EntryFields>} StoredEntry
 *
 * @typedef {object} Selector  What an invalidation concerns. An entry that fits any of them is concerned.
 * @property {string[]} [urls]  keys
 * @property {string[]} [prefixes]  of keys
 * @property {string[]} [etags]  with quotation marks, as in a header
 * @property {string[]} [groups]
 *
 * @typedef {{ type: 'put', entry: Omit<StoredEntry, 'version'> }
 *   | { type: 'remove', key: string }
 *   | { type: 'invalidate', selector: Selector }
 *   | { type: 'etag', old?: string, url?: string, new: string }} Write  What the REST interface may change; peers pass
 *   it on. `etag`: the origin tells that a URL, or whatever had the entity tag `old`, now has another one
 *
 * @typedef {Write & { version: string }} VersionedWrite  `version`: of the node that took it
 *
 * @typedef {'current' | 'outdated' | 'unknown'} ReportedState  Of a stored response. `current`: it may be sent without
 *   asking, whatever its age; `outdated`: it must be validated first, however fresh; `unknown`: RFC 9111 alone decides
 */

export {};
