/** @import { OwnPicture } from '../../changes/index/own-pictures.js' */

/**
 * What the admin pages say of each of the blog's own pictures: keys of texts.
 * @type {Record<OwnPicture, { title: string, hint: string, use: string, saved: string, removed: string }>}
 */
export const textsOfPictures = {
  logo: {
    title: 'logo',
    hint: 'shownInsteadOfTheTitle',
    use: 'logoOfTheBlog',
    saved: 'logoSaved',
    removed: 'logoRemoved',
  },
  logoDark: {
    title: 'logoDark',
    hint: 'shownInDarkColours',
    use: 'logoDarkOfTheBlog',
    saved: 'logoDarkSaved',
    removed: 'logoDarkRemoved',
  },
  icon: {
    title: 'icon',
    hint: 'forTabsHomeScreensAnd',
    use: 'iconOfTheBlog',
    saved: 'iconSaved',
    removed: 'iconRemoved',
  },
};
