import { EditorState } from '@codemirror/state';
import { word } from '../public/admin/words.js';

/** CodeMirror's own phrases are English; ours are in the language of the page. */
export const phrases = () =>
  EditorState.phrases.of({
    Find: word('text.find'),
    Replace: word('text.replaceWith'),
    next: word('text.nextMatch'),
    previous: word('text.previousMatch'),
    all: word('text.allMatches'),
    'match case': word('text.matchCase'),
    'by word': word('text.wholeWords'),
    regexp: word('text.regularExpression'),
    replace: word('text.replace'),
    'replace all': word('text.replaceAll'),
    close: word('text.closeSearch'),
    'current match': word('text.currentMatch'),
    'replaced $ matches': word('text.replaced', { count: '$' }),
    'replaced match on line $': word('text.replacedOnLine', { line: '$' }),
    'on line': word('text.onLine'),
    Completions: word('text.suggestions'),
    'Selection deleted': word('text.selectionDeleted'),
  });
