import { decodedPath } from '../../base/paths.js';

/** @param {string} id @returns {string} its path */
export const mediaUrl = (id) => `/media/${encodeURIComponent(id)}`;

/** @param {string} path of an upload @returns {string} its id */
export const idOf = (path) => decodedPath(path).slice('/media/'.length);
