/**
 * The records of what is mailed, and of who reads the blog by mail. Types only. All times are ISO 8601 in UTC, but for
 * those that are numbers: milliseconds since 1970.
 *
 * @typedef {object} Subscriber
 * @property {string} id  random, 22 characters of base64url
 * @property {string} email  without space around it; the domain in lower case and in ASCII
 * @property {'unconfirmed' | 'confirmed' | 'unsubscribed' | 'paused'} state  paused: mail to it failed for good
 * @property {string[]} tags  of posts; none: all posts
 * @property {string} language  BCP 47, or ''
 * @property {string} source  where the address came from
 * @property {string} createdAt
 * @property {string} askedAt  when the link to confirm was last mailed, or ''
 * @property {string} confirmedAt  or ''
 * @property {string} unsubscribedAt  or ''
 * @property {number} bounces  mails that failed for good
 * @property {string} [lastBounce]  stands for the mail that failed last
 * @property {true} [complaint]  a reader said that it is spam
 * @property {string} [revision]
 *
 * @typedef {object} Mailing  A post, or a digest of some, on its way to the subscribers.
 * @property {string} id  the post's, so that it is sent once for ever; or `digest:` with a day
 * @property {'post' | 'digest'} kind
 * @property {string[]} posts  ids
 * @property {string} by  a user's id, or ''
 * @property {'waiting' | 'sending' | 'paused' | 'done' | 'cancelled'} state  waiting: nothing is sent yet, as until its
 *   post is public
 * @property {string} epoch  of the store that it may be sent from: in a copy, or after a restore, it stands
 * @property {string} createdAt
 * @property {string} endedAt  or ''
 * @property {number} total  subscribers that it has come to, each with a delivery
 * @property {number} accepted  by the mail server
 * @property {number} bounced  refused by it for good
 * @property {number} [returned]  accepted, and reported later as failed for good
 * @property {number} [complained]  called spam by its reader
 * @property {number} [unsubscribed]  by the link in one of its mails
 * @property {string} problem  why it last made no progress, or ''
 * @property {string} [revision]
 *
 * @typedef {object} Delivery  Of a mailing to one subscriber.
 * @property {string} id  `<mailing>:<subscriber>`
 * @property {'begun' | 'later' | 'sent' | 'failed'} state  begun: nobody knows whether the server took it; later: it
 *   did not, and is asked again
 * @property {string} at  of the state
 * @property {number} notBefore  milliseconds since 1970; of `later`
 * @property {number} tries  that a server answered, or whose end was seen
 * @property {string} reason  what the server said last, or ''
 * @property {string} [revision]
 *
 * @typedef {object} Mail  That waits to be sent.
 * @property {string} id
 * @property {string} to  one address
 * @property {string} subject
 * @property {string} text
 * @property {string} [html]
 * @property {Record<string, string>} [headers]
 * @property {'notification' | 'reset' | 'notice' | 'confirmation' | 'test'} by  what it is
 * @property {string} createdAt
 * @property {number} notBefore  milliseconds since 1970
 * @property {number} tries
 * @property {string} reason  why it could not be sent, or ''
 * @property {string} [revision]
 */
export {};
