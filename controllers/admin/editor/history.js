import { presentActs } from '../../../lib/views/presenters/activity.js';
import { presentDifferences } from '../../../lib/views/presenters/differences.js';
import { editorPath, stateNames } from '../../../lib/views/presenters/editor.js';
import { findPost } from './find-post.js';
import { furtherOf } from '../../../lib/content/history.js';
import { fieldsOfPost, fieldsOfVersion } from '../../../lib/content/post-form.js';
import { sayTime } from '../../../lib/base/time-zones.js';
/** @import { Post, Version, VersionLine } from '../../../lib/store/types.js' */
/** @import { AuthorBlog, SignedInAction, SignedInRequest } from '../../types.js' */

/** Acts that a history shows, and among how many of the newest they are looked for. */
const ACTS = 30;
const LOOKED_AT = 3000;

/**
 * The controllers of a post's earlier versions and of its secret link, for posts or for pages.
 * @param {'post' | 'page'} type
 * @returns {{ list: SignedInAction, show: SignedInAction, restore: SignedInAction, link: SignedInAction }}
 */
export function historyOf(type) {
  return {
    async list(request, blog) {
      const found = await find(request, blog);
      if (found === null || 'redirect' in found) return found;
      const { post } = found;
      const history = await blog.content.history(post.id, post.revision);
      const path = `${editorPath(post)}/history`;
      const versions = history.versions.toReversed().map((line) => presentLine(line, path, blog));
      const title = blog.words.say('history.title', { title: post.title });
      const present = {
        saved: sayTime(post.updatedAt, blog.index.settings.timeZone, blog.words.language),
        by: nameOf(history.by, blog),
      };
      const { acts } = await blog.accounts.activity.list({
        of: post.id,
        limit: ACTS,
        within: LOOKED_AT,
      });
      const model = {
        title,
        acts: await presentActs(acts, blog),
        hasActs: acts.length > 0,
        versions,
        present,
        editorPath: editorPath(post),
        none: versions.length === 0,
      };
      return { view: 'admin/history', model, page: { title } };
    },

    async show(request, blog) {
      const found = await find(request, blog);
      if (found === null || 'redirect' in found) return found;
      const { post } = found;
      const version = await versionOf(post, request.params.version, blog);
      if (!version) return null;
      const { timeZone } = blog.index.settings;
      const when = sayTime(version.updatedAt, timeZone, blog.words.language);
      const titles = { left: when, right: blog.words.say('history.now') };
      const path = `${editorPath(post)}/history`;
      const model = {
        title: post.title,
        when,
        by: nameOf(version.by, blog),
        path: `${path}/${encodeURIComponent(request.params.version)}`,
        historyPath: path,
        editorPath: editorPath(post),
        revision: post.revision,
        differences: await presentDifferences(
          fieldsOfVersion(version, post, timeZone),
          fieldsOfPost(post, timeZone),
          titles,
          blog,
        ),
      };
      return { view: 'admin/version', model, page: { title: `${post.title}, ${when}` } };
    },

    async restore(request, blog) {
      const found = await find(request, blog);
      if (found === null || 'redirect' in found) return found;
      const { post } = found;
      const version = await versionOf(post, request.params.version, blog);
      if (!version) return null;
      const { title, markdown, excerpt, tags } = version;
      const options = { revision: request.form.get('revision'), by: request.author.id };
      const restored = await blog.content.savePost(
        { id: post.id, title, markdown, excerpt, tags, ...furtherOf(version) },
        options,
      );
      return { redirect: `${editorPath(restored)}?done=version` };
    },

    async link(request, blog) {
      const found = await find(request, blog);
      if (found === null || 'redirect' in found) return found;
      const { post } = found;
      const isWanted = request.form.get('action') !== 'withdraw';
      await blog.content.linkPreview(post.id, isWanted ? blog.content.newId() : '');
      return { redirect: `${editorPath(post)}?done=${isWanted ? 'linked' : 'unlinked'}` };
    },
  };

  /** @param {SignedInRequest} request @param {AuthorBlog} blog */
  function find({ author, params }, blog) {
    return findPost(type, params.slug, author, blog);
  }
}

/** @param {Post} post @param {string} revision @param {AuthorBlog} blog @returns {Promise<Version | null>} */
const versionOf = (post, revision, { store }) => store.get('version', `${post.id}:${revision}`);

/** @param {VersionLine} line @param {string} path @param {AuthorBlog} blog */
const presentLine = ({ id, title, status, savedAt, by }, path, blog) => ({
  title,
  state: blog.words.say(stateNames[status === 'draft' ? 'draft' : 'public']),
  code: status === 'draft' ? 'draft' : 'public',
  saved: sayTime(savedAt, blog.index.settings.timeZone, blog.words.language),
  by: nameOf(by, blog),
  url: `${path}/${encodeURIComponent(id.slice(id.lastIndexOf(':') + 1))}`,
});

/** @param {string} user @param {AuthorBlog} blog */
const nameOf = (user, { index }) => index.users.get(user)?.name ?? '';
