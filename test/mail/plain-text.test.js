import { equal } from 'node:assert/strict';
import { contentForMail } from '../../lib/mail/content.js';

describe('The plain text of a mail', () => {
  const textOf = (/** @type {string} */ html) =>
    contentForMail(html, 'https://blog.example/post/jam', () => null).text;

  it('has the numbers and levels of lists', () => {
    const html = `<p>Do this:</p>
<ol start="3">
<li>wash</li>
<li><p>cook</p>
<ul>
<li>gently</li>
<li>long</li>
</ul>
</li>
</ol>
<p>Done.</p>`;
    equal(textOf(html), 'Do this:\n\n3. wash\n4. cook\n   - gently\n   - long\n\nDone.');
  });

  it('has the rows of tables, each on a line', () => {
    const html = `<p>Here:</p><table>
<thead>
<tr><th>Jar</th><th>Price</th></tr>
</thead>
<tbody>
<tr><td>small</td><td><a href="/shop">2 €</a></td></tr>
<tr><td>large</td><td></td></tr>
</tbody>
</table><p>Done.</p>`;
    equal(
      textOf(html),
      'Here:\n\nJar | Price\nsmall | 2 € (https://blog.example/shop)\nlarge |\n\nDone.',
    );
  });
});
