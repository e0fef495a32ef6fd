import { readCertificate } from './certificate.js';
import { Directory, retryAfter } from './directory.js';
import { issue } from './issue.js';
import { Refusal, sayWhy } from './refusals.js';
/** @import { Clock } from '../../base/clock.js' */
/** @import { Log } from '../../base/log.js' */
/** @import { Certificate } from './certificate.js' */
/** @import { Folder } from './folder.js' */
/** @import { Acme } from './issue.js' */
/** @import { Proofs, Way } from './prove.js' */

/**
 * @typedef {object} CertificateState
 * @property {number | null} until  when it ends, in milliseconds since 1970; null: there is none
 * @property {string} problem  why there is no new one, and what to do; '' if the last try was fine
 * @property {number | null} next  when the next try is due, after one that failed
 */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** From one look at the time, and at what the directory suggests, to the next. */
const LOOK_EVERY = 6 * HOUR;
/** After a try that failed; doubles. Let's Encrypt permits five an hour for each name. */
const [FIRST_WAIT, LONGEST_WAIT] = [2 * MINUTE, 12 * HOUR];
/** A directory may want a longer one. */
const LONGEST_REST = 7 * DAY;
/** A start asks at once, but not more often. */
const BETWEEN_STARTS = MINUTE;
/** Of its life, in which it is renewed unless the directory suggests a time; and the last that it may suggest. */
const [RENEWED_AT, LATEST_AT] = [2 / 3, 0.9];

/** Has a certificate, renews it in time, and says why it cannot. */
export class Certificates {
  #deps;
  #ending = new AbortController();
  /** @type {Certificate | undefined} */
  #certificate;
  #problem = '';
  /** @type {number | null} */
  #next = null;
  #failures = 0;
  /** Whether the way that was the best one cannot be reached. */
  #isOtherWay = false;
  #cancel = () => {};
  /** @type {Promise<void>} */
  #looking = Promise.resolve();
  /** When the directory suggests to renew it, and when it is to be asked again. */
  #suggested = { window: '', at: Infinity, askAt: 0 };

  /**
   * @param {object} deps
   * @param {Acme & { domain: string[] }} deps.config
   * @param {Folder} deps.folder
   * @param {Proofs} deps.proofs
   * @param {() => Way[]} deps.ways  in which a name can be proven, the best one first
   * @param {(signal: AbortSignal) => Promise<string[]>} [deps.lookAround]  what may be in the way of a proof
   * @param {(certificate: Certificate) => void} deps.onRenewed
   * @param {() => void} [deps.onChange]  of the state
   * @param {typeof fetch} deps.fetch
   * @param {() => number} deps.random  from 0 to 1
   * @param {Clock} deps.clock
   * @param {Log} deps.log
   */
  constructor(deps) {
    this.#deps = deps;
    this.#certificate = this.#stored();
  }

  /** @returns {Certificate | undefined} as long as it is good, and for all names or not */
  get certificate() {
    return this.#certificate;
  }

