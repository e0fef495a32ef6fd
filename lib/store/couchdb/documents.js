import { digest } from '../../util/digest.js';
import { generation } from '../../util/revision.js';
import { tidy } from '../record.js';
/** @import { Kind } from '../../types.js' */

/** The name of the attachment that holds the bytes of media. */
export const attachment = 'bytes';

/**
 * @param {string} kind
 * @param {string} id
 * @returns {string} the document's _id
 */
export const documentId = (kind, id) => `${kind}:${id}`;

/**
 * @param {string} documentId
 * @returns {{ kind: string, id: string }}
 */
export function identify(documentId) {
  const colon = documentId.indexOf(':');
  return { kind: documentId.slice(0, colon), id: documentId.slice(colon + 1) };
}

/**
 * @param {string} kind
 * @param {string} id whole Unicode
 * @returns {string} the path below the database
 */
export const pathOf = (kind, id) => encodeURIComponent(documentId(kind, id));

/**
 * A record as a document, without _id, _rev and what is noted of the write. A post keeps beside its fields what the summaries need:
 * the digest of its teaser, and the generation that this save will have. A document that was changed in
 * CouchDB's own console has another one, and so its HTML is under suspicion. (So is a post that was
 * removed and made again, until its next save: needlessly, and without harm.)
 *
 * @param {Kind} kind
 * @param {any} record
 * @param {string | null} revision the one that it replaces
 * @returns {Record<string, any>}
 */
export function toDocument(kind, record, revision) {
  const { id: _, revision: __, ...fields } = tidy(record);
  if (kind === 'post') {
    fields.teaserDigest = digest(fields.teaser);
    fields.renderedGeneration = generation(revision) + 1;
  }
  if (kind === 'media') {
    const { bytes, ...rest } = fields;
    const data = bytes.toString('base64');
    return { ...rest, _attachments: { [attachment]: { content_type: rest.type, data } } };
  }
  return fields;
}

/**
 * A node that was frozen may take a first write late, when what was written has been removed again: then it stands on
 * the removal. (Or somebody has changed it in CouchDB's console: then it does not.)
 *
 * @param {any} document
 * @returns {boolean} whether that must be looked into
 */
export const mayBeLate = ({ isFirst, _rev }) => isFirst === true && generation(_rev) > 1;

/**
 * @param {any} document
 * @returns {any} the record, with its revision
 */
export function toRecord({ _id, _rev, _attachments, writeId: _write, isFirst: _first, ...fields }) {
  const { kind, id } = identify(_id);
  if (kind === 'media')
    return toMedia({ id, revision: _rev, ...fields }, _attachments?.[attachment]);
  const { renderedGeneration: _, teaserDigest: __, ...record } = fields;
  // A post may have been written before posts could be closed to comments.
  if (kind === 'post') return { id, commentsClosed: false, ...record, revision: _rev };
  return { id, ...fields, revision: _rev };
}

/**
 * @param {any} fields  a file kept by an earlier version says neither who uploaded it nor its size
 * @param {{ data?: string, length?: number }} [attached] the bytes in base 64, or only how many there are
 */
function toMedia(fields, { data, length = 0 } = {}) {
  const bytes = data === undefined ? undefined : Buffer.from(data, 'base64');
  const size = bytes?.length ?? length;
  return { size, by: '', alt: '', ...fields, ...(bytes && { bytes }) };
}
