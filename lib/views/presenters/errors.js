import { adminWords } from '../../base/words.js';
/** @import { LarderError } from '../../base/errors.js' */
/** @import { Words } from '../../base/words.js' */

/** Of messages that authors see, which are in English where they are made: the API says them too. */
const keys = [
  'errorPleaseSignIn',
  'errorYouDontHavePermission',
  'notFound',
  'errorThisWasChangedInThe',
  'errorTooLarge',
  'errorInvalidInput',
  'errorTooManyRequests',
  'errorSomethingWentWrong',
  'errorTemporarilyUnavailable',
  'errorOutOfSpace',
  'errorWhatYouSentWasSaved',
  'errorWhatYouSentWasNot',
  'errorWhatYouSentMayStill',
  'errorThereIsNoSuchPage',
  'errorAtMostCharacters',
  'errorUseAtMostCharacters',
  'errorTheCanHaveAtMost',
  'errorATitleIsRequired',
  'errorANameIsRequired',
  'errorATagIsRequired',
  'errorTheTextCanHaveAt',
  'errorIsReserved',
  'errorAPublishedPostMustHave',
  'errorTheCanonicalURLMustStart',
  'errorTheCoverMustBeA',
  'errorAPostCanHaveAt',
  'errorATagCanHaveAt',
  'errorIsNotAValidDate',
  'errorTheDateMustBeBetween',
  'errorEnterTheURLOfAn',
  'errorUseOnlyLowerCaseLetters',
  'errorHowAbout',
  'errorAtMostAuthors',
  'errorThereIsNobodyCalled',
  'errorSeveralPeopleAreCalled',
  'errorAnotherPostHasTheURL',
  'errorTheUserAlreadyExists',
  'errorACommentCanHaveAt',
  'errorACommentCannotBeEmpty',
  'errorThePasswordMustHaveAt',
  'errorThePasswordCanHaveAt',
  'errorEnterAValidEMail',
  'errorIncorrectPassword',
  'errorIncorrectCode',
  'errorEnterANumberFromTo',
  'errorEnterANumberFromTo2',
  'errorTheNavigationCanHaveAt',
  'errorTheLinkToNeedsA',
  'errorTheTitleOfALink',
  'errorNeedsAURL',
  'errorIsNeitherAPathOn',
  'errorItNeedsALineContact',
  'errorTheFileIsEmpty',
  'errorTheFileIsNamedLike',
  'errorThisFileIsNotAn',
  'errorUseAnImageOfAt',
  'errorTooManyPeopleAreSigning',
  'errorAnotherImportIsInProgress',
  'errorAnotherExportIsInProgress',
  'errorItWasChangedInThe',
  'errorItWasDeleted',
  'errorItBelongsToSomeoneElse',
  'errorPasteOnlyElementsSuchAs',
  'errorLine',
];

/** Made when somebody needs them first. @type {{ key: string, pattern: RegExp }[]} */
const messages = [];

/**
 * @param {string} message  in English
 * @param {Words} words  of the admin pages
 * @returns {string} the same in their language; as it is where they have it not
 */
export function sayMessage(message, words) {
  if (words.language === 'en') return message;
  if (messages.length === 0) messages.push(...keys.map(messageOf));
  for (const { key, pattern } of messages) {
    const found = pattern.exec(message);
    if (found) return words.say(key, sayParts(found.groups, words));
  }
  return message;
}

/** @param {string} key */
function messageOf(key) {
  const text = String(adminWords.english[key]).replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  const pattern = text.replace(/\{(\w+)\}/g, '(?<$1>.+?)');
  return { key, pattern: new RegExp(`^${pattern}$`, 's') };
}

/** @param {Record<string, string> | undefined} parts  a problem may stand in another @param {Words} words */
const sayParts = ({ problem, ...parts } = {}, words) => ({
  ...parts,
  ...(problem && { problem: sayMessage(problem, words) }),
});

/** @param {Record<string, string>} problems  a message for each field @param {Words} words */
export const sayProblems = (problems, words) =>
  Object.fromEntries(
    Object.entries(problems).map(([field, problem]) => [field, sayMessage(problem, words)]),
  );

/**
 * @param {{ message: string, word?: LarderError['word'] }} error
 * @param {Words} words  of the admin pages
 * @returns {string} what authors see of it
 */
export const sayError = ({ message, word }, words) =>
  word && words.has(word[0]) ? words.say(...word) : sayMessage(message, words);
