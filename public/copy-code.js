/** Adds a button to each block of code that copies it. */
// In English, where a theme of one's own has an older template.
const ofCode = {
  copy: 'Copy',
  copied: 'Copied',
  codeCopied: 'Code copied',
  press: 'Press Ctrl+C',
  codeSelected: 'Code selected: press Ctrl+C',
  ...document.currentScript.dataset,
};
const status = Object.assign(document.createElement('p'), { className: 'hidden' });
status.setAttribute('role', 'status');
document.querySelector('main').append(status);

for (const pre of document.querySelectorAll('.text pre')) {
  const button = Object.assign(document.createElement('button'), { type: 'button' });
  const box = Object.assign(document.createElement('div'), { className: 'code' });
  pre.replaceWith(box);
  box.append(pre, button);
  /** @param {string} text @param {string} said */
  const say = (text, said) => {
    button.textContent = text;
    status.textContent = said;
  };
  say(ofCode.copy, '');
  button.addEventListener('click', () => {
    getSelection().selectAllChildren(pre);
    // Where the blog is not on https, browsers have no other way.
    if (document.execCommand('copy')) say(ofCode.copied, ofCode.codeCopied);
    else say(ofCode.press, ofCode.codeSelected);
    setTimeout(say, 2000, ofCode.copy, '');
  });
}
