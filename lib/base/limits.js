const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * How often something can be tried that could be guessed, or that costs the server.
 *
 * @typedef {object} Limit
 * @property {number} free  attempts without a wait, since people mistype
 * @property {number} longestWait  milliseconds; each further attempt doubles the wait up to it
 * @property {number} [perSecond]  attempts that are forgotten in each second; all are, an hour after the last one
 * @property {{ say: (seconds: number) => string, word: string }} [refusal]  how it is refused, in English and by its
 *   word; default: as attempts
 */

/** Which limits there are. Each counts by network, if it is not said otherwise. */
export const limits = /** @satisfies {Record<string, Limit>} */ ({
  /** Sign-in by account: others must not be able to lock its owner out for long. */
  account: { free: 10, longestWait: MINUTE },
  /** Sign-in by device or session that is known, apart from strangers. */
  known: { free: 10, longestWait: MINUTE },
  /** Sign-in. */
  address: { free: 10, longestWait: 15 * MINUTE },
  /** Wrong tokens: they cannot be guessed, so this only saves work. */
  token: { free: 200, longestWait: MINUTE },
  /** Mails with a link to choose a new password, by account. */
  reset: { free: 3, longestWait: 15 * MINUTE },
  /** Readers' forms, valid or not. */
  form: {
    free: 30,
    longestWait: 10 * MINUTE,
    refusal: {
      say: (seconds) =>
        `Too many requests from your address. Please wait ${seconds} s, go back and try again.`,
      word: 'tooManyComments',
    },
  },
  /** Addresses that one asks to subscribe. */
  subscription: { free: 10, longestWait: 10 * MINUTE },
  /** Valid comments. */
  comment: { free: 5, longestWait: 10 * MINUTE },
  /** Queries: a page shows results while one types. */
  search: {
    free: 60,
    longestWait: SECOND,
    perSecond: 2,
    refusal: {
      say: (seconds) => `Too many searches from your address. Please wait ${seconds} s.`,
      word: 'tooManySearches',
    },
  },
  /** Wrong credentials for the interface of the accelerator: other programs of the network wait as well. */
  interface: { free: 10, longestWait: MINUTE },
});
