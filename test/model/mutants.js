/**
 * What sabotage.js breaks in the source, beside the rules, causes and dependencies that it finds by itself. `from` stands in
 * the file once. What need not be seen says why.
 * @typedef {{ file: string, name: string, from: string, to: string, survives?: string }} Mutant
 */

/** @type {Record<string, [name: string, from: string, to: string, survives?: string][]>} */
const byFile = {
  'lib/index/blog-index.js': [
    [
      'settings do not re-arrange the lists',
      `...settings };\n    this.#arrange();`,
      `...settings };`,
    ],
    [
      'a former path stays',
      `if (this.#paths.get(pathOf(post)) === post.id) this.#paths.delete(pathOf(post));`,
      ``,
    ],
    [
      'a post sets no next hour',
      `swap(before, after);\n    this.#expectNextHour();`,
      `swap(before, after);`,
    ],
    ['a removed user stays', `else this.users.delete(id);`, ``],
    [
      'a comment that is taken back stays',
      `if (after === undefined) comments.delete(id);`,
      `if (after === undefined) return { postId, shown: true, counted: true };`,
    ],
    ['a comment is not counted', `(before === undefined) !== (after === undefined)`, `false`],
    [
      'an edited comment is not shown anew',
      `shown: before !== after`,
      `shown: (before === undefined) !== (after === undefined)`,
    ],
    [
      'a released address stays',
      `if (owner === null) this.addresses.delete(path);`,
      `if (owner === null) return;`,
    ],
    [
      'a post that is public stays scheduled',
      `if (known && this.stateOf(known) === 'scheduled') this.#scheduled.remove(known);`,
      ``,
    ],
    ['a post closed by its author is open', `isOver || post.commentsClosed`, `isOver`],
    [
      'time goes back with the clock',
      `if (moment > this.#now) this.#now = moment;`,
      `this.#now = moment;`,
    ],
    [
      'settings close no comments',
      `.filter((_, place) => now[place] !== commented[place])`,
      `.filter(() => false)`,
    ],
    [
      'a start reads no comments',
      `this.#commentsOf(postOf(id)).set(id, revision);\n    this.#arrange`,
      `void id, revision;\n    this.#arrange`,
    ],
    [
      'a post’s own closing is not seen',
      `return { ...effect, commenting: was !== is };`,
      `return { ...effect, commenting: false };`,
    ],
    [
      'users have no revision',
      `({ id, name, role, revision });`,
      `({ id, name, role, revision: '' });`,
    ],
  ],
  'lib/index/summary.js': [
    ['all teasers are the same', `digest(post.teaser)`, `''`],
    ['all texts are the same', `rendered.slice(-16)`, `'0'`],
  ],
  'lib/index/calendar.js': [
    [
      'a time zone matters on the last day of a year alone',
      `day === '12-31' || day === '01-01'`,
      `day === '12-31'`,
    ],
  ],
  'lib/index/public-lists.js': [
    ['a post stays in the lists of its former tags', `...(before?.tags ?? []), `, ``],
    [
      'neighbours of the new place are not told',
      `for (const id of this.#around(after)) around.add(id);`,
      ``,
    ],
    [
      'neighbours of the old place are not told',
      `new Set(this.#around(before))`,
      `/** @type {Set<string>} */ (new Set())`,
    ],
    ['a post has no place', `effect.position = after ? this.all.position(after) : -1;`, ``],
    ['an empty list stays', `else lists.delete(name);`, ``],
    ['a new post moves its own place alone', `from < 0 || to < 0 ? Infinity`, `false ? Infinity`],
    ['a post that changes leaves its year', `year.after === year.before ? after : null`, `null`],
    [
      'the newer year is not looked at',
      `differs(each, 1) || differs(each, -1)`,
      `differs(each, -1)`,
    ],
  ],
  'lib/cache/clearing.js': [
    [
      'frontMoved is off by one',
      `highest >= frontStart(lengthAfter, perPage)`,
      `highest > frontStart(lengthAfter, perPage)`,
    ],
    [
      'the order of tags does not matter',
      `before.tags.join('\\n') !== after.tags.join('\\n')`,
      `before.tags.toSorted().join('\\n') !== after.tags.toSorted().join('\\n')`,
    ],
    [
      'the reading time does not matter',
      `readingMinutes(before.words) !== readingMinutes(after.words)`,
      `false`,
    ],
    ['the teaser does not matter', `before.teaserDigest !== after.teaserDigest`, `false`],
    ['the author does not matter', `before.author !== after.author`, `false`],
    [
      'the date does not matter to a line',
      `linkDiffers(before, after) || before.publishedAt !== after.publishedAt`,
      `linkDiffers(before, after)`,
    ],
    [
      'the time of a save does not matter',
      `before.updatedAt !== after.updatedAt ||\n  after.textDigest`,
      `after.textDigest`,
    ],
    ['the text does not matter', `before.textDigest !== after.textDigest`, `false`],
    [
      'pages beyond the last one stay',
      `return [...moved, ...range(fewer + 1, more)];`,
      `return moved;`,
    ],
    [
      'newestMoved is off by one',
      `Math.max(lengthBefore, lengthAfter) - count`,
      `Math.max(lengthBefore, lengthAfter) - count + 1`,
    ],
    [
      'a page’s date does not matter',
      `differs || before.publishedAt !== after.publishedAt`,
      `differs`,
    ],
    [
      'the last part of the sitemap is forgotten',
      `Math.max(move.lengthBefore, move.lengthAfter) - 1;`,
      `Math.max(move.lengthBefore, move.lengthAfter) - 2;`,
    ],
    ['no time zone moves a date', `!moments.some(moves)`, `true`],
    [
      'yearsMoved looks at the number of posts alone',
      `was.length !== is.length || was.some((post, place) => post.id !== is[place].id)`,
      `was.length !== is.length`,
    ],
  ],
  'lib/changes.js': [
    [
      'older revisions are taken',
      `if (generation(revision) < generation(known)) return;\n    if (record`,
      `if (record`,
    ],
    [
      'the same revision is taken again',
      `if (record && revision === known) return;`,
      ``,
      'It changes nothing the second time; the check saves work.',
    ],
    [
      'foreign changes of files do not matter',
      `this.#applyMedia(id, revision, true)`,
      `this.#applyMedia(id, revision, false)`,
    ],
    [
      'a page that was a post is put among the posts',
      `if (record && known && known.type !== record.type)`,
      `if (false)`,
    ],
    [
      'what is published at this moment is not public yet',
      `this.#moveTo(this.#clock.now());\n    const known`,
      `const known`,
    ],
    ['posts that close are not cleared', `this.#clear('closed', touchedByClosing(closed));`, ``],
    [
      'an old removal is taken',
      `if (removedAt && generation(known) > generation(removedAt)) return;`,
      ``,
    ],
    ['a reset clears nothing', `this.#cache.clearAll('reset');`, ``],
    ['suspects are not looked at', `if (mended.size === 0) return summaries;`, `return summaries;`],
    [
      'a start sets no timer',
      `this.changedAt = Math.max(this.changedAt, Date.parse(updatedAt));\n    this.#expectNextHour();`,
      `this.changedAt = Math.max(this.changedAt, Date.parse(updatedAt));`,
      'Every request asks the clock first: the timer is for those who watch the feed of a blog that nobody reads.',
    ],
    [
      'the last change of the former process is forgotten',
      `this.changedAt = Math.max(this.changedAt, earlier.changedAt);`,
      ``,
    ],
    [
      'a clock that is set back does not matter',
      `now < this.changedAt ? this.changedAt + SECOND : now`,
      `Math.max(now, this.changedAt)`,
    ],
  ],
  'lib/changes/replay.js': [
    ['no settings are replayed', `settings: ({ settings }) => (settings ? [settings] : []),`, ``],
    ['no users are replayed', `user: ({ users }) => users,`, ``],
    ['no posts are replayed', `post: ({ posts }) => posts,`, ``],
    ['no comments are replayed', `comment: ({ comments }) => comments,`, ``],
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
      `isOvertaken || isBehind(record, told, before, pause)`,
      `isOvertaken`,
    ],
    [
      'what is overtaken is taken',
      `isOvertaken || isBehind(record, told, before, pause)`,
      `isBehind(record, told, before, pause)`,
    ],
  ],
  'lib/changes/feed.js': [
    ['the place stays where it was', `this.place = sequence;`, ``],
    [
      'only the first change of a batch is told',
      `await onChange(change);`,
      `await onChange(change);\n          break;`,
    ],
  ],
  'lib/content/reader.js': [
    [
      'comments that the index does not know are shown',
      `.filter((comment) => known.has(comment.id))`,
      ``,
      'They are approved by the record that was read, and the feed is about to tell of them.',
    ],
    [
      'comments that are not approved are shown',
      `comments.filter(({ status }) => status === 'approved')`,
      `comments`,
    ],
    [
      'older comments are kept',
      `if (generation(seen.get(commentId)) < generation(revision)) this.outdated = true;`,
      `void revision;`,
    ],
    [
      'older texts are kept',
      `if (generation(records[place]?.revision) < generation(revision)) this.outdated = true;`,
      `void revision, place;`,
    ],
    [
      'what is not public is shown',
      `record.type === type && this.#index.isPublic(record)`,
      `record.type === type`,
    ],
  ],
  'lib/warm-start.js': [
    [
      'the identity is taken at the stop',
      `        identity,\n`,
      `        identity: identityOf(config, { root, versions }),\n`,
    ],
    ['the identity has no engine', `'lib', 'controllers', 'views', 'public'`, `'views', 'public'`],
    [
      'the identity has no templates',
      `'lib', 'controllers', 'views', 'public'`,
      `'lib', 'controllers', 'public'`,
    ],
    [
      'the identity has no style sheets',
      `'lib', 'controllers', 'views', 'public'`,
      `'lib', 'controllers', 'views'`,
    ],
    ['the identity has no packages', `'package-lock.json', `, ``],
    [
      'the identity has no Node.js',
      `[baseUrl || [host, port], versions]`,
      `[baseUrl || [host, port]]`,
    ],
    ['the identity has no theme', `...(themeDir ? [themeDir] : [])`, ``],
    ['the identity has no address', `[baseUrl || [host, port], versions]`, `[versions]`],
    ['the place in the feed does not matter', `!(await store.knows(index.place))`, `false`],
    ['files that came from outside are taken up', `/^(media:|source$)/`, `/^source$/`],
    ['the engine’s source is taken up', `/^(media:|source$)/`, `/^media:/`],
  ],
  'lib/store/sqlite/feed.js': [
    [
      'a place is known in another epoch',
      `if (sequence !== toSequence(epoch, since))`,
      `if (sequence.slice(32) !== toSequence(epoch, since).slice(32))`,
    ],
    ['a place has no time', `\${timeOf.get(number) ?? ''}`, ``],
  ],
  'lib/index/tracked-index.js': [
    [
      'the days that a page shows are not noted',
      `moments = new Set();`,
      `moments = /** @type {any} */ ({ add() {}, *[Symbol.iterator]() {} });`,
    ],
  ],
};

/** @type {Mutant[]} */
export const mutants = Object.entries(byFile).flatMap(([file, all]) =>
  all.map(([name, from, to, survives]) => ({ file, name, from, to, survives })),
);
