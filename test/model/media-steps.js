import fc from 'fast-check';
import { edit } from './acting.js';
import { files, pictures } from './addresses.js';
import { which } from './words.js';
/** @import { Step } from './steps.js' */
/** @import { World } from './world.js' */

const file = fc.constantFrom(...files);
const alt = fc.constantFrom('', 'a jar', 'a jar and its lid');

/** @param {World} world @param {typeof files[number]} file */
const upload = ({ content }, file) => content.saveMedia(file);

/** @param {World} world @param {{ id: string }} file @returns {Promise<boolean>} whether it was there */
async function removeUpload({ content }, { id }) {
  const present = await content.store.get('media', id);
  if (present) await content.removeMedia(id, present.revision);
  return present !== null;
}

/** What becomes of uploads. @type {Record<string, Step>} */
export const mediaSteps = {
  editCover: {
    weight: 5,
    input: fc.record({
      which,
      cover: fc.constantFrom(null, ...pictures),
      alt: fc.constantFrom('A jar', 'A lid'),
    }),
    tell: ({ which, cover, alt }) => `give post ${which} the cover ${cover?.name}, “${alt}”`,
    async act(world, { which, cover, alt }) {
      if (cover) await world.content.saveMedia(cover);
      await edit(world, which, () => ({
        cover: cover && { src: `/media/${cover.id}`, alt },
      }));
    },
  },
  upload: {
    weight: 3,
    input: file,
    tell: ({ id }) => `upload ${id}`,
    act: upload,
  },
  describe: {
    input: fc.record({ file, alt }),
    tell: ({ file, alt }) => `say of ${file.id} that it shows “${alt}”`,
    async act({ content }, { file, alt }) {
      const present = await content.store.get('media', file.id);
      if (present) await content.describeMedia(file.id, { alt }, present.revision);
    },
  },
  removeUpload: {
    weight: 3,
    input: file,
    tell: ({ id }) => `remove the upload ${id}`,
    act: removeUpload,
  },
  uploadAgain: {
    input: file,
    tell: ({ id }) => `remove the upload ${id}, ask for it, and upload it again`,
    async act(world, file) {
      if (!(await removeUpload(world, file))) return;
      await world.warm();
      await upload(world, file);
    },
  },
};
