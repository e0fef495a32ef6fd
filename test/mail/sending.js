import { eachTest } from '../support/blog.js';
import { makeMailWorld } from './world.js';
/** @import { OpenMail } from '../../lib/mail/open.js' */
/** @import { Script } from '../support/scripted-smtp.js' */

/** For each test, a world in which processes send a mailing; the first that `launch` opens is asked about it. */
export function eachMailing() {
  const { makeFolder } = eachTest();
  /** @type {Awaited<ReturnType<typeof makeMailWorld>>} */
  let world;
  /** @type {OpenMail[]} */
  let open;
  beforeEach(() => (open = []));
  afterEach(async () => {
    for (const each of open) await each.close();
    await world.end();
  });
  return { start, launch, stateOf, isDone, reached, times, world: () => world };

  /** @param {number} readers @param {Script} [script] */
  async function start(readers, script) {
    world = await makeMailWorld(makeFolder(), script);
    await world.addReaders(readers);
    return launch();
  }

  /** @param {Parameters<typeof world.open>[0]} [more] */
  function launch(more) {
    const mail = world.open(more);
    open.push(mail);
    return mail;
  }

  /** @param {string} [id] */
  async function stateOf(id = 'post') {
    return (await open[0].mailings.find(id))?.state;
  }

  async function isDone() {
    return (await stateOf()) === 'done';
  }

  /** @returns {string[]} addresses */
  function reached() {
    return world.smtp.taken.map(({ to }) => to).sort();
  }

  /** @param {string} to @returns {number} how often it was reached */
  function times(to) {
    return reached().filter((each) => each === to).length;
  }
}
