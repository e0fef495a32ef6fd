import { cacheControl } from './headers.js';
import { presentSite } from './presenters/site.js';
import { track } from './tracking.js';

/**
 * @typedef {import('./blog.js').Blog} Blog
 * @typedef {import('./blog.js').View} View
 * @typedef {import('./blog.js').File} File
 * @typedef {import('./blog.js').Redirect} Redirect
 * @typedef {import('./blog.js').Json} Json
 * @typedef {import('./response-manager.js').Entry} Entry
 * @typedef {import('./changes/typed-stores.js').StoreName} StoreName
 * @typedef {{ entry: Entry, cacheStatus: string }} Made
 */

/** Outcomes of a render, in the words of RFC 9211. */
const cacheStatuses = {
  stored: 'larder; fwd=miss; stored',
  collapsed: 'larder; fwd=miss; collapsed',
  passed: 'larder; fwd=miss',
  fresh: 'larder; fwd=request',
};

/** Makes what the cache does not hold: controller, then view, then an entry that is ready to be sent and kept. */
export class Pages {
  #blog;
  #views;
  #renders;
  #responses;

  /**
   * @param {object} parts
   * @param {Blog} parts.blog
   * @param {import('./view-manager.js').ViewManager} parts.views
   * @param {import('./cache/render-queue.js').Renders<Entry>} parts.renders
   * @param {import('./response-manager.js').ResponseManager} parts.responses
   */
  constructor({ blog, views, renders, responses }) {
    this.#blog = blog;
    this.#views = views;
    this.#renders = renders;
    this.#responses = responses;
  }

  /**
   * Makes a page, or waits for the render of another request, and keeps it.
   * @param {import('./router.js').Route} route
   * @param {string} path canonical
   * @param {Record<string, string>} params
   * @param {{ isFresh?: boolean }} [options] `isFresh`: rendered for this request alone, and not kept
   * @returns {Promise<Made | Redirect | Json | null>} null: there is no such thing
   */
  async make(route, path, params, { isFresh = false } = {}) {
    // What is never kept is quick to make: it waits for no render that hangs.
    if (route[3] === null) return route[2]({ path, params }, this.#blog);
    const render = () => this.render(route, path, params);
    const { made, outcome, isKept } = isFresh
      ? await this.#renders.runAlone(render)
      : await this.#renders.run(path, render);
    const { entry } = made;
    if (!entry) return /** @type {Redirect | Json | null} */ (made.result);
    // It may show less than the newest change, whose date it would bear: a later 304 would keep it for ever.
    if (!isKept) entry.lastModified = Infinity;
    return { entry, cacheStatus: cacheStatuses[outcome] };
  }

  /**
   * Renders a page before anyone asks for it, and keeps it.
   * @param {import('./match-route.js').Match | null} match  null: nothing stands there
   * @param {string} path canonical
   * @returns {Promise<{ entry: Entry | null, isKept: boolean }>} null: there is no such page
   */
  async prerender(match, path) {
    if (!match) return { entry: null, isKept: false };
    const { made, isKept } = await this.#renders.run(path, async () => {
      const rendered = await this.render(match.route, path, match.params);
      if (rendered.entry) rendered.entry.isPrerendered = true;
      return rendered;
    });
    return { entry: made.entry, isKept };
  }

  /**
   * Renders a page afresh, and keeps nothing.
   * @param {import('./router.js').KeptRoute} route
   * @param {string} path canonical
   * @param {Record<string, string>} params
   */
  async render([, , action, store], path, params) {
    const { blog, reader, dependsOn, moments } = track(this.#blog);
    const result = await action({ path, params, reader }, blog);
    const body = result && this.#body(result, path, blog);
    // After the template, which reads too.
    const entry =
      body &&
      this.#responses.entry({
        key: path,
        store,
        ...body,
        dependsOn: dependsOn(),
        moments: moments(),
      });
    return { result, entry, outdated: reader.outdated };
  }

  /**
   * @param {{ status: number, title: string }} error as visitors may know it
   * @param {string[]} headers further ones, as a flat list
   * @returns {Made}
   */
  makeError({ status, title }, headers) {
    const message = messages[status] ?? messages[500];
    const { site, page } = presentSite(this.#blog, { path: '', title, noindex: true });
    const model = { site, page, error: { status, title, ...message } };
    return this.#error(status, this.#views.render('error', model), headers);
  }

  /**
   * For when not even the error page can be rendered.
   * @param {{ status: number, title: string }} error
   * @param {string[]} headers further ones, as a flat list
   * @returns {Made}
   */
  makeBareError({ status, title }, headers) {
    const rendered = { body: `${title}\n`, contentType: 'text/plain; charset=utf-8' };
    return this.#error(status, rendered, headers);
  }

  /**
   * @param {number} status
   * @param {{ body: string, contentType: string }} rendered
   * @param {string[]} extra
   */
  #error(status, rendered, extra) {
    const caching = status < 500 ? cacheControl.page : cacheControl.never;
    const page = { key: '', store: /** @type {const} */ ('static'), dependsOn: [] };
    const entry = this.#responses.entry({ ...page, ...rendered, status, caching, extra });
    return { entry, cacheStatus: cacheStatuses.passed };
  }

  /**
   * @param {import('./blog.js').KeptResult} result
   * @param {string} path
   * @param {import('./blog.js').ShownBlog} blog
   * @returns {Pick<import('./entry.js').Page, 'body' | 'contentType' | 'caching' | 'upload'> | null} null when there is nothing
   *   to keep
   */
  #body(result, path, blog) {
    if ('bytes' in result) {
      const { bytes: body, contentType, immutable, upload } = result;
      const caching = immutable ? cacheControl.immutable : cacheControl.page;
      return { body, contentType, caching, upload };
    }
    if (!('view' in result)) return null;
    const { view, model, page } = result;
    return this.#views.render(view, { ...presentSite(blog, { path, ...page }), ...model });
  }
}

/** @type {Record<number, { message: string, suggestion: string | null }>} */
const messages = {
  400: { message: 'This URL is not valid.', suggestion: null },
  404: {
    message: 'There is no page at this address. It may have moved.',
    suggestion: 'The archive lists all posts.',
  },
  405: { message: 'This page can only be read.', suggestion: null },
  410: {
    message: 'The author removed this page.',
    suggestion: 'The archive lists all posts.',
  },
  421: { message: 'This server does not serve the host you asked for.', suggestion: null },
  500: {
    message: 'The error has been logged.',
    suggestion: 'Please try again later.',
  },
  503: {
    message: 'This page cannot be shown right now.',
    suggestion: 'Please try again in a few seconds.',
  },
};
