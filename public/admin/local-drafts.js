/** @param {HTMLFormElement} form @returns {HTMLInputElement[]} the fields that hold what an author wrote */
const fieldsIn = (form) =>
  [...form.elements].filter(
    ({ name, type, dataset }) =>
      name && type !== 'hidden' && type !== 'submit' && !('command' in dataset),
  );

/** @param {HTMLFormElement} form @returns {Record<string, string>} '': an unchecked box */
export const fieldsOf = (form) =>
  Object.fromEntries(
    fieldsIn(form).map(({ name, type, value, checked }) => [
      name,
      type === 'checkbox' && !checked ? '' : value,
    ]),
  );

/** @param {HTMLFormElement} form @param {Record<string, string>} fields  others stay as they are */
export function fillFields(form, fields) {
  for (const field of fieldsIn(form)) {
    const { [field.name]: value = null } = fields;
    if (value === null) continue;
    if (field.type === 'checkbox') field.checked = value !== '';
    else field.value = value;
  }
}

/**
 * Keeps in this browser what is typed, from the first letter until the server has it. Keys tell the post and the
 * revision on which the text was begun.
 */
export class LocalDrafts {
  #form;
  #storage;

  /** @param {HTMLFormElement} form @param {Storage} storage */
  constructor(form, storage) {
    this.#form = form;
    this.#storage = storage;
  }

  /** @param {Record<string, string>} fields @returns {boolean} false when the browser has no room */
  keep(fields) {
    try {
      const draft = {
        id: this.#form.elements.id.value,
        revision: this.#revision,
        fields,
        at: Date.now(),
      };
      this.#storage.setItem(this.#key, JSON.stringify(draft));
      return true;
    } catch {
      return false;
    }
  }

  /** Forgets what the server has now. */
  forget() {
    this.#storage.removeItem(this.#key);
  }

  /** Forgets all of this post, whatever revision it was begun on. */
  forgetAll() {
    for (const key of this.#keys())
      if (!this.#isNew || key === this.#key) this.#storage.removeItem(key);
  }

  /** @param {{ key: string }} draft that the author does not want */
  drop({ key }) {
    this.#storage.removeItem(key);
  }

  /** @returns the newest draft of this post that differs from the form; for a new post, of any that was never saved */
  find() {
    const present = fieldsOf(this.#form);
    return this.#keys()
      .map((key) => ({ ...read(this.#storage.getItem(key)), key }))
      .filter(({ fields = {} }) =>
        Object.keys(fields).some((name) => fields[name] !== present[name]),
      )
      .map((draft) => ({
        ...draft,
        isOfThisRevision: draft.revision === this.#revision && !this.#isNew,
      }))
      .sort((a, b) => b.at - a.at)
      .at(0);
  }

  /** @returns {boolean} false: the page was here before */
  get isFresh() {
    return performance.getEntriesByType('navigation')[0]?.type === 'navigate';
  }

  get #isNew() {
    return this.#form.hasAttribute('data-new');
  }

  get #revision() {
    return this.#form.elements.revision.value;
  }

  get #start() {
    const { id, type } = this.#form.elements;
    return this.#isNew ? `larder:new-${type.value}:` : `larder:${id.value}:`;
  }

  get #key() {
    return this.#start + (this.#isNew ? this.#form.elements.id.value : this.#revision);
  }

  #keys() {
    return Object.keys(this.#storage).filter((key) => key.startsWith(this.#start));
  }
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
