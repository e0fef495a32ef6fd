import { hintsOf } from '../../../lib/accelerator/proxy/early-hints.js';
import { readKey } from '../../../lib/accelerator/control/keys.js';
import { checkPut } from '../../../lib/accelerator/control/put-response.js';
import { parseCacheControl, parseTargeted } from '../../../lib/accelerator/rules/cache-control.js';
import { endToEnd, isField, membersOf } from '../../../lib/accelerator/rules/fields.js';
import { groupsOf } from '../../../lib/accelerator/rules/groups.js';
import { concernedBy } from '../../../lib/accelerator/rules/invalidation.js';
import { policyOf } from '../../../lib/accelerator/rules/policy.js';
import { isRefused, isUsual } from '../../../lib/accelerator/rules/request-fields.js';
import { requestDirectives } from '../../../lib/accelerator/rules/reuse.js';
import { isStorable } from '../../../lib/accelerator/rules/storable.js';
import { variedBy, varyOf } from '../../../lib/accelerator/rules/vary.js';
import { SessionCookie } from '../../../lib/people/cookies.js';
import {
  readCommentForm,
  validateCommentForm,
} from '../../../lib/content/comments/comment-form.js';
import { plainName } from '../../../lib/content/validate-comment.js';
import { isWebAddress } from '../../../lib/content/validate.js';
import { renderComment } from '../../../lib/markup/render.js';
import { requestedFileName } from '../../../lib/content/media/content-disposition.js';
import { chooseEncoding, matchesWeakly, rangeOf } from '../../../lib/responses/negotiation.js';
import { parseDate } from '../../../lib/http/http-date.js';
import { createClients } from '../../../lib/http/clients.js';
import { bearerToken } from '../../../lib/http/bearer-token.js';
import { parseForm } from '../../../lib/router/form-fields.js';
import { isPlainlyCoded } from '../../../lib/http/transfer-coding.js';
import { fromAbsoluteForm } from '../../../lib/http/request-target.js';
import { similarTo } from '../../../lib/search/similar-words.js';
import { wordsOf } from '../../../lib/search/words.js';
import { readAgent } from '../../../lib/statistics/agents.js';
import { isLeftOut } from '../../../lib/statistics/conventions.js';
import { readReferrer } from '../../../lib/statistics/referrers.js';
import { canonicalPath, pathOfTarget } from '../../../lib/base/paths.js';
import { slugify } from '../../../lib/base/slug.js';
import { STRANGER, of } from './entrance.js';

/** Bytes of a request's fields together. */
const FIELDS = 15_800;
/** Bytes of an origin's fields together. */
const OF_ORIGIN = 63_000;

const clients = createClients(2);

const cookie = new SessionCookie('https://a.example');

const stored = { status: 200, requestedAt: 0, receivedAt: 0 };

const bytes = (/** @type {string} */ text) => Buffer.from(text);

/** What strangers send. */
export const strangers = () => [
  ...of(STRANGER, FIELDS, ['punctuation', 'blanks', 'fields', 'letters'], {
    'Cache-Control': parseCacheControl,
    'requested Cache-Control': (text) => requestDirectives({ 'cache-control': text, pragma: text }),
    'If-None-Match': (text) => matchesWeakly(text, 'W/"a"'),
    'If-Modified-Since': (text) => parseDate(text, 0),
    Range: (text) => rangeOf({ method: 'GET', headers: { range: text } }, 100),
    'Accept-Encoding': chooseEncoding,
    Referer: (text) => readReferrer(text, 'a.example'),
    'the host of Referer': (text) => readReferrer(`https://${text}`, 'a.example'),
    'User-Agent': readAgent,
    'X-Forwarded-For': (text) =>
      clients.addressOf({
        headers: { 'x-forwarded-for': text },
        socket: { remoteAddress: '127.0.0.1' },
      }),
    'X-Forwarded-Proto': (text) =>
      clients.isEncrypted(
        /** @type {any} */ ({
          headers: { 'x-forwarded-proto': text },
          socket: { remoteAddress: '127.0.0.1' },
        }),
      ),
    Cookie: (text) => [cookie.read(text), isLeftOut(text)],
    Authorization: bearerToken,
    'Content-Disposition': (text) =>
      requestedFileName({ 'content-disposition': `attachment; ${text}` }, new URLSearchParams()),
    'a query': (text) => [...new URLSearchParams(text)],
    'a path': canonicalPath,
    'a target': (text) => pathOfTarget(`/${text}`),
    'an absolute target': (text) => fromAbsoluteForm(`http://${text}`, ['a']),
    'a name of a field': (text) => [
      isField(text, text),
      isPlainlyCoded({ headers: { 'transfer-encoding': text } }),
      isUsual(text),
      isRefused(text),
    ],
    Vary: (text) => variedBy(['Vary', text], { cookie: text, 'accept-language': text }),
    'words of a search': (text) => [...wordsOf(text)],
    'a word of a search': (text) => similarTo(text.slice(0, 100)),
    slugs: slugify,
    'the key of an entry': readKey,
  }),
  ...of(STRANGER, OF_ORIGIN, ['punctuation', 'blanks', 'fields'], {
    'CDN-Cache-Control': parseTargeted,
    'Cache-Groups': (text) => groupsOf(['Cache-Groups', text]),
    'Link of early hints': (text) => hintsOf(['Link', `<a>${text}`]),
    'Vary of an origin': (text) => varyOf(['Vary', text]),
    'Connection of an origin': (text) => endToEnd(['Connection', text, 'A', 'a']),
    'a list of an origin': membersOf,
    'policy of an origin': (text) => {
      const fields = [
        'Cache-Control',
        'CDN-Cache-Control',
        'ETag',
        'Expires',
        'Age',
        'Date',
        'Last-Modified',
      ];
      const headers = fields.flatMap((name) => [name, text]);
      return policyOf({ ...stored, headers });
    },
    'what may be stored': (text) =>
      isStorable(
        { method: 'GET', headers: {}, directives: null },
        { status: 200, headers: ['Cache-Control', text, 'Vary', text, 'Set-Cookie', text] },
      ),
    'Location of an origin': (text) =>
      concernedBy('http://a/', ['Location', text, 'Content-Location', text], 'a'),
    'fields of a PUT': (text) => checkPut({ 'cache-control': text, 'cache-groups': text }),
    'the type of a PUT': (text) => checkPut({ 'content-type': text }),
  }),
  ...of(STRANGER, 20_000, ['letters', 'blanks', 'punctuation', 'markdown', 'tables', 'html'], {
    'a comment': renderComment,
  }),
  ...of(STRANGER, 20_000, ['code', 'punctuation', 'letters'], {
    'code in a comment': (text) => renderComment(`\`\`\`js\n${text}\n\`\`\``),
  }),
  ...of(STRANGER, 181_000, ['punctuation', 'blanks', 'letters', 'fields'], {
    'a form': (text) => parseForm(bytes(text)),
    'the form of a comment': (text) => {
      const form = new URLSearchParams();
      for (const name of ['name', 'url', 'markdown']) form.set(name, text);
      return validateCommentForm(readCommentForm(form), 'a');
    },
    'a name': plainName,
    'an address': (text) => isWebAddress(text, 500),
  }),
];
