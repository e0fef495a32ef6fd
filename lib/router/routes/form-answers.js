/** @import { Blog, FormResult, Redirect } from '../../../controllers/types.js' */
/** @import { Answer, Failure } from '../../../controllers/route.js' */

const GO_BACK = 'Use your browser’s back button: what you typed is still there.';

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
    const shown = { ...blog, theme };
    return { status, headers, ...theme.views.renderPage(view, model, { path, ...page }, shown) };
  }

  /**
   * Shows errors that were thrown before the action, such as by a check.
   * @param {Failure} failure
   * @param {{ path: string }} request
   * @returns {Answer | null} null for 5xx, which the site's error page shows
   */
  function showError({ code, status, title, message, headers }, request) {
    if (status >= 500) return null;
    // Without a template: a flood must not cause much work.
    if (code === 'tooMany')
      return { status, contentType: 'text/plain; charset=utf-8', body: `${message}\n`, headers };
    const sentence = `${message}.`.replace(/\.\.$/, '.');
    return show(
      {
        view: 'error',
        model: { error: { status, title, message: sentence, suggestion: GO_BACK } },
        page: { title, noindex: true },
        status,
        headers,
      },
      request,
    );
  }
}
