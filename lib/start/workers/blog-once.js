import { createPasswords } from '../../people/passwords.js';
import { createThrottle } from '../../people/throttle.js';
import { discardSnapshot } from '../../cache/snapshot.js';
import { folderOf, jobFolderOf } from '../warm-start.js';
import { createCommentLimits } from '../../content/comments/limits.js';
import { createPresence } from '../../content/presence.js';
import { removeLeftovers } from '../../exchange/jobs/exports.js';
import { Imports } from '../../exchange/jobs/imports.js';
import { openPurgers } from '../networks.js';
import { functionsOf } from './once.js';
/** @import { Member, Pool } from './pool.js' */
/** @import { Once } from './primary.js' */
/** @import { Clock } from '../../base/clock.js' */
/** @import { Config } from '../config.js' */
/** @import { Log } from '../../base/log.js' */

/**
 * What there is once for all workers that serve a blog.
 * @param {{ config: Config, clock: Clock, log: Log }} deps
 * @param {Pool} pool
 * @returns {Once}
 */
export function openBlogOnce({ config, clock, log }, pool) {
  /** @type {Member | null} */
  let exporting = null;
  /** @type {(name: string) => void} */
  let setImportName = () => {};
  const imports = new Imports({ config, folder: jobFolderOf(config, 'import'), clock, log });
  removeLeftovers(jobFolderOf(config, 'export'), log);
  const purgers = openPurgers(config, { isShared: true, clock, log });
  const shared = functionsOf({
    throttle: createThrottle({ clock }),
    limits: createCommentLimits({ clock }),
    passwords: createPasswords(),
    imports,
    presence: createPresence({ clock }),
    purgers,
  });
  const announce = () => pool.notifyLeader('announce');
  return { functions, announce, discard, close };

  async function close() {
    purgers?.stop();
    await imports.close();
  }

  /** The cached pages that all workers have read by now. */
  function discard() {
    try {
      discardSnapshot(folderOf(config));
    } catch (error) {
      log.warn({ err: error }, 'The cached pages of the last run cannot be deleted');
    }
  }

  /** @type {Once['functions']} */
  function functions(member) {
    member.ended.then(() => {
      if (exporting === member) exporting = null;
    });
    return {
      ...shared,
      changed: (changes) => pool.insist(member, 'changed', changes).then(() => undefined),
      'imports.receive': (upload) =>
        imports.receive((folder, onName) => {
          setImportName = onName;
          return member.calls.call('upload', upload, folder);
        }),
      'imports.named': (name) => setImportName(name),
      'exports.take': () => (exporting ? false : ((exporting = member), true)),
      'exports.release': () => void (exporting = null),
    };
  }
}
