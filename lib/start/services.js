import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lazy } from '../base/lazy.js';
import { Semaphore } from '../base/semaphore.js';
import { createClients } from '../http/clients.js';
import { createHub, publishesPost } from '../people/notifications/hub.js';
import { readDkimKey } from '../people/notifications/dkim.js';
import { createNetwork } from '../people/notifications/network.js';
import { createNotifications } from '../people/notifications/notifications.js';
import { createNotices } from '../people/notices.js';
import { makeMailSize } from '../content/media/sizes.js';
import { createImportJob } from '../mail/import-job.js';
import { createRegister } from '../mail/register.js';
import { createRetention } from '../mail/retention.js';
import { createSubscribers } from '../mail/subscribers.js';
import { createSubscribing } from '../mail/subscribing.js';
import { createPasswordResets } from '../people/password-resets.js';
import { randomBytes as random } from '../people/secrets.js';
import { backUpWith, createBackups } from './backups/backups.js';
import { createCompose } from '../mail/compose.js';
import { countReader, findMailing } from '../mail/mailings.js';
import { openMail } from '../mail/open.js';
import { domainOf } from '../mail/queue.js';
import { openMonitoring } from './monitoring.js';
import { folderOf } from './warm-start.js';
/** @import { Lifetime } from '../base/lifetime.js' */
/** @import { Subscribers } from '../mail/subscribers.js' */
/** @import { Subscribing } from '../mail/subscribing.js' */
/** @import { OpenMail } from '../mail/open.js' */
/** @import { Signing } from '../people/notifications/dkim.js' */
/** @import { FetchFor, Network } from '../people/notifications/network.js' */
/** @import { Statistics } from '../statistics/open.js' */
/** @import { Places } from '../statistics/places/places.js' */
/** @import { Pages } from './pages.js' */
/** @import { Parts } from './serve.js' */
/** @import { Stop } from './workers/worker.js' */

const app = fileURLToPath(new URL('../../app.js', import.meta.url));

/** An address whose name has a plus, and leaves room for more. */
const WITH_PLUS = /(?:^|<)((?=[^@]{1,18}@)[^\s<>@+]+\+[^\s<>@]*@[^\s<>]+)/;

/** Each may take as much memory as the largest file. */
const FETCHES_AT_ONCE = 2;

/** @typedef {Awaited<ReturnType<typeof openServices>>} Services */

/**
 * What stands beside the pages: figures, statistics, places, search, mails, the access log. What is off is null, and
 * not loaded.
 * @param {Parts & { pages: Pages, network?: Network, statistics?: Statistics }} parts
 * @param {Lifetime<Stop>} lifetime
 */
export async function openServices({ pages, ...parts }, lifetime) {
  const { network = createNetwork({ signing: signingOf(parts) }) } = parts;
  const { subscribers, subscribing } = lifetime.add(openSubscribing(parts), close);
  const subscriberImport = createImportJob({
    config: parts.config,
    folder: join(folderOf(parts.config), 'lists'),
    jobs: parts.open.jobs,
    clock: parts.clock,
    newId: randomUUID,
  });
  const mail = openMailing({ ...parts, network, pages, subscribers, subscribing });
  const notifications = openNotifications({ ...parts, network, mail });
  const backups = openBackups({ ...parts, notifications });
  const monitoring = lifetime.add(
    openMonitoring({ ...parts, ...pages, backups, notifications, mail }),
    close,
  );
  const { onUntrusted } = monitoring;
  const { addressOf } = createClients(parts.config.trustProxy, onUntrusted);
  const places = lifetime.add(createPlaces(parts), close);
  const statistics = parts.statistics ?? (await openStatistics({ ...parts, places, onUntrusted }));
  lifetime.add(statistics, close);
  const search = lifetime.add(await openSearch(parts), close);
  lifetime.add(mail, close);
  lifetime.add(notifications, close);
  lifetime.add(openNotices({ ...parts, notifications }), close);
  lifetime.add(backups, close);
  const accessLog = lifetime.add(await openAccessLog({ ...parts, addressOf }), close);
  const geo = await openGeo({ ...parts, places, addressOf, pages });
  const { mailPasswordLink, mailUser } = notifications;
  const fetches = new Semaphore(FETCHES_AT_ONCE);
  /** @type {FetchFor} */
  const fetchPublic = (address, { owner, ...options }) =>
    fetches.run(() => network.get(address, options), { owner, signal: options.signal });
  const own = { statistics, search, subscribers, subscribing, subscriberImport, mail };
  const { networks } = parts;
  const forAuthors = { fetchPublic, mailPasswordLink, mailUser, networks, ...own };
  return { forAuthors, monitoring, statistics, accessLog, geo };
}

