import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Goes back, and is killed before or after its step of a number: [current, file, step, when]. */
const [current, file, step, when] = process.argv.slice(2);
let steps = 0;
for (const name of /** @type {const} */ (['rmSync', 'linkSync', 'renameSync'])) {
  const real = /** @type {(...args: any[]) => void} */ (fs[name]);
  fs[name] = /** @type {any} */ (
    (/** @type {any[]} */ ...args) => {
      steps += 1;
      const isIt = steps === Number(step);
      if (isIt && when === 'before') process.kill(process.pid, 'SIGKILL');
      real(...args);
      if (isIt) process.kill(process.pid, 'SIGKILL');
    }
  );
}
syncBuiltinESMExports();
const { goBack } = await import('../../../../lib/start/install/go-back.js');
goBack({ current }, file);
