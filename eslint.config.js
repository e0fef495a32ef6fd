import js from '@eslint/js';
import globals from 'globals';

export default [
  { ignores: ['coverage/', 'data/', 'node_modules/', 'test/couch/node_modules/'] },
  js.configs.recommended,
  {
    languageOptions: { globals: globals.node },
    rules: {
      'no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
      'prefer-const': 'error',
      eqeqeq: 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  { files: ['public/**', 'test/browser/**'], languageOptions: { globals: globals.browser } },
  { files: ['test/**'], languageOptions: { globals: { ...globals.node, ...globals.mocha } } },
];
