import { secondStep } from './codes.js';
import { Devices } from './devices.js';
import { Invitations } from './invitations.js';
import { People } from './people.js';
import { Sessions } from './sessions.js';
import { Setup } from './setup.js';
import { signingIn } from './signing-in.js';
import { Throttle } from './throttle.js';
import { Tokens } from './tokens.js';
import { userKeeping } from './users.js';

/** @typedef {ReturnType<typeof createAccounts>} Accounts */

/**
 * Who may write here, and how they show that it is them. This puts the parts together; each has a file of its own.
 * @param {object} parts
 * @param {import('../content/content.js').Content} parts.content
 * @param {import('./passwords.js').Passwords} parts.passwords
 * @param {import('../clock.js').Clock} parts.clock
 * @param {import('./secrets.js').RandomBytes} parts.random
 * @param {string | null} parts.setupFile in which the set-up link lies for those who did not see the terminal
 */
export function createAccounts({ content, passwords, clock, random, setupFile }) {
  const { store } = content;
  const throttle = new Throttle({ clock });
  const sessions = new Sessions({ store, clock, random });
  const devices = new Devices({ sessions });
  const tokens = new Tokens({ store, clock, random });
  const setup = new Setup({ store, random, file: setupFile });
  const invitations = new Invitations({ store, clock, random });
  const people = new People({ content, sessions, tokens, invitations });
  const means = {
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
  };
  const users = userKeeping(means);
  const ways = signingIn({ ...means, users });
  return {
    ...{ throttle, sessions, devices, tokens, setup, invitations, people },
    ...users,
    ...ways,
    ...secondStep({ ...means, checkPresence: ways.checkPresence }),
  };
}
