/**
 * Where links of a text may lead: pages, people, places and files, opened by programs that ask or only show. Those of
 * the HTML Standard (section 8.9, safelisted schemes) and what blogs use besides. Schemes that run something
 * (`javascript`, `vbscript`, `data`), read this computer (`file`, `view-source`) or are unknown are not among them.
 */
export const LINK_SCHEMES = (
  'http https mailto tel ' +
  'acct at bitcoin callto cid dat did doi ethereum facetime facetime-audio fax feed finger ftp ftps gemini geo ' +
  'git gopher hyper im ipfs ipns irc ircs jabber lightning magnet maps matrix mid mms mumble ' +
  'news nntp nostr openpgp4fpr rtmp rtsp sftp sgnl signal sip sips skype sms smsto spartan spotify ssb ssh svn ' +
  'telnet tg threema titan urn wais webcal webcals whatsapp xmpp xri zotero'
).split(' ');

const known = new Set(LINK_SCHEMES);

/**
 * @param {string} address of a link, as in HTML
 * @returns {string | null} its scheme in lower case, if a text may not lead there
 */
export function unsafeScheme(address) {
  // Browsers leave out blanks and control characters (URL Standard, section 4.4).
  const [, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(address.replace(/[\p{Cc}\s]/gu, '')) ?? [];
  return scheme && !known.has(scheme.toLowerCase()) ? scheme.toLowerCase() : null;
}
