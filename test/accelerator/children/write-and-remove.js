import { setImmediate } from 'node:timers/promises';
import { DiskTier } from '../../../lib/accelerator/store/disk-tier.js';
import { systemClock } from '../../../lib/base/clock.js';
import { createLog } from '../../../lib/base/log.js';
import { signedEntry } from '../entries.js';

// Writes, replaces and removes entries until it is killed, and tells of what it has asked for when the call has returned.
const [, , folder, first] = process.argv;
const tier = DiskTier.open({
  folder,
  maxBytes: 2_000_000,
  clock: systemClock,
  log: createLog('warn'),
});
if (!tier) process.exit(1);
for (let version = Number(first); ; version++) {
  const key = `/${(version * 31) % 97}`;
  const isRemoval = version % 4 === 0;
  if (isRemoval) tier.remove(key);
  else tier.write(signedEntry(key, version));
  process.stdout.write(`${key} ${version} ${isRemoval ? 'removed' : 'written'}\n`);
  while (tier.statistics().queued > 8) await setImmediate();
}
