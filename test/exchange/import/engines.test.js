import assert from 'node:assert/strict';
import { splitFrontMatter } from '../../../lib/exchange/import/sources/markdown/front-matter.js';
import { toMarkdown } from '../../../lib/exchange/export/post-file.js';
import { pickledPost } from '../../support/fixtures.js';
/** @import { Engine } from '../../../lib/exchange/export/engines.js' */
/** @import { Post } from '../../../lib/store/types.js' */

describe('A post exported for another engine', () => {
  /** @param {string} markdown @param {Engine} [engine] */
  const exported = (markdown, engine) =>
    splitFrontMatter(
      toMarkdown(/** @type {Post} */ ({ ...pickledPost, markdown }), [], [], { engine }),
    );

  it('has its shortcodes commented in Hugo, which reads them in code too', () => {
    for (const [text, written] of [
      ['{{< youtube abc >}}', '{{</* youtube abc */>}}'],
      ['{{% note %}} x {{% /note %}}', '{{%/* note */%}} x {{%/* /note */%}}'],
      [
        '`{{< a >}}`\n\n```\n{{< b\n c >}}\n```\n',
        '`{{</* a */>}}`\n\n```\n{{</* b\n c */>}}\n```\n',
      ],
      ['{{ page.title }} {% x %}', '{{ page.title }} {% x %}'],
    ])
      assert.equal(exported(text, 'hugo').body, written);
  });

  it('has nothing left that would open a shortcode without an end in Hugo', () => {
    for (const text of ['{{< a', '{{% a >}}', 'x {{<{{% y', '{{< a {{< b >}}']) {
      const { body } = exported(text, 'hugo');
      assert.doesNotMatch(body, /\{\{[<%](?!\/\*)/);
      assert.equal(body.replaceAll('\u200b', '').replaceAll('/*', '').replaceAll('*/', ''), text);
    }
  });

  it('has an anchor for the name of a heading in Hexo and Eleventy, which do not know it', () => {
    const text = '## Sour {#sour-1}\n\n    ## Code {#code}\n\n`# {#a}`\n\n```\n# Code {#b}\n```\n';
    const written = text.replace('Sour {#sour-1}', 'Sour <a id="sour-1"></a>');
    assert.equal(exported(text, 'hexo').body, written);
    assert.equal(exported(text, 'eleventy').body, written);
    for (const engine of /** @type {const} */ (['hugo', 'jekyll', undefined]))
      assert.equal(exported(text, engine).body, text);
  });

  it('tells Jekyll, Hexo and Eleventy to read no templates, where a text has something like one', () => {
    const fields = {
      render_with_liquid: false,
      disableNunjucks: true,
      templateEngineOverride: 'md',
    };
    for (const text of ['{% raw %}', 'a {{ b }}', '{# c #}', '## T {#id}']) {
      const { metadata } = exported(text);
      assert.deepEqual({ ...metadata, ...fields }, metadata);
    }
    const { metadata } = exported('{ a } # b');
    assert.deepEqual(
      Object.keys(fields).filter((name) => name in metadata),
      [],
    );
  });
});
