import { digest } from '../../base/digest.js';
import { generation } from '../../base/revision.js';
import { toWellFormed } from '../record.js';
/** @import { Act, Kind, StoredRecord } from '../types.js' */

/**
 * @typedef {{ _id: string, _rev: string } & Partial<Members> & Record<string, unknown>} Document  of a record, as
 *   CouchDB has it
 *
 * @typedef {object} Members
 * @property {boolean} _deleted
 * @property {{ start: number, ids: string[] }} _revisions  the last hashes of its branch, newest first
 * @property {Record<string, Attachment>} _attachments
 * @property {string} writeId  of the write that made it
 * @property {boolean} isFirst  whether this write was to create it
 * @property {string} withdrawn  the writeId of the refused write that it ends
 * @property {number} renderedGeneration
 * @property {Act[]} acts  that made it (see acts.js)
 *
 * @typedef {{ data?: string, length?: number }} Attachment  its bytes in Base64, or only their number
 */

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
export function parseDocumentId(documentId) {
  const colon = documentId.indexOf(':');
  return { kind: documentId.slice(0, colon), id: documentId.slice(colon + 1) };
}

/**
 * @param {string} kind
 * @param {string} id well-formed
 * @returns {string} the path relative to the database
 */
export const pathOf = (kind, id) => encodeURIComponent(documentId(kind, id));

/**
 * Makes a document of a record, without _id, _rev and writeId. A post gets two more fields for the summaries: the
 * digest of its teaser, and the generation that this save will have. If the document has another generation, it was
 * changed in Fauxton, and its HTML may be stale. (A post that was removed and created again looks stale too, until its
 * next save; this costs one render.)
 *
 * @param {Kind} kind
 * @param {any} record
 * @param {string | null} revision the revision that it replaces
 * @returns {Record<string, unknown>}
 */
export function toDocument(kind, record, revision) {
  const { id: _, revision: __, ...fields } = toWellFormed(record);
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
 * A frozen node may accept a first write late, after the document was removed again: then its parent is the removal. (A
 * change made in Fauxton has the same marks, but another parent; only one that puts the removed document back has the
 * same.)
 *
 * @param {Pick<Document, '_rev' | 'isFirst'>} document
 * @returns {boolean} whether its parent must be checked
 */
export const mayBeLate = ({ isFirst, _rev }) => isFirst === true && generation(_rev) > 1;

/**
 * @param {Document} document
 * @returns {any} the record, with its revision
 */
export function toRecord({
  _id,
  _rev,
  _attachments,
  writeId: _write,
  isFirst: _first,
  acts: _,
  ...fields
}) {
  const { kind, id } = parseDocumentId(_id);
  if (kind === 'media') {
    const attached = _attachments?.[attachment];
    const media = { id, revision: _rev, ...fields };
    // Its attachment was deleted in Fauxton.
    return attached ? toMedia(media, attached) : toMedia({ ...media, size: 0 }, { data: '' });
  }
  const { renderedGeneration: __, teaserDigest: ___, ...record } = fields;
  // A post may have been written before posts could be closed to comments.
  if (kind === 'post') return { id, commentsClosed: false, ...record, revision: _rev };
  return { id, ...fields, revision: _rev };
}

/**
 * @param {StoredRecord} fields  files saved by an earlier Larder have neither `by` nor `size`
 * @param {Attachment} attached
 */
function toMedia(fields, { data, length = 0 }) {
  const bytes = data === undefined ? undefined : Buffer.from(data, 'base64');
  const size = bytes?.length ?? length;
  return { size, by: '', alt: '', ...fields, ...(bytes && { bytes }) };
}
