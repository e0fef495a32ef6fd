import type { Author } from '../people/rights.js';

declare global {
  namespace Express {
    /** What lib/router/auth-guards.js and lib/router/bodies.js add to a request. */
    interface Request {
      author?: Author | null;
      sessionToken?: string;
      deviceToken?: string;
      form?: URLSearchParams;
      json?: unknown;
      files?: import('../content/media/multipart.js').SentFile[];
    }
  }
}
