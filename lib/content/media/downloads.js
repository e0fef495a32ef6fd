import { endingOf } from './names.js';
import { UNKNOWN } from './types.js';

/** What browsers run as a page, or servers as a program, should someone publish an export. */
const RUNS =
  /^(?:x?html?|xht|[sp]html?|stm|hta|mht|mhtml|svgz?|xslt?|php\d?|pht|phar|[aj]spx?|as[hm]x|f?cgi|cfm)$/;

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

/**
 * Registered types by the file's ending, where programs and devices go by them. None is of what a browser shows or
 * runs: neither scripts, styles, XML nor pictures.
 * @type {Map<string, string>}
 */
const TYPES = new Map(
  Object.entries({
    '7z': 'application/x-7z-compressed',
    aac: 'audio/aac',
    apk: 'application/vnd.android.package-archive',
    csv: 'text/csv',
    doc: 'application/msword',
    docx: `${OFFICE}.wordprocessingml.document`,
    epub: 'application/epub+zip',
    flac: 'audio/flac',
    gz: 'application/gzip',
    ics: 'text/calendar',
    json: 'application/json',
    md: 'text/markdown',
    mkv: 'video/matroska',
    mobi: 'application/x-mobipocket-ebook',
    mov: 'video/quicktime',
    odp: `${OPEN_DOCUMENT}.presentation`,
    ods: `${OPEN_DOCUMENT}.spreadsheet`,
    odt: `${OPEN_DOCUMENT}.text`,
    pdf: 'application/pdf',
    ppt: 'application/vnd.ms-powerpoint',
    pptx: `${OFFICE}.presentationml.presentation`,
    rtf: 'application/rtf',
    tsv: 'text/tab-separated-values',
    vcf: 'text/vcard',
    vtt: 'text/vtt',
    wav: 'audio/wav',
    xls: 'application/vnd.ms-excel',
    xlsx: `${OFFICE}.spreadsheetml.sheet`,
    zip: 'application/zip',
  }),
);

/**
 * The type and ending of a file that is offered for saving alone: its own ending stays, unless something would run it.
 * @param {string} name as uploaded; may be anything
 * @param {{ type: string, extension: string }} found  by its bytes
 * @returns {{ type: string, extension: string }}
 */
export function asDownload(name, { type, extension }) {
  const own = endingOf(name);
  const parts = own.split('.');
  if (own === '' || parts.some((part) => RUNS.test(part))) return { type, extension };
  const known = TYPES.get(parts[parts.length - 1]);
  return { type: known ?? (type === 'text/plain' ? type : UNKNOWN), extension: own };
}
