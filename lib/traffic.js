/** Counts requests by kind, for /status. */
export class Traffic {
  requests = { pages: 0, feeds: 0, files: 0, admin: 0, api: 0, notFound: 0, errors: 0 };
}
