/** @import { Settings } from '../../store/types.js' */

/** @returns {Settings} of a new blog */
export const defaultSettings = () => ({
  id: 'site',
  title: 'Larder',
  tagline: 'A blog that is always ready to serve',
  language: 'en',
  timeZone: 'UTC',
  postsPerPage: 10,
  navigation: [],
  comments: 'held',
  commentsCloseAfterDays: 0,
  tagDescriptions: [],
  logo: '',
  icon: '',
  poweredBy: true,
  llmsText: '',
  securityText: '',
  theme: 'journal',
  appearance: {},
  words: {},
});
