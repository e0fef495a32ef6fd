/** @param {import('./usual.js').Choices} choices */
export async function growth(choices) {
  void choices;
  return 1;
}
