#!/usr/bin/env node
/**
 * Whether a save survives the end of its process: `node bench/kill-during-saves.js [STORE_URL of an empty store]`.
 * A real server is killed (SIGKILL) at a random moment while programs save through its API, and is started again,
 * until so many saves were cut off. After each death every save that was answered must be there whole, and none
 * half there: post, earlier versions, address and trash agree. At the end the doctor must be content.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeFolder, openForWriting, startServer } from './support/blog.js';
import { checkOne, fieldsOf } from './support/check-one.js';
/** @import { Save, Story } from './support/check-one.js' */

const CUT_OFF = 200;
const POSTS = 4;
/** A process dies within so many milliseconds after at most so many answers. */
const LONGEST_LIFE = 40;
const MOST_ANSWERS = 16;
const app = fileURLToPath(new URL('../app.js', import.meta.url));

const folder = makeFolder();
const [storeUrl = `sqlite:${join(folder.path, 'larder.db')}`] = process.argv.slice(2);
const token = await makeToken();
/** @type {Story[]} */
let stories = Array.from({ length: POSTS }, newStory);
let number = 0;
let answered = 0;
let cut = 0;
let half = 0;

let deaths = 0;
for (; cut < CUT_OFF; deaths++) {
  const server = await startServer(storeUrl);
  const dead = new AbortController();
  const writers = stories.map((story) => writeOn(story, server.url, dead.signal));
  const answersToCome = answered + Math.floor(Math.random() * MOST_ANSWERS);
  while (answered < answersToCome) await setTimeout(1);
  await setTimeout(Math.random() * LONGEST_LIFE);
  dead.abort();
  await server.kill();
  await Promise.all(writers);
  await checkAll();
  process.stderr.write(`\r${cut} of ${CUT_OFF} saves cut off, ${answered} answered`);
}
process.stderr.write('\n');
const doctor = await consultDoctor();
process.stdout.write(
  `${deaths} deaths: ${answered} saves were answered, ${cut} cut off; lost or half there: ${half}\n${doctor}`,
);
await folder.remove();
process.exitCode = half > 0 || !doctor.startsWith('No problems found') ? 1 : 0;

/** @returns {Promise<string>} a token of a user, so that saves have an author */
async function makeToken() {
  const { accounts, close } = await openForWriting(storeUrl);
  await accounts.addUser({ id: 'ada', name: 'Ada', role: 'owner' });
  const made = await accounts.tokens.create({ user: 'ada', scopes: ['posts:write'] });
  await close();
  return made;
}

/** @returns {Story} */
function newStory() {
  return { id: randomUUID(), saves: [], tried: null, etag: '' };
}

/** Saves one post again and again until the server dies. @param {Story} story @param {string} url @param {AbortSignal} dead */
async function writeOn(story, url, dead) {
  while (!dead.aborted && story.saves.at(-1) !== 'removed') {
    story.tried = nextSave(story);
    const answer = await send(story, story.tried, url).catch(() => null);
    if (!answer) return void cut++;
    if (answer.status >= 300) throw new Error(`${answer.status}: ${await answer.text()}`);
    answered++;
    story.etag = answer.headers.get('etag') ?? '';
    story.saves.push(story.tried);
    story.tried = null;
  }
}

/** @param {Story} story @returns {Save} */
function nextSave({ saves }) {
  const last = saves.at(-1);
  if (last && last !== 'removed' && Math.random() < 0.05) return 'removed';
  number++;
  const isRename = !last || last === 'removed' || Math.random() < 0.5;
  return { number, slug: isRename ? `jar-${number}` : last.slug };
}

/** @param {Story} story @param {Save} save @param {string} url */
async function send({ id, saves, etag }, save, url) {
  const last = saves.at(-1);
  const isNew = !last || last === 'removed';
  const path = `${url}api/posts${isNew ? '' : `/${last.slug}`}`;
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    ...(isNew ? {} : { 'If-Match': etag }),
  };
  if (save === 'removed') {
    const { 'Content-Type': _, ...rest } = headers;
    const answer = await fetch(path, { method: 'DELETE', headers: rest });
    await answer.arrayBuffer();
    return answer;
  }
  const fields = fieldsOf(save);
  const body = JSON.stringify(isNew ? { id, ...fields } : fields);
  return fetch(path, { method: isNew ? 'POST' : 'PUT', headers, body });
}

/** Looks at every post as the dead process has left it, and goes on from there. */
async function checkAll() {
  const blog = await openForWriting(storeUrl);
  for (const story of stories) {
    const faults = await checkOne(story, blog);
    half += faults.length;
    for (const fault of faults) process.stderr.write(`\nAfter death ${deaths + 1}: ${fault}\n`);
  }
  stories = stories.map((story) => (story.saves.at(-1) === 'removed' ? newStory() : story));
  await blog.close();
}

/** @returns {Promise<string>} */
async function consultDoctor() {
  const env = { ...process.env, STORE_URL: storeUrl };
  const run = promisify(execFile)(process.execPath, [app, 'doctor'], { env });
  const { stdout } = await run.catch((error) => error);
  return stdout;
}
