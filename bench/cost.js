import { measure, short, WORDS } from './growth.js';
import { makeSubject } from './support/subject.js';
import { align, machine } from './table.js';
/** @import { Choices } from './usual.js' */

/**
 * What one blog costs, in the figures of the README.
 * @param {Choices} choices
 * @returns {Promise<number>} the exit code
 */
export async function cost({ posts: count, storeUrl, driver, tell, say, later }) {
  const subject = await makeSubject({ count, words: WORDS, storeUrl, tell, later });
  try {
    const rows = [];
    for await (const [name, value] of measure(subject, count, driver.drive, tell))
      rows.push([name, short(value)]);
    tell('');
    return say(`${machine()}\n${count} posts of ${WORDS} words\n\n${align(rows)}\n`);
  } finally {
    await subject.remove();
  }
}
