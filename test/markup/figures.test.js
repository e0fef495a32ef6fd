import assert from 'node:assert/strict';
import { renderPost } from '../../lib/markup/render.js';
import { parsePage } from '../support/html.js';

const render = (/** @type {string} */ markdown) => {
  const { html, teaser } = renderPost({ markdown, excerpt: '' });
  return { html, teaser, page: parsePage(html) };
};

describe('A picture alone in a paragraph', () => {
  it('has its title as a caption', () => {
    const { page } = render('![A jar](/media/jar.png "Plums & <b>pears</b>")');
    assert.equal(page.text('figure > img + figcaption'), 'Plums & <b>pears</b>');
    assert.equal(page.has('img[title]'), false);
  });

  it('has it also when it is a link, or its address stands elsewhere', () => {
    assert.equal(
      render('[![A jar](/jar.png "Plums")](/x)').page.text('figure > a + figcaption'),
      'Plums',
    );
    assert.equal(
      render('![A jar][jar]\n\n[jar]: /jar.png "Plums"').page.text('figcaption'),
      'Plums',
    );
  });

  it('stays in its paragraph without a title', () => {
    for (const markdown of ['![A jar](/jar.png)', '![A jar](/jar.png " ")'])
      assert.ok(render(markdown).page.has('p > img'));
  });

  it('keeps its title when there is text beside it', () => {
    assert.ok(render('A ![jar](/jar.png "Plums")').page.has('p > img[title=Plums]'));
    assert.ok(render('- ![jar](/jar.png "Plums")').page.has('li > img[title=Plums]'));
  });

  it('says nothing in lists of posts', () => {
    assert.equal(render('![A jar](/jar.png "Plums")\n\nText.').teaser, 'Text.');
  });
});

describe('Several pictures alone in a paragraph', () => {
  it('are a gallery, each with its caption and a link to the whole', () => {
    const { page, teaser } = render('![a](/a.png "A & B")\n![b](/b.png) ![c](/c.png)\n\nText.');
    assert.deepEqual(page.links('.gallery > figure > a'), ['/a.png', '/b.png', '/c.png']);
    assert.deepEqual(page.texts('figcaption'), ['A & B']);
    assert.equal(teaser, 'Text.');
  });

  it('are none when one of them leads elsewhere, as badges do', () => {
    assert.equal(render('[![a](/a.png)](/x) ![b](/b.png)').page.has('.gallery'), false);
  });

  it('lead to nothing that could harm', () => {
    const { html } = render(
      '![a](<javascript:alert(1)>)\n![b](<data:text/html,x>)\n![c](/x"y.png)',
    );
    assert.doesNotMatch(html, /javascript:|data:|"y/);
  });
});
