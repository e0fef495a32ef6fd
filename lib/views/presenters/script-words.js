/** @import { Words } from '../../base/words.js' */

/** Keys of what the scripts of public/admin say: on all pages, when a file is sent, and on one page alone. */
export const scriptWords = {
  every: [
    'copied',
    'copyText',
    'findKeys',
    'findPlaceholder',
    'found',
    'liveNow',
    'noConnectionOrSignedOut',
    'noConnectionTryingAgain',
    'nothingFound',
    'pressCtrlC',
    'search',
    'selectAllOnThisPage',
    'selectNone',
    'tagsOfThisBlog',
    'youAreSignedOutReload',
  ],
  upload: [
    'amountOf',
    'importUploading',
    'itHasNoSmallerSizes',
    'makingSizes',
    'noConnectionToTheBlog',
    'noImagesFound',
    'theBlogCannotAcceptIts',
    'theBlogCannotAcceptThe',
    'theFileIsLargerThan',
    'theFileIsTooLarge',
    'theImagesCannotBeShown',
    'uploadCancelled',
    'uploaded',
    'uploadingFile',
    'youAreSignedOutSign',
  ],
  editor: [
    'aFileIsNotIn',
    'keptHere',
    'noConnection',
    'notSavedPleaseCheckThe',
    'notSavedYet2',
    'notSavedTheTextIs',
    'notSavedThisBrowsersStorage',
    'notUploaded',
    'preparing',
    'processing',
    'publishPost',
    'restoredUnsaved',
    'saveToSeeBothVersions',
    'schedulePost',
    'signInInANewTab',
    'signInToSaveIt',
    'signedOut',
    'someoneElseChangedThis',
    'stateDraft',
    'theBlogCannotSaveRight',
    'toolBold',
    'toolCode',
    'toolColumn',
    'toolHeading',
    'toolImage',
    'toolItalic',
    'toolItem',
    'toolLink',
    'toolNote',
    'toolQuote',
    'toolText',
    'tryingAgain',
    'unsavedChanges',
    'unsavedHere',
    'untitled',
    'uploadingFiles',
    'youChangedThisInAnother',
  ],
  text: [
    'uploads',
    'remove',
    'forPeopleWhoCannotSeeThe',
    'altText',
    'addAltText',
    'allMatches',
    'closeSearch',
    'currentMatch',
    'matchCase',
    'nextMatch',
    'onLine',
    'previousMatch',
    'regularExpression',
    'replaceAllMatches',
    'replaceMatch',
    'replaceWith',
    'replacedMatchOnLine',
    'replacedMatches',
    'selectionDeleted',
    'suggestions',
    'wholeWords',
  ],
  settings: ['currentTimeThere', 'notSavedYet2', 'unknownTimeZone'],
  appearance: ['notSavedYet2', 'pleaseCheckTheMarkedFields2', 'thePreviewCannotBeLoaded'],
  setup: ['hide', 'show'],
};

/** What else is on a page. @type {Record<string, (keyof typeof scriptWords)[]>} */
const ofView = {
  'admin/account': ['upload'],
  'admin/appearance': ['appearance'],
  'admin/editor': ['upload', 'editor', 'text'],
  'admin/media': ['upload'],
  'admin/settings': ['settings'],
  'admin/setup': ['setup'],
};

/**
 * @param {string} view
 * @param {Words} words
 * @returns {string} JSON: the texts with their placeholders
 */
export function presentScriptWords(view, { source }) {
  const keys = ['every', ...(ofView[view] ?? [])].flatMap(
    (name) => scriptWords[/** @type {keyof typeof scriptWords} */ (name)],
  );
  const texts = Object.fromEntries(keys.map((key) => [key, source[key]]));
  return JSON.stringify(texts);
}
