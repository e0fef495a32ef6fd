/**
 * Proposes the language and time zone of the browser for a new blog, unless an import has brought others.
 * @param {HTMLFormElement} form
 */
export function startSetup({ elements: { language, timeZone } }) {
  if (language.value === 'en') language.value = navigator.language || 'en';
  if (timeZone.value === 'UTC')
    timeZone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