/** @param {Parts} parts @returns {Signing | null} */
function signingOf({ config: { smtpUrl, mailFrom, dkimKey, dkimSelector }, workers, log }) {
  if (!smtpUrl || !dkimKey) return null;
  const { pem, problems } = readDkimKey(dkimKey);
  if (workers.isFirst) for (const { what, todo } of problems) log.warn(`${what}: ${todo}`);
  return { pem, domain: domainOf(mailFrom), selector: dkimSelector };
}

/** @param {{ close: () => unknown } | null} part */
const close = (part) => part?.close();

/** @param {Parts & { places: LazyPlaces, onUntrusted: (remote: string) => void }} parts */
async function openStatistics({ config, open, places, workers: processes, derived, ...parts }) {
  if (config.statistics === 'off') return null;
  const statistics = await import('../statistics/open.js');
  const timeZone = () => open.index.settings.timeZone;
  const { store } = open;
  const openPlaces = places.open;
  const { sums } = derived;
  const own = { config, store, timeZone, openPlaces, processes, random, sums };
  return statistics.openStatistics({ ...parts, ...own });
}

/** @param {Parts} parts */
async function openSearch({ config, open, derived, clock, log }) {
  if (config.search === 'off') return null;
  const { createSearch } = await import('../search/search.js');
  const { index, store, texts, changes } = open;
  return createSearch({
    folder: folderOf(config),
    index,
    store,
    texts,
    changes,
    derived: derived.search,
    clock,
    log,
  });
}

/** @typedef {ReturnType<typeof createPlaces>} LazyPlaces */

/** Where readers are: the file is opened when it is first needed. @param {Parts} parts */
function createPlaces({ config, clock, log }) {
  /** @type {Places | undefined} */
  let places;
  const open = lazy(async () => {
    const { openPlaces } = await import('../statistics/places/places.js');
    return (places = await openPlaces(config, { clock, log }));
  });
  return { open, close: () => places?.close() };
}

/** @typedef {ReturnType<typeof createClients>['addressOf']} AddressOf */

/** @param {Parts & { places: LazyPlaces, addressOf: AddressOf, pages: Pages }} parts */
async function openGeo({ config, places, addressOf, pages }) {
  if (config.geoEndpoint === 'off') return null;
  const { createGeo } = await import('../statistics/places/geo.js');
  const { responses } = pages;
  return createGeo({
    places: await places.open(),
    addressOf,
    origins: config.geoOrigins,
    responses,
  });
}

/** @param {Parts & { addressOf: AddressOf }} parts */
async function openAccessLog({ config, addressOf, clock, log }) {
  const { accessLog: format, accessLogFile: file } = config;
  if (format === 'off') return null;
  const { AccessLog } = await import('../http/access-log.js');
  return new AccessLog({ format, file, addressOf, clock, log });
}

/**
 * Where MAIL_FROM has a plus, its server takes more of them.
 * @param {{ bounceAddress: string, mailFrom: string }} config
 */
const bounceAddressOf = ({ bounceAddress, mailFrom }) =>
  bounceAddress || (WITH_PLUS.exec(mailFrom)?.[1] ?? '');

/**
 * Of several workers one sends mail.
 * @param {Parts & { network: Network, pages: Pages, subscribers: Subscribers, subscribing: Subscribing }} parts
 */
