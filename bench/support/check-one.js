/** @import { OpenBlog } from '../../lib/start/open-blog.js' */

/**
 * @typedef {{ number: number, slug: string } | 'removed'} Save
 * @typedef {object} Story  What happened to one post.
 * @property {string} id
 * @property {Save[]} saves  those that were answered
 * @property {Save | null} tried  the one that was not
 * @property {string} etag  of the last answer
 */

/** Earlier versions that a blog keeps of a post. */
const KEPT = 50;

/**
 * Compares what a blog has with what was saved. The one save without an answer may be there or not, but never in
 * part; when it is there it counts as saved from now on.
 * @param {Story} story
 * @param {Pick<OpenBlog, 'store' | 'index' | 'content'>} blog
 * @returns {Promise<string[]>} a sentence for each fault
 */
export async function checkOne(story, blog) {
  const { id, saves, tried } = story;
  const post = await blog.store.get('post', id);
  const last = saves.at(-1) ?? null;
  const found = [tried ?? last, last].find((save) => isThere(save, post));
  story.tried = null;
  if (found === undefined)
    return [`${id} is neither ${nameOf(last)} nor ${nameOf(tried)}, but ${JSON.stringify(post)}`];
  if (found !== last) saves.push(/** @type {Save} */ (found));
  story.etag = `"${post?.revision}"`;
  const faults = [
    ...(await checkVersions(story, blog)),
    ...(await checkAddresses(story, blog)),
    ...(await checkTrash(story, blog)),
  ];
  return faults.map((fault) => `${id}, at ${nameOf(found)}: ${fault}`);
}

/** @param {Save | null} save @param {any} post as it is in the store */
function isThere(save, post) {
  if (save === null || save === 'removed') return post === null;
  return post !== null && isWhole(save, post) && post.html.includes(textOf(save));
}

/** @param {Save} save @param {any} written a post, or a version of one */
function isWhole(save, { title, slug, markdown, tags }) {
  if (save === 'removed') return false;
  const { title: titled, markdown: text, tags: tagged } = fieldsOf(save);
  return (
    title === titled && slug === save.slug && markdown === text && tags.join() === tagged.join()
  );
}

/** @param {Story} story @param {Pick<OpenBlog, 'store' | 'content'>} blog */
async function checkVersions({ id, saves, etag }, { store, content }) {
  const faults = [];
  const earlier = saves.filter((save) => save !== 'removed').slice(0, -1);
  const { versions, by } = await content.history(id, etag.slice(1, -1));
  const records = await store.getMany(
    'version',
    versions.map((line) => line.id),
  );
  for (const save of earlier.slice(-KEPT + 1)) {
    const record = records.find((each) => each && isWhole(save, each));
    if (!record) faults.push(`its earlier version ${nameOf(save)} is lost`);
    else if (record.by !== 'ada') faults.push(`its earlier version ${nameOf(save)} has no author`);
  }
  if (records.includes(null)) faults.push('its desk names a version that is not there');
  if (saves.length > 0 && by !== 'ada') faults.push('its desk does not know who saved it last');
  return faults;
}

/** @param {Story} story @param {Pick<OpenBlog, 'store' | 'index'>} blog */
async function checkAddresses({ id, saves }, { store, index }) {
  const faults = [];
  const last = saves.at(-1);
  for (const save of saves) {
    if (save === 'removed') continue;
    const path = `/post/${save.slug}`;
    const address = await store.get('address', path);
    const isPresent = last !== 'removed' && save.slug === last?.slug;
    if (address?.owner !== id || index.addresses.get(path) !== id)
      faults.push(`${path} does not lead to it`);
    if (isPresent && !address?.held) faults.push(`${path} is not held for it`);
  }
  return faults;
}

/** @param {Story} story @param {Pick<OpenBlog, 'store' | 'content'>} blog */
async function checkTrash({ id, saves }, { content }) {
  const trash = (await content.trash()).find((each) => each.id === id);
  if (saves.at(-1) !== 'removed') return trash ? ['it stands among what was deleted'] : [];
  const before = /** @type {Save} */ (saves.at(-2));
  return trash && isWhole(before, trash.post) ? [] : ['it is deleted and cannot come back'];
}

/** @param {Exclude<Save, 'removed'>} save @returns the fields that a program sends */
export const fieldsOf = ({ number, slug }) => ({
  title: `Jar ${number}`,
  slug,
  markdown: `${textOf({ number })}\n\n${'And put back on its shelf. '.repeat(40)}`.trim(),
  excerpt: `Excerpt ${number}`,
  tags: [`tag-${number}`],
  status: 'published',
});

/** @param {{ number: number }} save */
const textOf = ({ number }) => `Filled for time number ${number}, no more.`;

/** @param {Save | null} save */
const nameOf = (save) =>
  save === null ? 'nothing' : save === 'removed' ? save : `save ${save.number}`;
