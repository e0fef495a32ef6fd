import { getPriority } from 'node:os';

/** Says what its own priority is, in place of a picture. */
process.once('message', () =>
  process.send?.({ files: [Buffer.from(String(getPriority()))] }, () => process.disconnect()),
);
