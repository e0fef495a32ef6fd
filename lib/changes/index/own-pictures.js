import { keysOf } from '../../base/record-of.js';
import { defaultSettings } from './default-settings.js';
/** @import { Settings } from '../../store/types.js' */

/** @typedef {keyof ReturnType<typeof ownPicturesOf>} OwnPicture */

/**
 * @param {Pick<Settings, 'logo' | 'icon' | 'appearance'>} settings
 * @returns the pictures that the owner gave the blog: the path of an upload each, or ''
 */
export const ownPicturesOf = ({ logo, icon, appearance: { logoDark = '' } }) => ({
  logo,
  logoDark,
  icon,
});

/** Their names, in the order of the page of settings. */
export const ownPictures = keysOf(ownPicturesOf(defaultSettings()));

/**
 * @param {OwnPicture} name
 * @param {string} path  of an upload, or ''
 * @param {Pick<Settings, 'appearance'>} settings  as they are
 * @returns {Partial<Settings>} what is to be saved, so that the blog has this picture
 */
export const withOwnPicture = (name, path, { appearance }) =>
  name === 'logoDark' ? { appearance: { ...appearance, [name]: path } } : { [name]: path };
