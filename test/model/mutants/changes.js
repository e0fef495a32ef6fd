/** @import { ByFile } from '../mutants.js' */

/** Breaks of how changes come, and of a start. */
/** @type {ByFile} */
export const ofChanges = {
  'lib/changes/changes.js': [
    [
      'what was written while the blog was read is lost',
      `#applyIfNewer(by, kind, id, record, revision, { isAwaited … this.#applied++;`,
      ``,
    ],
    ['what is due is told as a part of another change', `this.#applied++; … this.advance();`, ``],
    ['a server that has stopped publishes', `this.#isClosed = true; … this.#cancelTimer();`, ``],
    [
      'whose change it was is remembered for the next one',
      `return () => void this.#expected.delete(name);`,
      `return () => {};`,
    ],
    [
      'a worker that cannot read what it is told keeps its pages',
      `async hear(changes) { … this.#recover();`,
      ``,
    ],
    [
      'older revisions are taken',
      `if (Math.max(generation(revision), replaces - 1) < generation(known)) return;`,
      ``,
    ],
    [
      'what is left of two versions is taken for an older one',
      `Math.max(generation(revision), replaces - 1)`,
      `generation(revision)`,
    ],
    [
      'the same revision is taken again',
      `if (record && revision === known) return;`,
      ``,
      'It changes nothing the second time; the check saves work.',
    ],
    [
      'a reset goes back with the clock',
      `Math.max(this.#clock.now(), this.#index.now)`,
      `this.#clock.now()`,
    ],
    [
      'an old removal is taken',
      `return generation(known) > generation(removedAt);`,
      `return false;`,
    ],
    [
      'the removal of a file that is not in the index is missed',
      `return kind !== 'media' || !this.#cache.hasDependents(media(id));`,
      `return true;`,
    ],
    ['a reset clears nothing', `this.#cache.resume('reset');`, ``],
    ['nothing is cleared', `for (const effect of effects) this.#clear(effect, isAwaited);`, ``],
    [
      'a change of another process has a grace',
      `const withGrace = isAwaited && cause === 'settings';`,
      `const withGrace = cause === 'settings';`,
    ],
    [
      'a page of before a change holds the date of the next one',
      `return this.changedAt + this.#spread;`,
      `return this.changedAt;`,
    ],
    ['what an index shows that failed is kept', `this.#cache.suspend('reset');`, ``],
    [
      'a start sets no timer',
      `#setIndex(summaries, now) { … this.#updateNextDue();`,
      `this.#nextDue = this.#index.nextDue();`,
      'Every request asks the clock first: the timer is for those who watch the feed of a blog that nobody reads.',
    ],
    [
      'the last change of the former process is forgotten',
      `this.changedAt = Math.max(this.changedAt, earlier.changedAt);`,
      ``,
    ],
    [
      'a clock that is set back does not matter',
      `wasSetBack ? this.changedAt + SECOND : Math.max(now, this.changedAt)`,
      `Math.max(now, this.changedAt)`,
    ],
  ],
  'lib/changes/index-writer.js': [
    [
      'a deleted logo stays on the pages',
      `const derives = derivedFrom(this.#index.settings, id);`,
      `const derives = /** @type {string[]} */ ([]);`,
    ],
    ['foreign changes of files do not matter', `!exists || !isOurs`, `!exists`],
    [
      'files that were there at the start are not known',
      `for (const { id, revision } of summaries.pictures) this.#know('media', id, revision);`,
      ``,
      'Hearing of them again changes nothing; knowing them saves work.',
    ],
    ['addresses stay as they were', `this.#index.setAddress(id, record?.owner ?? null);`, ``],
    [
      'new settings hold for the moment before',
      `const due = this.advance(now);`,
      `/** @type {Effect[]} */ const due = [];`,
    ],
    [
      'a page that was a post is put among the posts',
      `if (record && known && known.type !== record.type)`,
      `if (false)`,
    ],
    [
      'what is published at this moment is not public yet',
      `const effects = this.advance(now);`,
      `/** @type {Effect[]} */ const effects = [];`,
    ],
    ['posts that close are not cleared', `return closed.length > 0`, `return closed.length < 0`],
  ],
  'lib/changes/reading.js': [
    [
      'suspects are not looked at',
      `if (repaired.size === 0) return summaries;`,
      `return summaries;`,
    ],
  ],
  'lib/changes/replay.js': [
    ['the engine’s source is taken up', `/^(media:|(fonts|source)$)/`, `/^(media:|fonts$)/`],
    ['cards are kept', `/^(media:|(fonts|source)$)/`, `/^(media:|source$)/`],
    [
      'files that came from outside are taken up',
      `/^(media:|(fonts|source)$)/`,
      `/^(fonts|source)$/`,
    ],
    [
      'no settings are replayed',
      `['settings', ({ settings }) => (settings ? [settings] : [])],`,
      ``,
    ],
    ['no users are replayed', `['user', ({ users }) => users],`, ``],
    ['no posts are replayed', `['post', ({ posts }) => posts],`, ``],
    ['no comments are replayed', `['comment', ({ comments }) => comments],`, ``],
    [
      'nothing that was removed is replayed',
      `new Set([...before.keys(), ...after.keys()])`,
      `new Set(after.keys())`,
    ],
    [
      'nothing that was added is replayed',
      `new Set([...before.keys(), ...after.keys()])`,
      `new Set(before.keys())`,
    ],
    ['an older database is taken', `generation(revision) < generation(before.get(id))`, `false`],
  ],
  'lib/changes/refresh.js': [
    [
      'what is behind is taken',
      `isOvertaken || isBehind(record, { announced, replaces, known: before, pause })`,
      `isOvertaken`,
    ],
    ['who is behind holds up others', `await Promise.race([applied, over]);`, `await applied;`],
    ['who is behind is not asked again', `if (!isLate()) throw error;`, `throw error;`],
    [
      'a rival that was removed is taken',
      ` || (found < replaces && record.revision !== announced)`,
      ``,
    ],
    [
      'what a node does not have yet was removed',
      `if (record === null) return pause < 100;`,
      `if (record === null) return false;`,
    ],
    [
      'a node has removed at once what it tells of',
      `return record !== null && record.revision === known;`,
      `return false;`,
    ],
    [
      'what is overtaken is taken',
      `isOvertaken || isBehind(record, { announced, replaces, known: before, pause })`,
      `isBehind(record, { announced, replaces, known: before, pause })`,
    ],
  ],
  'lib/store/sqlite/schema.js': [
    [
      'a teaser or HTML that is typed in the console is not seen',
      `(NEW.markdown, NEW.excerpt, NEW.html, NEW.teaser) IS NOT (OLD.markdown, OLD.excerpt, OLD.html, OLD.teaser)`,
      `NEW.markdown IS NOT OLD.markdown`,
    ],
  ],
  'lib/changes/feed.js': [
    ['a reset is told to nobody', `return onReset();`, `return Promise.resolve();`],
    ['the place stays where it was', `this.place = sequence;`, ``],
    [
      'only the first change of a batch is told',
      `await Promise.all(some.map(onChange));`,
      `await Promise.all(some.map(onChange)); break;`,
    ],
  ],
  'lib/start/serve.js': [
    [
      'the identity does not know of sharp',
      `versions: { ...versions, sharp: theme.drawShareCard !== null } };`,
      `versions };`,
    ],
  ],
  'lib/start/warm-start.js': [
    [
      'files of the same length are the same',
      `hash.update(JSON.stringify([file, bytes.length])).update(bytes);`,
      `hash.update(JSON.stringify([file, bytes.length]));`,
    ],
    [
      'the identity has no search',
      `[search, websubHub, smtpUrl !== '']`,
      `[websubHub, smtpUrl !== '']`,
    ],
    [
      'pages of an uploaded theme are saved although it is not there',
      `slots.has(slot) && slot`,
      `slot`,
    ],
    [
      'pages of an uploaded theme are taken up although it went',
      `for (const slot of await withTheirThemes(slots))`,
      `for (const slot of slots)`,
    ],
    ['the identity has no hub', `search, websubHub, smtpUrl !==`, `search, smtpUrl !==`],
    ['the identity has no mail', `websubHub, smtpUrl !== '']`, `websubHub]`],
    ['the identity has no networks', `...[cdn, cdnMaxAge],`, ``],
    [
      'the identity is taken at the stop',
      `writeSnapshot(folder, … identity,`,
      `identity: identityOf(config, { root, versions }),`,
    ],
    [
      'the identity has no engine',
      `'lib', 'controllers', 'views', 'public', 'themes', 'words'`,
      `'views', 'public', 'themes', 'words'`,
    ],
    [
      'the identity has no templates',
      `'lib', 'controllers', 'views', 'public', 'themes', 'words'`,
      `'lib', 'controllers', 'public', 'themes', 'words'`,
    ],
    [
      'the identity has no style sheets',
      `'lib', 'controllers', 'views', 'public'`,
      `'lib', 'controllers', 'views'`,
    ],
    ['the identity has no packages', `'npm-shrinkwrap.json', `, ``],
    ['the identity has no Node.js', `[locale, versions]`, `[locale]`],
    ['the identity has no theme', `...(themeDir ? [themeDir] : [])`, ``],
    ['the identity has no address', `[ baseUrl || [host, port], ...[search`, `[ ...[search`],
    ['the place in the feed does not matter', `!(await store.knows(index.place))`, `false`],
  ],
  'lib/store/sqlite/feed.js': [
    [
      'a place is known in another epoch',
      `if (sequence !== toSequence(epoch, since))`,
      `if (sequence.slice(32) !== toSequence(epoch, since).slice(32))`,
    ],
    ['a gap is none', `rows.length > 0 ? rows[0].sequence === since + 1 : top === since`, `true`],
    ['a place has no time', `\${timeOf.get(number) ?? ''}`, ``],
  ],
};