function openMailing({
  config,
  open,
  workers,
  network,
  pages,
  subscribers,
  subscribing,
  ...parts
}) {
  if (!config.smtpUrl) return null;
  const { store, index } = open;
  const { baseUrl, clock, log } = parts;
  const { themes, resize } = pages.blog;
  const composing = createCompose({
    store,
    index,
    subscribers,
    baseUrl,
    from: config.mailFrom,
    bounceAddress: bounceAddressOf(config),
    makeMailSize: (id) => makeMailSize(id, { store, content: open.content, resize, log }),
    async render(view, model) {
      const { views } = await themes.open(index.settings.theme);
      return views.render(view, model).body.toString();
    },
  });
  const mail = openMail({
    config,
    store,
    index,
    subscribers,
    register: createRegister({ subscribers, subscribing, clock }),
    ...composing,
    network,
    leads: workers.leads,
    clock,
    log,
  });
  mail.start();
  return mail;
}

/**
 * Mails and webhooks about comments, links for forgotten passwords, and the WebSub hub. Of several workers one writes
 * them.
 * @param {Parts & { network: Network, mail: OpenMail | null }} parts
 */
function openNotifications({ config, open, workers, mail, ...parts }) {
  const { store, index, changes } = open;
  const notifications = createNotifications({
    config,
    addMail: mail && mail.add,
    store,
    index,
    ...parts,
  });
  const resets = config.smtpUrl
    ? createPasswordResets({
        store,
        index,
        invitations: open.accounts.invitations,
        ...parts,
        mailUser: notifications.mailUser,
      })
    : null;
  const hub = config.websubHub ? createHub({ hub: config.websubHub, ...parts }) : null;
  workers.offer({
    notify: (change) => notifications.notify(change),
    notifyHub: () => hub?.notify(),
    mailPasswordLink: (typed) => resets?.ask(typed),
  });
  changes.subscribe('notifications', workers.leader.notify);
  if (hub)
    changes.subscribe('hub', (change) => {
      if (publishesPost(change)) workers.leader.notifyHub();
    });
  return {
    mailUser: notifications.mailUser,
    warnOwners: notifications.warnOwners,
    mailProblem: () => mail?.problem(),
    bounceProblem: () => mail?.bounceProblem() ?? '',
    /** null: mails are off */
    mailPasswordLink: resets && workers.leader.mailPasswordLink,
    async close() {
      await resets?.close();
      await Promise.all([notifications.close(), hub?.close()]);
    },
  };
}

/**
 * Who reads by e-mail. The links in mails that were sent stay good when the blog sends none any more.
 * @param {Parts} parts
 */
function openSubscribing({ open, workers, baseUrl, clock, log }) {
  const { store, index } = open;
  const subscribers = createSubscribers({ store, random, baseUrl });
  const onLeft = async (/** @type {number} */ at) => {
    const mailing = await findMailing(store, { at });
    if (mailing) await countReader(store, mailing.id, 'unsubscribed');
  };
  const deps = { subscribers, index, newId: randomUUID, onLeft, clock, log };
  const subscribing = createSubscribing(deps);
  const retention = createRetention({ subscribing, leads: workers.leads, clock, log });
  return {
    subscribers,
    subscribing,
    async close() {
      await retention.close();
      await subscribing.close();
    },
  };
}

/**
 * Of several workers one tells people of what concerns their accounts.
 * @param {Parts & { notifications: ReturnType<typeof openNotifications> }} parts
 */
function openNotices({ open, workers, notifications: { mailUser }, baseUrl, clock, log }) {
  const { store, index, accounts } = open;
  return createNotices({
    store,
    index,
    activity: accounts.activity,
    leads: workers.leads,
    mailUser,
    baseUrl,
    clock,
    log,
  });
}

/**
 * A backup every day.
 * @param {Parts & { notifications: ReturnType<typeof openNotifications> }} parts
 */
function openBackups({ config, open, notifications, clock, log }) {
  if (config.backup === 'off') return null;
  const backups = createBackups({
    config,
    clock,
    log,
    write: backUpWith(app, clock),
    timeZone: () => open.index.settings.timeZone,
    onFailure: notifications.warnOwners,
  });
  backups.start();
  return backups;
}
