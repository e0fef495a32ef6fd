import { once } from 'node:events';
import { writeWelcome } from '../content/welcome.js';
import { openBlog } from '../open-blog.js';
import { startServer } from '../server.js';

/** `node app.js`: serves until it is told to stop. @type {import('../../app.js').Run} */
export async function run(args, { config, clock, log, stdout, stderr }) {
  if (args.length > 0) {
    stderr.write('serve takes nothing behind it\n');
    return 2;
  }
  const open = await openBlog(config, { clock, log });
  if (await writeWelcome(open.content)) log.info('An empty blog: wrote a welcome post');
  const server = await startServer(config, open, { clock, log });
  stdout.write(`Larder is ready at ${server.url}\n`);
  const link = await open.accounts.setup.link(server.url.slice(0, -1));
  if (link) stdout.write(`Set up: ${link}\n`);
  const signal = await Promise.race(['SIGTERM', 'SIGINT'].map((name) => once(process, name)));
  log.info({ signal: signal[0] }, 'Stopping');
  await server.close();
  return 0;
}
