import { writeFileSync } from 'node:fs';
import mocha from 'mocha';

/**
 * What mocha shows, and at the end its figures and what failed
 * in the file that `--reporter-option results=FILE` names.
 */
export default class Reporter extends mocha.reporters.Spec {
  /** @param {any} runner @param {any} options */
  constructor(runner, options) {
    super(runner, options);
    const { results } = options.reporterOptions;
    runner.once('end', () => {
      const { passes, failures, pending } = this.stats;
      const failed = this.failures.map((/** @type {any} */ test) => ({
        title: test.fullTitle(),
        error: String(test.err?.stack ?? test.err),
      }));
      writeFileSync(results, JSON.stringify({ passes, failures, pending, failed }));
    });
  }
}
