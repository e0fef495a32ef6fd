/** @import { Summary } from '../store/types.js' */
/** @import { BlogIndex, Layout } from './index/blog-index.js' */
/** @import { ListEffect } from './index/public-lists.js' */
/** @import { Cause } from './typed-stores.js' */

/**
 * What a change does to what readers see, by what has changed: the index tells it, and the rules of invalidation follow
 * from it. Types only.
 *
 * @typedef {ListEffect & { commenting?: boolean, byline?: boolean, displaced?: Summary[] }} PostEffect  `commenting`:
 *   whether comments were opened or closed; `byline`: whether other authors are named; `displaced`: posts whose path it
 *   took
 * @typedef {ReturnType<BlogIndex['setComment']>} CommentEffect
 * @typedef {ReturnType<BlogIndex['setSettings']>} SettingsEffect
 * @typedef {ReturnType<BlogIndex['setUser']>} UserEffect
 *
 * @typedef {object} MediaEffect
 * @property {string} id
 * @property {boolean} exists
 * @property {boolean} mayDiffer  whether its bytes may be others
 * @property {{ bytes: Buffer, type: string } | null} file  its current content, if it was read
 * @property {string[]} shown  ids of pictures of which pages show something else now
 * @property {boolean} cameOrWent
 * @property {string[]} derives  what of the settings shows it, by the names of derived-settings.js
 *
 * @typedef {{ of: 'post', effect: PostEffect }
 *   | { of: 'path', effect: Summary }
 *   | { of: 'comment', effect: CommentEffect }
 *   | { of: 'closing', effect: string[] }
 *   | { of: 'settings', effect: SettingsEffect }
 *   | { of: 'user', effect: UserEffect }
 *   | { of: 'media', effect: MediaEffect }} Affected  `of` selects the rules; `path`: of this post, another one took
 *   it; `closing`: ids of posts that are closed to comments now
 *
 * @typedef {object} Circumstances
 * @property {Cause} cause
 * @property {string} about  title or name of what has changed, for display; or ''
 * @property {Layout} layout  of the lists at that time
 *
 * @typedef {Affected & Circumstances} Effect
 */
export {};
