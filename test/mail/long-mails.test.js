import { equal, match, ok } from 'node:assert/strict';
import MailComposer from 'nodemailer/lib/mail-composer';
import { contentForMail } from '../../lib/mail/content.js';

describe('The mail of a long post', () => {
  const mailOf = (/** @type {string} */ html) =>
    contentForMail(html, 'https://blog.example/post/jam', () => null);

  for (const [what, sentence] of [
    ['English', 'Wash the plums, and <b>stir</b> slowly. '.repeat(12)],
    ['Japanese', 'プラムを洗い、<b>ゆっくり</b>かき混ぜる。'.repeat(12)],
    ['a list', '<ul><li>wash</li><li>stir</li></ul>'],
  ])
    it(`has less than 100 kB as it is sent, of whole paragraphs (${what})`, async () => {
      const { html, text, isCut } = mailOf(`<p>${sentence}</p>`.repeat(2000));
      const sent = await new MailComposer({ subject: 'Jam', html, text }).compile().build();
      ok(sent.length > 40_000 && sent.length < 97_000, String(sent.length));
      ok(isCut);
      match(text, /\n\n…$/);
      equal(html.split('<p ').length, html.split('</p>').length);
    });

  it('has all of its HTML where the plain text alone is too long', () => {
    const paragraph = `<p>${'Stir. '.repeat(100)}</p>`;
    const { html, text, isCut } = mailOf(paragraph.repeat(50));
    equal(isCut, false);
    equal(html.split('</p>').length, 51);
    ok(text.length < 16_010);
    match(text, /Stir\.\n\n…$/);
  });

  it('is whole where it is short', () => {
    const { text, isCut } = mailOf('<p>Stir.</p>');
    equal(text, 'Stir.');
    equal(isCut, false);
  });
});
