import { spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { childrenOf } from './broken-off.js';
import { ask, freePort } from './servers.js';
/** @import { Server } from './servers.js' */

/** Milliseconds in which it must answer after its start. */
const START = 10_000;

/**
 * Starts nginx with one worker.
 * @param {string} folder to be made
 * @param {{ http?: string, location: string }} configuration  lines of it
 * @returns {Promise<Server>} `pid`: of its worker
 */
export async function startNginx(folder, configuration) {
  await mkdir(folder);
  const port = await freePort();
  await writeFile(join(folder, 'nginx.conf'), fileOf(folder, port, configuration));
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')]);
  const url = `http://127.0.0.1:${port}`;
  await answers(url);
  const [worker] = childrenOf(child.pid ?? 0);
  return { url, pid: worker, stop };

  async function stop() {
    child.kill('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} url */
async function answers(url) {
  const until = performance.now() + START;
  for (;;)
    try {
      return await ask(url);
    } catch (error) {
      if (performance.now() > until) throw error;
      await pause(20);
    }
}

/**
 * Its page cache of the system is its memory: it sends files.
 * @param {string} folder
 * @param {number} port
 * @param {{ http?: string, location: string }} configuration
 */
const fileOf = (folder, port, { http = '', location }) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off;
  keepalive_requests 100000000;
  sendfile on;
  tcp_nopush on;
  client_body_temp_path ${folder}/bodies;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  ${http}
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      ${location}
    }
  }
}
`;
