import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import globals from 'globals';

export default [
  {
    ignores: [
      'coverage/',
      'data/',
      'node_modules/',
      'public/admin/write.js',
      'test/couch/node_modules/',
    ],
  },
  js.configs.recommended,
  {
    plugins: { regexp },
    languageOptions: { globals: globals.node },
    rules: {
      'no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'none' },
      ],
      'prefer-const': 'error',
      eqeqeq: 'error',
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      // A text from outside must not keep the process busy for longer than its length explains.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    files: ['public/**', 'editor/**', 'test/browser/**'],
    languageOptions: { globals: globals.browser },
  },
  { files: ['test/**'], languageOptions: { globals: { ...globals.node, ...globals.mocha } } },
];
