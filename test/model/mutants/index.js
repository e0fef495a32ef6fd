/** @import { ByFile } from '../mutants.js' */

/** Breaks of the index, of its lists, and of what follows from their changes. */
/** @type {ByFile} */
export const ofTheIndex = {
  'lib/content/repair.js': [
    ['what cannot be shown is shown', `if (fields.length === 0) return record;`, `return record;`],
    [
      'what cannot be shown is in the index',
      `repairedAll('post', summaries.posts)`,
      `summaries.posts`,
    ],
  ],
  'lib/changes/index/blog-index.js': [
    [
      'of several posts with one path, the first that came has it',
      `const [first] = [...rivals].sort();`,
      `const [first] = rivals;`,
    ],
    ['who has lost its path is not told', `holder === previous[at] ? []`, `holder !== id ? []`],
    [
      'another picture of an author does not matter',
      `textNames('user').every((name) => before?.[name] === user?.[name])`,
      `before?.about === user?.about`,
    ],
    [
      'an author who is added does not matter before they have a name',
      `return !isSame || idsNow.some((id) => !ids.includes(id));`,
      `return !isSame;`,
    ],
    [
      'the order of authors does not matter',
      `const isSame = ids.filter(isKnown).join() === idsNow.filter(isKnown).join();`,
      `const isSame = ids.filter(isKnown).sort().join() === idsNow.filter(isKnown).sort().join();`,
    ],
    [
      'who leaves an address takes it away from whom it belongs to now',
      `if (rivals?.delete(post.id)) this.#decide(path, rivals);`,
      `if (false);`,
    ],
    [
      'settings do not rebuild the lists',
      `if (changed.includes('timeZone')) this.#buildLists();`,
      `if (false) this.#buildLists();`,
    ],
    [
      'dates stay in the former language and time zone',
      `this.settings = after; … this.#formats = {};`,
      ``,
    ],
    [
      'dates stay as they were when all is read again',
      `load(summaries, now) { … this.#formats = {};`,
      ``,
    ],
    ['a former path stays', `else this.#paths.delete(path);`, ``],
    ['a post sets no due time', `swap(before, after); … this.#updateNextDue();`, ``],
    ['a tag that a post has lost is counted', `this.tagNames.remove(post.tags);`, ``],
    ['a new path is not known', `this.#paths.set(path, post.id);`, `;`],
    [
      'a scheduled post is not waited for',
      `if (post && this.stateOf(post) === 'scheduled') this.#scheduled.add(post);`,
      ``,
    ],
    [
      'a post that closes sets no due time',
      `dateOf(nextToClose) + this.#daysOfComments() * DAY`,
      `Infinity`,
    ],
    [
      'who comes or goes is not named',
      `const renamed = before?.name !== user?.name`,
      `const renamed = before !== undefined && user !== null && before.name !== user.name`,
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
      `load(summaries, now) { … this.#commentsOf(postOf(id)).set(id, revision);`,
      `void id, revision;`,
    ],
    ['a post’s own closing is not seen', `commenting: was !== is,`, `commenting: false,`],
    ['users have no revision', `plainUser = … revision, })`, `revision: '' })`],
  ],
  'lib/changes/index/summary.js': [
    ['all teasers are the same', `digest(post.teaser)`, `''`],
    ['all texts are the same', `rendered.slice(-16)`, `'0'`],
  ],
  'lib/base/time-zones.js': [
    [
      'a time zone matters on the last day of a year alone',
      `day === '12-31' || day === '01-01'`,
      `day === '12-31'`,
    ],
  ],
  'lib/changes/index/public-lists.js': [
    ['posts of one moment have no order', `return a.id < b.id ? -1 : 1;`, `return 1;`],
    [
      'a start takes the years of UTC',
      `[this.#yearOf(post.publishedAt ?? '')]`,
      `[(post.publishedAt ?? '').slice(0, 4)]`,
    ],
    [
      'what moves up leaves its old place alone',
      `Math.max(from, to) : Math.min(from, to)`,
      `Math.max(from, to) : Math.max(from, to)`,
    ],
    [
      'a post that stays in its year is there twice',
      `[...new Set([year.before, year.after])]`,
      `[year.before, year.after]`,
    ],
    [
      'a post stays in the lists of its former tags',
      `new Set([...left, ...joined])`,
      `new Set(joined)`,
    ],
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
    [
      'a post that changes leaves its year',
      `each === year.after ? after : null`,
      `each === year.after && each !== year.before ? after : null`,
    ],
    [
      'a post that stays at its place in its year has no place',
      `const place = (post && list?.position(post)) ?? -1;`,
      `const place = -1;`,
    ],
    [
      'the newer year is not looked at',
      `differs(each, 1) || differs(each, -1)`,
      `differs(each, -1)`,
    ],
  ],
  'lib/changes/invalidation.js': [
    [
      'whatever changes on a post clears its page of the year',
      `before && after && !lineDiffers(before, after) ? [] : yearMoves`,
      `yearMoves`,
    ],
    [
      'a year that lost as many posts as it gained stays as it was',
      `was?.length !== is?.length || was?.at(0)?.id !== is?.at(0)?.id`,
      `was?.length !== is?.length`,
    ],
    [
      'whatever changes on a post clears all that links to it',
      `before.title !== after.title || before.slug !== after.slug`,
      `before !== after`,
    ],
    [
      'a page that has its path back stays hidden',
      `...(type === 'page' ? [keys.vacant(slug)] : [])`,
      ``,
    ],
    [
      'what a cover is described as does not matter',
      `before.cover?.alt !== after.cover?.alt ||`,
      ``,
    ],
    [
      'the front page does not know of another page behind it',
      `return was !== is || newestMoved(move, perPage);`,
      `return newestMoved(move, perPage);`,
    ],
    [
      'the first page of a year is off by one',
      `highest >= paging.years.start(lengthAfter, perPage)`,
      `highest > paging.years.start(lengthAfter, perPage)`,
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
    ['the cover does not matter', `before.cover?.src !== after.cover?.src ||`, ``],
    [
      'the description of a cover does not matter',
      `before.cover?.alt !== after.cover?.alt ||`,
      ``,
      'A save also has a new time, which feeds show as well.',
    ],
    ['the author does not matter', `byline ||`, ``],
    [
      'the date does not matter to a line',
      `linkDiffers(before, after) || before.publishedAt !== after.publishedAt`,
      `linkDiffers(before, after)`,
    ],
    [
      'the time of a save does not matter',
      `entryDiffers = … before.updatedAt !== after.updatedAt ||`,
      ``,
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
      `was === is && before?.publishedAt === after?.publishedAt`,
      `was === is`,
    ],
    [
      'a post that becomes hidden stays in the sitemap',
      `const [was, is] = [before, after].map(sitemapLine);`,
      `const [was, is] = [after, after].map(sitemapLine);`,
    ],
    [
      'the last part of the sitemap is forgotten',
      `Math.max(move.lengthBefore, move.lengthAfter) - 1;`,
      `Math.max(move.lengthBefore, move.lengthAfter) - 2;`,
    ],
    ['no page shows a word that was changed', `words.includes(each)`, `words === each`],
    ['no time zone moves a date', `!moments.some(moves)`, `true`],
    [
      'every foreign change of a file is spared',
      `return (_key, entry) =>`,
      `if (etag) return () => true;\n  return (_key, entry) =>`,
    ],
    [
      'the type of a file does not matter',
      `entry.etag === etag && entry.contentType === type`,
      `entry.etag === etag`,
    ],
    [
      'one year for another does not matter',
      `before.size === after.size && [...after.keys()].every((year) => before.has(year))`,
      `before.size === after.size`,
    ],
    [
      'settings leave pages beyond the last one',
      `range(1, Math.max(...counts))`,
      `range(1, Math.min(...counts))`,
    ],
    [
      'a list that grows moves no page that is new',
      `Math.min(numberOf(highest), more)`,
      `Math.min(numberOf(highest), fewer)`,
      'the pages that are new are touched in any case',
    ],
  ],
};
