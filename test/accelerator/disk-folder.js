import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../lib/base/sqlite.js';
import { DiskTier } from '../../lib/accelerator/store/disk-tier.js';
import { listFiles } from '../../lib/base/files.js';
import { createClock } from '../support/clock.js';
import { createQuietLog } from '../support/log.js';
/** @import { StoredEntry } from '../../lib/accelerator/types.js' */

/** A folder for a disk tier, which is opened again and again. */
export class DiskFolder {
  path = mkdtempSync(join(tmpdir(), 'larder-disk-'));
  log = createQuietLog();
  clock = createClock();
  database = join(this.path, 'responses.db');
  /** @type {DiskTier | undefined} the one that was opened last */
  tier;

  /** @param {Partial<Parameters<typeof DiskTier.open>[0]>} [options] */
  tryOpen(options) {
    const { path, clock, log } = this;
    const fields = { folder: path, maxBytes: 10_000_000, clock, log, boot: 'boot', ...options };
    return (this.tier = DiskTier.open(fields));
  }

  /** @param {Parameters<DiskFolder['tryOpen']>[0]} [options] */
  open(options) {
    const tier = this.tryOpen(options);
    assert.ok(tier, this.log.lines.at(-1)?.message);
    return tier;
  }

  /** Writes entries and closes. @param {...StoredEntry} entries */
  async write(...entries) {
    const tier = this.open();
    for (const entry of entries) tier.write(entry);
    await tier.close();
  }

  /** Changes the closed index as another program might. @param {string} sql */
  change(sql) {
    new Database(this.database).exec(sql).close();
  }

  warnings() {
    return this.log.lines.filter(({ level }) => level === 'warn').map(({ message }) => message);
  }

  /** Paths of the files of bodies, relative to their folder. */
  bodies() {
    return listFiles(join(this.path, 'responses'));
  }

  /** @param {string} name of a body */
  pathOf(name) {
    return join(this.path, 'responses', name);
  }

  async dispose() {
    await this.tier?.close();
    rmSync(this.path, { recursive: true });
  }
}
