/** @import { OwnPicture } from '../../changes/index/own-pictures.js' */

/**
 * What the admin pages say of each of the blog's own pictures: keys of texts.
 * @type {Record<OwnPicture, { title: string, hint: string, use: string, saved: string, removed: string }>}
 */
export const textsOfPictures = {
  logo: {
    title: 'settings.logo',
    hint: 'settings.logoHint',
    use: 'settings.ofLogo',
    saved: 'settings.logoSaved',
    removed: 'settings.logoRemoved',
  },
  logoDark: {
    title: 'look.logoDark',
    hint: 'settings.logoDarkHint',
    use: 'settings.ofLogoDark',
    saved: 'settings.logoDarkSaved',
    removed: 'settings.logoDarkRemoved',
  },
  icon: {
    title: 'settings.icon',
    hint: 'settings.iconHint',
    use: 'settings.ofIcon',
    saved: 'settings.iconSaved',
    removed: 'settings.iconRemoved',
  },
};
