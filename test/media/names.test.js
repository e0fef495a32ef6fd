import assert from 'node:assert/strict';
import { fileName } from '../../lib/media/names.js';
import { markdownFor } from '../../lib/media/uploads.js';

describe('The name of an uploaded file', () => {
  for (const [sent, kept] of [
    ['Jar of Plums.JPG', 'jar-of-plums.png'],
    ['../../etc/passwd', 'passwd.png'],
    ['C:\\Users\\Ada\\jar.png', 'jar.png'],
    ['..', 'file.png'],
    ['', 'file.png'],
    ['.htaccess', 'htaccess.png'],
    ['con.png', 'con.png'],
    ['jar', 'jar.png'],
    ['jar.tar.gz', 'jar-tar.png'],
    ['\u202egnp.exe', 'gnp.png'],
    ['a\0b\r\nc".png', 'a-b-c.png'],
    ['Süß & “Größe”.jpeg', 'suss-grosse.png'],
    ['漬物.png', '漬物.png'],
    ['👍.png', 'file.png'],
    ['<script>.png', 'script.png'],
    ['%2e%2e%2fjar.png', '2e-2e-2fjar.png'],
    ['\ud800jar.png', 'jar.png'],
  ])
    it(`becomes ${kept} from ${JSON.stringify(sent)}`, () =>
      assert.equal(fileName(sent, 'png'), kept));

  it('is never longer than a file system takes', () => {
    for (const letter of ['a', 'ö', '漬', '𝒳', 'a ', '漬 '])
      for (const count of [300, 5000])
        assert.ok(Buffer.byteLength(fileName(`${letter.repeat(count)}.png`, 'png')) <= 124);
  });
});

describe('The Markdown of an uploaded file', () => {
  const id = '0123456789abcdef-jar.png';

  it('shows a picture with what it shows, in one line and as nothing but text', () => {
    const alt = 'Jars ](javascript:alert(1)) <b>\n\n# *so* `many` &amp;';
    assert.equal(
      markdownFor({ id, type: 'image/png', alt }),
      '![Jars \\](javascript:alert(1)) \\<b\\> # \\*so\\* \\`many\\` \\&amp;](/media/0123456789abcdef-jar.png)',
    );
    assert.equal(markdownFor({ id, type: 'image/png', alt: '' }), `![](/media/${id})`);
  });

  it('links to any other file by its name', () => {
    const notes = { id: '0123456789abcdef-漬物.pdf', type: 'application/pdf', alt: '' };
    assert.equal(markdownFor(notes), '[漬物.pdf](/media/0123456789abcdef-%E6%BC%AC%E7%89%A9.pdf)');
  });
});
