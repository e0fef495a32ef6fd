import { defaultSettings } from '../../changes/index/default-settings.js';
import { equal } from '../../base/equal.js';
/** @import { Words } from '../../base/words.js' */
/** @import { Settings } from '../../store/types.js' */

/** Milliseconds after which nobody is new here any more. */
const NEW = 14 * 24 * 60 * 60_000;

/** What of the settings is the look. */
const looks = /** @type {const} */ (['theme', 'appearance', 'logo', 'icon']);

/**
 * What the owner of a new blog does first, and what of it is done.
 * @param {object} blog
 * @param {boolean} blog.hasPosts
 * @param {boolean} blog.hasImports
 * @param {Readonly<Settings>} blog.settings
 * @param {string} blog.since  when the owner chose the password; '' if long ago
 * @param {number} blog.now  milliseconds since 1970
 * @param {Words} words
 * @returns null when the blog has texts and a look of its own, or is no longer new
 */
export function presentFirstSteps({ hasPosts, hasImports, settings, since, now }, words) {
  const standard = defaultSettings();
  const hasLook = looks.some((name) => !equal(settings[name], standard[name]));
  if ((hasPosts && hasLook) || !since || now - Date.parse(since) > NEW) return null;
  return {
    steps: [
      {
        title: words.say('dashboard.writeFirstPost'),
        url: '/admin/posts/new',
        icon: 'edit',
        text: words.say('dashboard.writeAbout'),
        done: hasPosts,
      },
      {
        title: words.say('dashboard.importYourPosts'),
        url: '/admin/import',
        icon: 'import',
        text: words.say('dashboard.importAbout'),
        done: hasImports,
      },
      {
        title: words.say('dashboard.makeItYours'),
        url: '/admin/appearance',
        icon: 'appearance',
        text: words.say('dashboard.makeItYoursAbout'),
        done: hasLook,
      },
    ],
  };
}
