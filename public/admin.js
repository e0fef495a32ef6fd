import { startChoosing } from './admin/choose.js';
import { startCopying } from './admin/copy.js';
import { startEditor } from './admin/editor.js';
import { startImport } from './admin/import.js';
import { startLive } from './admin/live.js';
import { startSettings } from './admin/settings.js';

const editor = document.querySelector('[data-editor]');
if (editor) startEditor(editor);
const settings = document.querySelector('[data-settings]');
if (settings) startSettings(settings);
for (const field of document.querySelectorAll('[data-copy]')) startCopying(field);
const choosing = document.querySelector('[data-choose-all]');
if (choosing) startChoosing(choosing);
const live = document.querySelector('[data-live]');
if (live) startLive(live);
const importing = document.querySelector('[data-import]');
if (importing) startImport(importing);
