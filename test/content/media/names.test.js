import assert from 'node:assert/strict';
import { mediaId } from '../../../lib/content/writing/media.js';
import { endingOf, fileName } from '../../../lib/content/media/names.js';
import { markdownFor } from '../../../lib/content/media/uploads.js';
import { originalOf } from '../../../lib/changes/index/picture-sizes.js';

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
    ['jar.tar.gz', 'jar.png'],
    ['v1.2 jar', 'v1-2-jar.png'],
    ['Dr. Jar', 'dr-jar.png'],
    ['\u202egnp.exe', 'gnp.png'],
    ['a\0b\r\nc".png', 'a-b-c.png'],
    ['Süß & “Größe”.jpeg', 'suss-grosse.png'],
    ['漬物.png', '漬物.png'],
    ['Dampf\u00adschiff ක්\u200dරීඩා.png', 'dampfschiff-ක්රීඩා.png'],
    ['👍.png', 'file.png'],
    ['<script>.png', 'script.png'],
    ['%2e%2e%2fjar.png', '2e-2e-2fjar.png'],
    ['\ud800jar.png', 'jar.png'],
  ])
    it(`becomes ${kept} from ${JSON.stringify(sent)}`, () =>
      assert.equal(fileName(sent, 'png'), kept));

  for (const [sent, ending] of [
    ['a.TAR.GZ', 'tar.gz'],
    ['a.b.gz', 'b.gz'],
    ['漬物.v2.sql.xz', 'sql.xz'],
    ['a.b c.gz', 'gz'],
    ['a.exe.gz.asc.sig', 'gz.asc.sig'],
    ['.gz', ''],
    ['a.', ''],
    ['a.\u202e', ''],
    [`a.${'x'.repeat(25)}`, ''],
    ['C:\\a.b\\c', ''],
  ])
    it(`has the ending “${ending}” when it is ${JSON.stringify(sent)}`, () => {
      assert.equal(endingOf(sent), ending);
      const kept = fileName(sent, ending || 'bin');
      assert.equal(mediaId(kept, Buffer.from('a')).slice(17), kept);
      assert.equal(originalOf(kept), null);
    });

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
