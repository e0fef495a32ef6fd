import { setImmediate } from 'node:timers/promises';
import { join } from 'node:path';
import { openMail } from '../../lib/mail/open.js';
import { createNetwork } from '../../lib/people/notifications/network.js';
import { openStore } from '../../lib/store/open.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
import { startScriptedSmtp } from '../support/scripted-smtp.js';
/** @import { Script } from '../support/scripted-smtp.js' */

/**
 * A store, a mail server that fails as it is told, and processes that send.
 * @param {string} folder
 * @param {Script} [script]
 */
export async function makeMailWorld(folder, script) {
  const clock = createClock();
  const log = createQuietLog();
  const smtp = await startScriptedSmtp(script);
  const store = await openStore(`sqlite:${join(folder, 'mail.db')}`, { clock, log });
  const config = { smtpUrl: smtp.url, mailFrom: 'Blog <blog@example.org>' };
  return { clock, log, smtp, store, config, open, until, untilLater, records, end };

  /** @param {Partial<Parameters<typeof openMail>[0]>} [more]  another process of the blog */
  function open(more) {
    const network = createNetwork({ patience: 10_000 });
    return openMail({ config, store, network, mayWork: true, clock, log, ...more });
  }

  /** @param {() => unknown} isSo  may be a promise */
  async function until(isSo) {
    while (!(await isSo())) await setImmediate();
  }

  /** Lets time pass meanwhile. @param {() => unknown} isSo  may be a promise */
  async function untilLater(isSo) {
    while (!(await isSo())) {
      await setImmediate();
      await clock.tick(5000);
    }
  }

  /** @param {import('../../lib/store/types.js').Kind} kind */
  async function records(kind) {
    const all = [];
    for await (const record of store.all(kind)) all.push(record);
    return all;
  }

  async function end() {
    smtp.stop();
    await store.close();
  }
}
