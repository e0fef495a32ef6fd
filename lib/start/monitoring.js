import { createProxyNotice } from '../router/proxy-notice.js';
import { createMetricsAccess } from '../statistics/metrics/access.js';
import { RequestCounters } from '../statistics/metrics/request-counters.js';
import { createHitTimer } from '../statistics/metrics/hit-time.js';
import { createSamples } from '../statistics/metrics/samples.js';
import { createMetrics, createStatus } from '../statistics/metrics/status.js';
import { stateOfMachine } from './machine.js';
/** @import { OpenMail } from '../mail/open.js' */
/** @import { BackupState } from './backups/backups.js' */
/** @import { Pages } from './pages.js' */
/** @import { Parts } from './serve.js' */

/** @param {string} key */
const sayWrong = (key) =>
  `The cached page ${key} differed from a fresh one. It was removed; the log has the details. Please report this as a bug.`;

/** @param {string} problem */
const sayBounceProblem = (problem) =>
  problem
    ? [`Reports of failed mail cannot be read from the mailbox of BOUNCE_IMAP_URL: ${problem}`]
    : [];

/**
 * What is measured: the figures of /status, of /metrics and of the cache's page.
 * @param {Parts & Pick<Pages, 'background' | 'check' | 'queue' | 'responses'> & { backups: { state: () => BackupState }
 *   | null, mail: Pick<OpenMail, 'progress'> | null, notifications: { mailProblem: () => string | undefined,
 *   bounceProblem: () => string } }} parts
 */
export function openMonitoring(parts) {
  const { config, open, background, check, backups, notifications, queue } = parts;
  const { responses, workers, derived, mail } = parts;
  const { clock, now, log } = parts;
  const { store, cache, lastClears, changes } = open;
  const counters = new RequestCounters();
  const proxyNotice = createProxyNotice({ clock, log });
  const memory = () => process.memoryUsage.rss();
  const status = createStatus({
    cache,
    background,
    check,
    backups,
    certificate: workers.certificate,
    mail: notifications.mailProblem,
    ...(mail && { mailings: mail.progress }),
    derived,
    changes,
    store,
    counters,
    clock,
  });
  const metrics = createMetrics({
    status,
    cache,
    changes,
    lastClears,
    queue,
    memory,
    clock,
    timeHit: createHitTimer({ cache, responses, now }),
    notices: () => [
      ...proxyNotice.list(),
      ...check.lastWrong.map(sayWrong),
      ...sayBounceProblem(notifications.bounceProblem()),
      ...[backups?.state().problem, workers.certificate()?.problem].flatMap((each) => each || []),
    ],
  });
  const samples = createSamples({ status, counters, store, memory, now });
  const shared = workers.shareMetrics({ status, metrics, takeSample: samples.take });
  return {
    forAuthors: {
      status: shared.status,
      metrics: shared.metrics,
      machine: () => stateOfMachine(config, clock),
    },
    access: { mayRead: createMetricsAccess(config), takeSamples: shared.takeSamples },
    listeners: [counters, samples],
    onUntrusted: proxyNotice.onUntrusted,
    close() {
      metrics.stop();
      samples.stop();
    },
  };
}
