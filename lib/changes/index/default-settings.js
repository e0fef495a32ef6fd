import { usualSettings } from '../../store/settings-fields.js';
/** @import { Settings } from '../../store/types.js' */

/** @returns {Settings} of a new blog */
export const defaultSettings = () => ({
  id: 'site',
  title: 'Larder',
  tagline: 'A blog that is always ready to serve',
  language: 'en',
  timeZone: 'UTC',
  navigation: [],
  comments: 'held',
  tagDescriptions: [],
  logo: '',
  icon: '',
  ...usualSettings,
  theme: 'journal',
  appearance: {},
  words: {},
});
