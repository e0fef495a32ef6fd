import { createTwoFactor } from './two-factor.js';
import { createActivity } from './activity.js';
import { createDevices } from './devices.js';
import { createInvitations } from './invitations.js';
import { createPasskeys } from './passkeys.js';
import { createPeople } from './people.js';
import { createSessions } from './sessions.js';
import { createSetup } from './setup.js';
import { createSignIn } from './sign-in.js';
import { createTokens } from './tokens.js';
import { createUsers } from './users.js';
/** @import { Clock } from '../base/clock.js' */
/** @import { Actor, Done } from '../content/acts.js' */
/** @import { Content } from '../content/content.js' */
/** @import { Passwords } from './passwords.js' */
/** @import { Throttle } from './throttle.js' */
/** @import { RandomBytes } from './secrets.js' */
/** @import { Eventual } from '../store/types.js' */

/** @typedef {ReturnType<typeof createAccounts>} Accounts */

/**
 * Everything about accounts: users, sign-in, sessions, API tokens, permissions. Each part has its own file; this
 * connects them.
 * @param {object} deps
 * @param {Content} deps.content
 * @param {Eventual<Passwords>} deps.passwords
 * @param {Eventual<Throttle>} deps.throttle
 * @param {Clock} deps.clock
 * @param {RandomBytes} deps.random
 * @param {string | null} deps.setupFile the file that holds the set-up link, for owners who do not see the terminal
 */
export function createAccounts({ content, passwords, throttle, clock, random, setupFile }) {
  const { store, note } = content;
  const activity = createActivity({ store, clock });
  const sessions = createSessions({ store, clock, random });
  const devices = createDevices({ sessions });
  const tokens = createTokens({ store, clock, random, note });
  const setup = createSetup({ store, random, file: setupFile });
  const invitations = createInvitations({ store, clock, random, note });
  const people = createPeople({ content, sessions, tokens, invitations });
  const deps = {
    content,
    passwords,
    clock,
    random,
    throttle,
    sessions,
    devices,
    tokens,
    setup,
    invitations,
    activity,
    passkeys: createPasskeys({ content, clock, random }),
  };
  const users = createUsers(deps);
  const signIn = createSignIn({ ...deps, users });
  return {
    throttle,
    sessions,
    devices,
    tokens,
    setup,
    invitations,
    activity,
    passkeys: deps.passkeys,
    people,
    as,
    record,
    ...users,
    ...signIn,
    ...createTwoFactor({ ...deps, checkReauthentication: signIn.checkReauthentication }),
  };
  /**
   * @param {Actor} actor
   * @returns {Accounts} that note what they do
   */
  function as(actor) {
    return createAccounts({
      content: content.as(actor),
      passwords,
      throttle,
      clock,
      random,
      setupFile,
    });
  }

  /** Notes what is no write of its own. @param {Done} done */
  async function record(done) {
    const writes = note(done);
    if (writes.length > 0) await store.write(writes);
  }
}
