import { LarderError } from '../../base/errors.js';
import { presentError } from './reader-errors.js';
/** @import { Blog, FormResult, Redirect } from '../../../controllers/types.js' */
/** @import { Answer, Failure } from '../../../controllers/route.js' */

/**
 * Answers to readers' forms. They are never cached.
 * @param {{ blog: Blog }} deps
 */
export function createFormAnswers({ blog }) {
  return { show, showError };

  /** @param {FormResult | Redirect} result @param {{ path: string }} request @returns {Answer} */
  function show(result, { path }) {
    if ('redirect' in result) return { status: 303, headers: ['Location', result.redirect] };
    const { view, model, page, status, headers } = result;
    const theme = blog.themes.at(blog.index.settings.theme);
    const words = theme.words(blog.index.looks);
    const shown = theme.views.renderPage(view, model, { path, ...page }, { ...blog, theme }, words);
    return { status, headers, ...shown };
  }

  /**
   * Shows errors that were thrown before the action, such as by a check.
   * @param {Failure} failure
   * @param {{ path: string }} request
   * @returns {Answer | null} null for 5xx, which the site's error page shows
   */
  function showError({ error, code, status, message, headers }, request) {
    if (status >= 500) return null;
    const word = error instanceof LarderError && error.word;
    const { themes, index } = blog;
    const words = themes.at(index.settings.theme).words(index.looks);
    // Without a template: a flood must not cause much work.
    if (code === 'tooMany')
      return {
        status,
        contentType: 'text/plain; charset=utf-8',
        body: `${word ? words.say(...word) : message}\n`,
        headers,
      };
    const { title, message: general } = presentError(status, words);
    // Only the general sentence is in other languages.
    const sentence = words.language === 'en' ? `${message}.`.replace(/\.\.$/, '.') : general;
    const suggestion = words.say('errorGoBack');
    return show(
      {
        view: 'error',
        model: { error: { status, title, message: sentence, suggestion } },
        page: { title, noindex: true },
        status,
        headers,
      },
      request,
    );
  }
}
