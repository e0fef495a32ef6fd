import { checkQuestions } from './questions.js';

describe('A change to the index of posts', () => {
  it('touches a key of every question that has another answer now and of hardly any other, and leaves the index as a start would read it', () => {
    checkQuestions({ seed: 1, histories: 25 });
  });
});
