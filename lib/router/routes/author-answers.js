import { setImmediate } from 'node:timers/promises';
import { countComments } from '../../people/moderation.js';
import { presentAdmin } from '../../views/presenters/admin.js';
import { wordsFor } from '../author-words.js';
import { LarderError } from '../../base/errors.js';
import { sayMessage } from '../../base/messages.js';
import { sayError } from '../../views/presenters/errors.js';
import { withoutScripts } from '../../views/without-scripts.js';
import { problemOf, PROBLEM } from '../../http/problem.js';
/** @import { Request } from 'express' */
/** @import { Words } from '../../base/words.js' */
/** @import { AnswerParts, AuthorResult, AuthorView, WordlessBlog } from '../../../controllers/types.js' */
/** @import { Cookies } from '../../people/cookies.js' */
/** @import { Answer, Failure } from '../../../controllers/route.js' */

/**
 * Answers to authors: pages, redirects, JSON.
 * @param {object} deps
 * @param {WordlessBlog} deps.blog
 * @param {Cookies} deps.cookies
 */
export function createAuthorAnswers({ blog, cookies }) {
  return { show, showError };

  /** @param {AuthorResult} result @param {Request} request @returns {Promise<Answer>} */
  async function show(result, request) {
    // Each step of a long text blocks the process for a while: serve readers in between.
    await setImmediate();
    const headers = [...(result.headers ?? [])];
    if (result.session !== undefined)
      headers.push('Set-Cookie', cookies.session.write(result.session));
    if (result.device) headers.push('Set-Cookie', cookies.device.write(result.device));
    if ('redirect' in result) {
      headers.push('Location', result.redirect);
      return { status: 303, headers };
    }
    if ('open' in result) {
      const { fileName, contentType, open } = result;
      headers.push('Content-Disposition', `attachment; filename="${fileName}"`);
      return { status: 200, headers, contentType, open };
    }
    if ('bytes' in result) {
      const { bytes, contentType, framed } = result;
      const body = framed ? withoutScripts(bytes) : bytes;
      return { status: 200, headers, contentType, body, framed };
    }
    if ('view' in result) return showPage({ ...result, headers }, request);
    const { json, status = json === null ? 204 : 200 } = result;
    if (json === null) return { status, headers };
    return { contentType: 'application/json', status, headers, body: `${JSON.stringify(json)}\n` };
  }

  /** @param {AnswerParts & AuthorView} result @param {Request} request */
  async function showPage({ view, model, page, status = 200, headers = [], framed }, request) {
    const { author = null, path } = request;
    // 0 if the store is unavailable: the page is shown all the same.
    const waiting = author ? await countComments(author, 'pending', blog).catch(() => 0) : 0;
    const words = wordsFor(request);
    const isOwner = author?.role === 'owner';
    const shared = {
      ...presentAdmin({ view, path, author, waiting }, { ...blog, words }),
      author,
      isOwner,
    };
    const own = { path, noindex: true, ...page };
    // A preview, and what Markdown becomes, are as readers see them.
    const isPreview = !view.startsWith('admin/');
    const { themes, index } = blog;
    const theme = isPreview ? await themes.open(index.settings.theme) : themes.base;
    const said = isPreview || view === 'admin/help' ? theme.words(index.looks) : words;
    const site = { ...blog, theme };
    const shown = theme.views.renderPage(view, { ...shared, ...model }, own, site, said);
    const body = framed ? withoutScripts(shown.body) : shown.body;
    return { status, headers, framed, ...shown, body };
  }

  /** @param {Failure} failure @param {Request} request @returns {Answer | Promise<Answer>} */
  function showError(failure, request) {
    const { code, status, headers } = failure;
    const words = wordsFor(request);
    const title = sayMessage(failure.title, words);
    const { method, path } = request;
    if (request.is('application/json') || request.accepts(['html', 'json']) === 'json')
      return showProblem(failure);
    if (code === 'unauthorised' && (method === 'GET' || method === 'HEAD')) {
      const next = path.startsWith('/admin/') ? `?next=${encodeURIComponent(path)}` : '';
      return { status: 303, headers: ['Location', `/admin/login${next}`] };
    }
    return showPage(
      {
        view: 'admin/error',
        model: {
          title,
          message: messageOf(failure, words),
          signIn: status === 401,
          goBack: method === 'POST',
        },
        page: { title },
        status,
        headers,
      },
      request,
    );
  }
}

/** @param {Failure} failure @returns {Answer} application/problem+json (RFC 9457) */
export function showProblem({ error, status, headers, outcome }) {
  const problem = problemOf(error);
  const body = `${JSON.stringify(outcome ? { ...problem, detail: outcome } : problem)}\n`;
  return { status, contentType: PROBLEM, body, headers };
}

/** @param {Failure} failure @param {Words} words @returns {string} what the author may see of the error */
function messageOf({ error, status, message, outcome }, words) {
  if (status === 500) return words.say('common.errorLogged');
  if (status < 500) return sayError(error instanceof LarderError ? error : { message }, words);
  const why = words.say('common.databaseUnreachable');
  return `${why} ${outcome ? sayMessage(outcome, words) : words.say('common.tryAgainShortly')}`;
}
