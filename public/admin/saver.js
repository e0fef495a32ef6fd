import { word } from './words.js';
import { fieldsOf, fillFields } from './local-drafts.js';

/** Milliseconds without typing after which the server is told; and the longest that typing puts it off. */
const PAUSE = 2500;
const LONGEST = 15_000;
/** Milliseconds between tries when there is no connection. */
const RETRY = 5000;
/** Saves without an answer that are remembered: the first ones may have arrived before the connection went. */
const UNANSWERED = 10;
/** Characters beyond which the browser's copy is made in a pause. */
const LARGE = 200_000;

/** Knows what is saved where, keeps it so, and says it in the form's status line. */
export class Saver {
  #form;
  #drafts;
  #status;
  #saved;
  #timer = 0;
  #quietTimer = 0;
  #firstUnsaved = 0;
  #stopped = false;
  #leaving = false;
  /** What was sent and never answered: the blog may have one of them. @type {Record<string, string>[]} */
  #unanswered = [];
  /** One request at a time, since each needs the revision that the one before made. */
  #queue = Promise.resolve();

  /** @param {HTMLFormElement} form @param {import('./local-drafts.js').LocalDrafts} drafts */
  constructor(form, drafts) {
    this.#form = form;
    this.#drafts = drafts;
    this.#status = form.querySelector('[data-status]');
    this.#saved = this.fields();
    form.dataset.revision = form.elements.revision.value;
    if (form.dataset.sent) this.#beginUnsaved(drafts.isFresh);
    form.addEventListener('input', () => this.#onInput());
    window.addEventListener('online', () => this.isUnsaved() && this.keep());
    window.addEventListener('beforeunload', (event) => {
      if (!this.#leaving && this.isUnsaved()) event.preventDefault();
    });
  }

  /** @returns {Record<string, string>} what the author wrote */
  fields() {
    return fieldsOf(this.#form);
  }

  /** Puts a kept text into the form. */
  fill({ id, revision, fields }) {
    fillFields(this.#form, fields);
    this.#form.elements.revision.value = revision ?? '';
    if (this.#form.hasAttribute('data-new') && id) this.#form.elements.id.value = id;
    this.#form.elements.cover?.dispatchEvent(new Event('input'));
    this.#form.elements.markdown.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** @returns {Promise<void>} when nothing is under way */
  settled() {
    return this.#queue;
  }

  /** Nothing that this browser keeps of the post is wanted any more. */
  forget() {
    this.#drafts.forgetAll();
  }

  /** The blog has what was sent. What was typed since is kept here. */
  forgetSaved() {
    this.#drafts.forgetAll();
    this.#keepUnsaved();
  }

  /** From now on nobody is asked whether to leave. */
  leave() {
    this.#leaving = true;
  }

  /**
   * @param {string} text
   * @param {{ alarm?: boolean, link?: { url: string, title: string, target?: string } | null }} [more]
   */
  say(text, { alarm = false, link = null } = {}) {
    const isWaiting = 'waiting' in this.#form.dataset && !alarm;
    if (isWaiting || this.#status.textContent === text) return;
    this.#status.textContent = text;
    this.#status.classList.toggle('alarm', alarm);
    if (!link) return;
    const anchor = Object.assign(document.createElement('a'), {
      href: link.url,
      target: link.target ?? '',
      textContent: link.title,
    });
    this.#status.append(' ', anchor);
  }

  /**
   * Sends the form.
   * @param {string} action
   * @returns {Promise<{ status: number, answer: any }>} status 0: no connection; 401: signed out
   */
  send(action) {
    const sent = this.#queue.then(() => this.#send(action));
    this.#queue = sent.then(
      () => {},
      () => {},
    );
    return sent;
  }

  async #send(action) {
    clearTimeout(this.#timer);
    const sent = this.fields();
    const body = new URLSearchParams(new FormData(this.#form));
    body.set('action', action);
    try {
      const headers = { accept: 'application/json' };
      const response = await fetch(this.#form.getAttribute('action'), {
        method: 'POST',
        body,
        headers,
      });
      if (response.redirected) return { status: 401, answer: {} };
      const answer = await response.json().catch(() => ({}));
      showProblems(this.#form, answer.problems ?? {});
      if (response.ok) this.#onSaved(answer, sent);
      if (response.status === 409 && answer.own && (await this.#isThere()))
        return this.#send(action);
      return { status: response.status, answer };
    } catch {
      if (this.#unanswered.length < UNANSWERED) this.#unanswered.push(sent);
      return { status: 0, answer: {} };
    }
  }

  /** @returns {Promise<boolean>} whether what stands there was sent from here, and only the answer was lost */
  async #isThere() {
    const unanswered = this.#unanswered.splice(0);
    if (unanswered.length === 0) return false;
    const { type, id, revision } = this.#form.elements;
    const answer = await fetch(`/admin/${type.value}s/~${encodeURIComponent(id.value)}`);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const present = page.querySelector('#editor');
    const fields = present ? fieldsOf(present) : {};
    // The blog gives an address and a date to what has none.
    const given = ({ slug, date }) => ({ slug: slug || fields.slug, date: date || fields.date });
    if (unanswered.every((sent) => differ({ ...sent, ...given(sent) }, fields))) return false;
    this.#drafts.forget();
    revision.value = present.elements.revision.value;
    this.#keepUnsaved();
    return true;
  }

  /** Saves a draft as one types; beside what is published, it keeps what is not public yet. */
  async keep() {
    // What is under way may save it.
    await this.settled();
    if (this.#leaving || !this.isUnsaved()) return;
    const result = await this.send('autosave');
    if (result.status !== 200) return this.explain(result);
    if (!this.isUnsaved()) this.say(result.answer.saved);
  }

  /** Says what went wrong, and tries again where that can help. */
  explain({ status, answer }) {
    const kept = `${word('saving.keptHere')} `;
    if (status === 0)
      this.say(`${word('saving.noConnection')} ${kept}${word('saving.tryingAgain')}`, {
        alarm: true,
      });
    else if (status === 401 || status === 403)
      this.say(`${word('saving.signedOut')} ${kept}${word('saving.signInToSave')}`, {
        alarm: true,
        // sign-in.js opens a dialog instead.
        link: { url: '/admin/login', title: word('writing.signIn'), target: '_blank' },
      });
    else if (status === 409)
      this.say(
        `${answer.own ? word('saving.ownConflict') : word('saving.conflict')}. ${kept}${word('saving.saveToSeeBoth')}`,
        { alarm: true },
      );
    else if (status === 422) this.say(`${word('saving.invalid')} ${kept}`, { alarm: true });
    else if (status === 413) this.say(`${word('saving.tooLarge')} ${kept}`, { alarm: true });
    else
      this.say(`${word('saving.unavailable')} ${kept}${word('saving.tryingAgain')}`, {
        alarm: true,
      });
    this.#stopped = status === 409;
    if (status === 0 || status === 401 || status === 429 || status >= 500) this.#plan(RETRY);
  }

  /** The form came back: after a conflict, or with two texts put together, only the author may say that it is right. */
  #beginUnsaved(isFresh) {
    this.#saved = {};
    this.#stopped = this.#form.dataset.sent === 'decide';
    // A page that is loaded again has the text of then, and this browser what was typed since.
    if (isFresh) this.#drafts.keep(this.fields());
    this.say(`${word('saving.notYet')} ${word('saving.keptHere')}`, { alarm: true });
  }

  #onInput() {
    if (!this.isUnsaved()) return;
    // Whoever was asked has stayed.
    this.#leaving = false;
    const { value } = this.#form.elements.markdown;
    const keep = () => {
      if (!this.#drafts.keep(this.fields())) this.say(word('saving.storageFull'), { alarm: true });
    };
    if (value.length < LARGE) keep();
    else this.#whenQuiet(keep);
    if (this.#stopped) return;
    this.say(word('saving.unsaved'));
    this.#firstUnsaved ||= performance.now();
    const waited = performance.now() - this.#firstUnsaved;
    this.#plan(Math.max(0, Math.min(PAUSE, LONGEST - waited)));
  }

  #whenQuiet(work) {
    clearTimeout(this.#quietTimer);
    this.#quietTimer = setTimeout(work, 500);
  }

  #plan(milliseconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.keep(), milliseconds);
  }

  /** @param {any} answer @param {Record<string, string>} sent */
  #onSaved(answer, sent) {
    this.#drafts.forget();
    this.#saved = sent;
    this.#unanswered = [];
    this.#firstUnsaved = 0;
    this.#stopped = false;
    if (answer.copied) return this.#keepUnsaved();
    const { elements } = this.#form;
    elements.revision.value = answer.revision;
    this.#form.dataset.revision = answer.revision;
    this.#form.removeAttribute('data-new');
    if (answer.state === 'draft')
      this.#form.querySelector('[data-state-name]').textContent = word('state.draft');
    for (const name of ['slug', 'date']) {
      if (elements[name].value !== sent[name]) continue;
      elements[name].value = answer[name];
      sent[name] = answer[name];
    }
    this.#keepUnsaved();
    const { sent: answered } = this.#form.dataset;
    if (this.#form.getAttribute('action') === answer.path && !answered) return;
    // Loaded again, a page that answered a form would send it again.
    delete this.#form.dataset.sent;
    this.#form.setAttribute('action', answer.path);
    history.replaceState(null, '', answer.path);
  }

  #keepUnsaved() {
    if (this.isUnsaved()) this.#drafts.keep(this.fields());
  }

  /** @returns {boolean} */
  isUnsaved() {
    return differ(this.fields(), this.#saved);
  }
}

/** @param {Record<string, string>} fields @param {Record<string, string>} others */
const differ = (fields, others) =>
  Object.keys(fields).some((name) => fields[name] !== others[name]);

/** @param {HTMLFormElement} form @param {Record<string, string>} problems by field */
function showProblems(form, problems) {
  for (const note of form.querySelectorAll('.problem[id]')) {
    const name = note.id.replace(/-problem$/, '');
    note.textContent = problems[name] ?? '';
    note.hidden = !problems[name];
    const field = form.elements[name];
    if (problems[name]) field.setAttribute('aria-invalid', 'true');
    else field.removeAttribute('aria-invalid');
  }
}
