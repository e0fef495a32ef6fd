import { EditorState } from '@codemirror/state';
import { word } from '../public/admin/words.js';

/** CodeMirror's own phrases are English; ours are in the language of the page. */
export const phrases = () =>
  EditorState.phrases.of({
    Find: word('search'),
    Replace: word('replaceWith'),
    next: word('nextMatch'),
    previous: word('previousMatch'),
    all: word('allMatches'),
    'match case': word('matchCase'),
    'by word': word('wholeWords'),
    regexp: word('regularExpression'),
    replace: word('replaceMatch'),
    'replace all': word('replaceAllMatches'),
    close: word('closeSearch'),
    'current match': word('currentMatch'),
    'replaced $ matches': word('replacedMatches', { count: '$' }),
    'replaced match on line $': word('replacedMatchOnLine', { line: '$' }),
    'on line': word('onLine'),
    Completions: word('suggestions'),
    'Selection deleted': word('selectionDeleted'),
  });
