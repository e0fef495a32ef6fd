import { zoneAt } from '../../base/zone-list.js';
/** @import { Zone } from '../../base/zone-list.js' */

/** Those that many write in; any other tag can come from the API or an import. */
const tags = (
  'af am ar az be bg bn br bs ca cs cy da de de-AT de-CH el en en-AU en-CA en-GB en-IN en-US eo es es-AR es-MX et eu ' +
  'fa fi fil fo fr fr-BE fr-CA fr-CH ga gl gsw gu he hi hr hu hy id is it ja ka kk km kn ko lb lo lt lv mk ml mn mr ' +
  'ms my nb ne nl nl-BE nn oc pa pl ps pt pt-BR pt-PT rm ro ru si sk sl sq sr sv sw ta te th tr uk ur uz vi yi zh ' +
  'zh-Hans zh-Hant zu'
).split(' ');

/** Looking up all names takes some milliseconds. @type {{ tag: string, lang?: string, name: string }[]} */
const languages = [];

/**
 * Languages to choose from, by the names that those give them who speak them.
 * @param {string} chosen  a BCP 47 tag, or what was typed instead
 * @returns {{ tag: string, name: string, lang?: string, selected: boolean }[]} also with one that is not in the list
 */
export function presentLanguages(chosen) {
  if (languages.length === 0) {
    languages.push(...tags.map((tag) => ({ tag, lang: tag, name: nameOf(tag) })));
    languages.sort((a, b) => a.name.localeCompare(b.name, 'en'));
  }
  const tag = chosen.trim();
  const isKnown = tag === '' || languages.some((language) => language.tag === tag);
  const all = isKnown ? languages : [{ tag: chosen, name: nameOf(tag) }, ...languages];
  return all.map((language) => ({ ...language, selected: language.tag.trim() === tag }));
}

/**
 * @param {string} tag
 * @returns {string} as those call it who speak it, such as 'Deutsch'; the tag, if nobody knows it
 */
export function nameOf(tag) {
  try {
    const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
    return name === tag ? tag : name[0].toLocaleUpperCase(tag) + name.slice(1);
  } catch {
    return tag;
  }
}

/**
 * Time zones to choose from, by city, with the hour that it is there.
 * @param {string} chosen  a name, or what was typed instead
 * @param {Zone[]} zones
 * @param {number} now  milliseconds since 1970
 */
export function presentZones(chosen, zones, now) {
  const name = chosen.trim();
  const say = (/** @type {Zone} */ { city, offset }) =>
    `${city}, ${new Date(now + offset * 60_000).toISOString().slice(11, 16)}`;
  const options = zones.map((zone) => ({
    value: zone.name,
    text: say(zone),
    selected: zone.name === name,
    continent: zone.continent,
  }));
  const isKnown = name === '' || options.some(({ selected }) => selected);
  const other = isKnown ? null : zoneAt(name, now);
  const text = other ? say(other) : chosen;
  const all = isKnown
    ? options
    : [{ value: chosen, text, selected: true, continent: '' }, ...options];
  const continents = new Set(options.map(({ continent }) => continent).filter(Boolean));
  return {
    first: all.filter(({ continent }) => continent === ''),
    continents: [...continents].map((name) => ({
      name: oceans[name] ?? name,
      options: options.filter(({ continent }) => continent === name),
    })),
  };
}

/** @type {Record<string, string>} */
const oceans = { Atlantic: 'Atlantic Ocean', Indian: 'Indian Ocean', Pacific: 'Pacific Ocean' };