  /** @returns {CertificateState} */
  get state() {
    const until = this.#certificate?.until ?? null;
    return { until, problem: this.#problem, next: this.#next };
  }

  /** Looks now, unless a start before this one has just asked. */
  start() {
    if (this.#ending.signal.aborted) return;
    const { until, failures } = this.#tries();
    this.#failures = failures;
    const wait = until - this.#deps.clock.now();
    if (wait > 0 && wait <= LONGEST_REST) return this.#after(wait);
    void this.look();
  }

  async close() {
    this.#cancel();
    this.#ending.abort(new Error('Larder is stopping'));
    await this.#looking;
  }

  /** Renews it if that is due. Never rejects. @returns {Promise<void>} */
  look() {
    return (this.#looking = this.#looking.then(() => this.#look()));
  }

  async #look() {
    if (this.#ending.signal.aborted) return;
    this.#cancel();
    const { clock, log } = this.#deps;
    try {
      const wait = (await this.#dueAt()) - clock.now();
      if (wait > 0) return this.#after(Math.min(wait, LOOK_EVERY));
      const { from, until } = await this.#ask();
      [this.#failures, this.#problem, this.#next] = [0, '', null];
      // Not at once, also when the clock says that it has ended.
      this.#after(Math.min((until - from) / 3, LOOK_EVERY));
    } catch (error) {
      if (this.#ending.signal.aborted) return;
      const wait = this.#waitAfter(error);
      this.#failures++;
      if (error instanceof Refusal && error.type === 'connection')
        this.#isOtherWay = !this.#isOtherWay;
      this.#problem = `There is no new certificate for ${this.#deps.config.domain.join(', ')}: ${sayWhy(error)}`;
      this.#next = clock.now() + wait;
      this.#rememberIfPossible(
        error instanceof Refusal && error.retryAfter ? wait : BETWEEN_STARTS,
      );
      log.error({ err: error, minutes: Math.ceil(wait / MINUTE) }, this.#problem);
      this.#after(wait);
    }
    this.#deps.onChange?.();
  }

  async #ask() {
    const { config, folder, proofs, clock, lookAround, onRenewed, log } = this.#deps;
    const { signal } = this.#ending;
    this.#remember(BETWEEN_STARTS);
    for (const warning of (await lookAround?.(signal)) ?? []) log.warn(warning);
    const directory = this.#directory();
    const replaces = this.#hasAllNames() ? this.#certificate?.id : undefined;
    const { renewalInfo } = await directory.resources();
    if (Math.abs(directory.ahead) > HOUR)
      log.warn(
        `The clock of this machine is ${Math.round(Math.abs(directory.ahead) / HOUR)} hours ${directory.ahead > 0 ? 'behind' : 'ahead of'} that of the directory. Set it right.`,
      );
    const wanted = { names: config.domain, replaces: renewalInfo && replaces };
    const ways = this.#isOtherWay ? this.#deps.ways().toReversed() : this.#deps.ways();
    this.#certificate = await issue(wanted, {
      config,
      directory,
      folder,
      proofs,
      ways,
      now: () => clock.now(),
    });
    this.#suggested = { window: '', at: Infinity, askAt: 0 };
    const until = new Date(this.#certificate.until).toISOString();
    log.info({ until }, 'There is a new certificate');
    onRenewed(this.#certificate);
    folder.remove('tries.json');
    return this.#certificate;
  }

  /** @returns {Promise<number>} when a new one is due */
  async #dueAt() {
    const certificate = this.#certificate;
    if (!certificate || !this.#hasAllNames()) return 0;
    const { from, until, id } = certificate;
    const usual = from + (until - from) * RENEWED_AT;
    const suggested = id ? await this.#suggestion(id, usual) : usual;
    return Math.min(suggested, from + (until - from) * LATEST_AT);
  }

  /** @param {string} id @param {number} usual @returns {Promise<number>} RFC 9773 section 4.2 */
  async #suggestion(id, usual) {
    const { random, clock, log } = this.#deps;
    if (clock.now() < this.#suggested.askAt) return this.#suggested.at;
    try {
      const directory = this.#directory();
      const { renewalInfo } = await directory.resources();
      if (!renewalInfo) return usual;
      const { body, headers } = await directory.get(`${renewalInfo}/${id}`);
      const { start, end } = body.suggestedWindow;
      const [first, last] = [Date.parse(start), Date.parse(end)];
      if (!(first <= last)) return usual;
      const window = `${start} ${end}`;
      const wait = Math.max(retryAfter(headers, clock.now()) ?? 0, LOOK_EVERY / 2);
      const isNew = window !== this.#suggested.window;
      const at = isNew ? first + random() * (last - first) : this.#suggested.at;
      this.#suggested = { window, at, askAt: clock.now() + Math.min(wait, DAY) };
      return at;
    } catch (error) {
      log.debug({ err: error }, 'The directory does not say when to renew the certificate');
      return usual;
    }
  }

  #directory() {
    const { config, fetch, clock } = this.#deps;
    return new Directory(config.acmeUrl, { fetch, clock, signal: this.#ending.signal });
  }

  #hasAllNames() {
    const { names = [] } = this.#certificate ?? {};
    return this.#deps.config.domain.every((name) => names.includes(name));
  }

  /** @returns {Certificate | undefined} */
  #stored() {
    const { folder, log } = this.#deps;
    try {
      const pem = folder.read('certificate.pem');
      return pem === undefined ? undefined : readCertificate(pem);
    } catch (error) {
      const why = sayWhy(error, 'Larder asks for another one');
      log.warn({ err: error }, `The stored certificate cannot be used: ${why}`);
      return undefined;
    }
  }

  /** @param {number} milliseconds */
  #after(milliseconds) {
    this.#cancel = this.#deps.clock.after(milliseconds, () => this.look());
  }

  /** @param {unknown} error */
  #waitAfter(error) {
    const wanted = error instanceof Refusal ? (error.retryAfter ?? 0) : 0;
    const usual = Math.min(FIRST_WAIT * 2 ** this.#failures, LONGEST_WAIT);
    // Servers that a directory has failed together do not come back together.
    const jitter = 1 + this.#deps.random() / 4;
    return Math.min(Math.max(wanted, usual * jitter), LONGEST_REST);
  }

  /** @returns {{ until: number, failures: number }} of the last start */
  #tries() {
    try {
      const { until = 0, failures = 0 } = JSON.parse(this.#deps.folder.read('tries.json') ?? '{}');
      return { until: Number(until), failures: Number(failures) };
    } catch {
      return { until: 0, failures: 0 };
    }
  }

  /** @param {number} milliseconds */
  #rememberIfPossible(milliseconds) {
    try {
      this.#remember(milliseconds);
    } catch (error) {
      this.#deps.log.debug({ err: error }, 'The try cannot be recorded');
    }
  }

  /** @param {number} milliseconds for which the next start does not ask */
  #remember(milliseconds) {
    const until = this.#deps.clock.now() + milliseconds;
    const text = JSON.stringify({ until, failures: this.#failures });
    this.#deps.folder.write('tries.json', text);
  }
}
