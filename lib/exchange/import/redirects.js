import { formerPathOf } from './shared/old-site.js';
/** @import { Plan } from './plan.js' */
/** @import { Run } from './run.js' */
/** @import { Source } from './sources/source.js' */

/** Pages of this blog that addresses of another may lead to. */
const PAGES = /^\/(atomfeed|archive|tags|tag\/[^/]+(\/atomfeed)?|media\/[^/]+)?$/;

/** So many that lead nowhere are named. */
const EXAMPLES = 3;

/**
 * Imports redirects to what is no post: feeds, tags, files, and whatever else the other blog redirected.
 * @param {Source} source
 * @param {Map<string, string>} files old addresses of files, to their paths here
 * @param {Plan} plan
 * @param {Run} run
 */
export async function importRedirects({ name, site, redirects, isVerbatim }, files, plan, run) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const [address, to] of files) {
    const from = site.pathOf(address);
    if (from) found.set(from, to);
  }
  const lost = [];
  for (const { from: address, to: target } of redirects) {
    const from = isVerbatim ? address : formerPathOf(address);
    const known = PAGES.test(target) ? target : plan.find(target);
    const to = known ?? found.get(formerPathOf(target) ?? '');
    if (from && to && from !== to) found.set(from, to);
    else if (from !== to) lost.push(address);
  }
  if (lost.length > 0) {
    const names = lost.slice(0, EXAMPLES).map((each) => each.slice(0, 100));
    run.warn(
      name,
      `redirects to pages that were not imported are left out (${lost.length}): ${names.join(', ')}`,
    );
  }
  await run.attempt(name, () =>
    run.content.saveRedirects([...found].map(([from, to]) => ({ from, to }))),
  );
}
