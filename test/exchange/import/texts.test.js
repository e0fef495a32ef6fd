import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { formerPathOf } from '../../../lib/exchange/import/shared/old-site.js';
import { changeLinks, linksIn } from '../../../lib/exchange/import/sources/markdown/links.js';
import { mdxToMarkdown } from '../../../lib/exchange/import/sources/markdown/mdx.js';
import { convertWikiLinks } from '../../../lib/exchange/import/sources/markdown/obsidian.js';
import { changeOutsideCode } from '../../../lib/exchange/import/sources/markdown/outside-code.js';
import { convertTemplates } from '../../../lib/exchange/import/sources/markdown/templates.js';

/** @param {string} markdown */
const converted = (markdown) =>
  convertTemplates(
    markdown,
    (name) => (/^salt(#|$)/.test(name) ? `/post/${name}` : null),
    () => {},
  );

describe('Template tags in an imported text', () => {
  const examples = {
    '{% highlight js linenos %}\nlet a;\n{% endhighlight %}': '\n```js\nlet a;\n```\n',
    '{% codeblock A title lang:css %}\np {}\n{% endcodeblock %}': '\n```css\np {}\n```\n',
    '{{< highlight go "linenos=true" >}}\n`a`\n{{< /highlight >}}': '\n```go\n`a`\n```\n',
    '{% raw %}{{ a }}{% endraw %}': '{{ a }}',
    '{% comment %}x{% endcomment %}y': 'y',
    '[a]({% post_url salt %})': '[a](/post/salt)',
    '[a]({{< ref "salt" >}})': '[a](/post/salt)',
    '{% post_link salt All of salt %}': '[All of salt](/post/salt)',
    '{% asset_img jar.png A jar %}': '![A jar](<jar.png>)',
    '{% asset_img left jar.png 300 200 "On a shelf" "A jar" %}': '![A jar](<jar.png> "On a shelf")',
    '{% img left /images/jar.png 300 200 "On a shelf" "A jar" %}':
      '![A jar](</images/jar.png> "On a shelf")',
    '{% img jar.png \'"On a shelf" "A jar"\' %}': '![A jar](<jar.png> "On a shelf")',
    '{% img jar.png "A jar" %}': '![A jar](<jar.png>)',
    '{% fullimage /jar.png, A jar, On a shelf %}': '![A jar](</jar.png> "On a shelf")',
    '{% asset_link notes.pdf All notes false %}': '[All notes](<notes.pdf>)',
    '{% asset_link notes.pdf %}': '[notes.pdf](<notes.pdf>)',
    '{% post_link salt "All of salt" true %}': '[All of salt](/post/salt)',
    '{% link The shop https://shop.example/a true "Title" %}':
      '[The shop](<https://shop.example/a>)',
    '{% pdf /notes.pdf %}': '[notes.pdf](</notes.pdf>)',
    '{% figure caption:"A shelf" class:"wide" %}\n![A jar](jar.png)\n{% endfigure %}':
      '\n![A jar](jar.png)\n',
    '{% video /film.mp4 %}': '<video src="/film.mp4"></video>',
    '![a]({{ site.baseurl }}/a.png)': '![a](/a.png)',
    '![a]({{ "/a.png" | relative_url }})': '![a](/a.png)',
    '{{< figure src="a.png" alt="A" caption="B & C" >}}':
      '\n<figure><img src="a.png" alt="A"><figcaption>B &amp; C</figcaption></figure>\n',
    '{{< youtube abc_1 >}}': '<https://www.youtube.com/watch?v=abc_1>',
    '{{< kept >}}kept{{< /kept >}}': 'kept',
    '{{< note >}}a{{< /note >}}': '\n\n> [!note]\n> a\n\n',
    '{% note danger no-icon Take care %}\na\n\n{% codeblock lang:js %}b{% endcodeblock %}\n{% endnote %}':
      '\n\n> [!danger] Take care\n> a\n> \n> \n> ```js\n> b\n> ```\n\n',
    '{{< admonition tip "A title" false >}}a{{< /admonition >}}': '\n\n> [!tip] A title\n> a\n\n',
    '{{% notice type="warning" title="B" %}}a{{% /notice %}}': '\n\n> [!warning] B\n> a\n\n',
    '{{< alert "twitter" >}}a{{< /alert >}}': '\n\n> [!note]\n> a\n\n',
    '{{< details "More" >}}a{{< /details >}}': '\n\n> [!note]- More\n> a\n\n',
    '> a\n> `b` c\n{: .prompt-tip }\n\nc\nd\n{: .notice--warning}\n\n# E\n{: .note}\n':
      '\n\n> [!tip]\n> a\n> `b` c\n\n\n\n\n> [!warning]\n> c\n> d\n\n\n\n# E\n',
    '<div class="x" markdown="1">\n*a*\n</div>': '<div class="x" markdown="1">\n\n\n*a*\n</div>',
    'a {% label primary@two words %} {% btn https://a.example, Words, icon %}':
      'a two words [Words](https://a.example)',
    '{% mermaid %}\ngraph TD\n{% endmermaid %}': '\n```mermaid\ngraph TD\n```\n',
    '`{% post_url salt %}`': '`{% post_url salt %}`',
    '```\n{{< ref "salt" >}}\n```\n': '```\n{{< ref "salt" >}}\n```\n',
    '{{ page.title }}': '{{ page.title }}',
    '{{ site }}{{ path }}{{ page.url }}': '{{ site }}{{ path }}{{ page.url }}',
    '# A\n{: #b .c}\nd\n{: .e}': '# A {#b}\nd',
    '* TOC\n{:toc}\n\nd': '\n\nd',
    '{:a 1}': '{:a 1}',
    '[a](b){:target="_blank" :rel="c"}': '[a](b)',
    '## A b {#c .d}\n## E {.f}': '## A b {#c}\n## E',
    '![a](b.png){width=300 .c}\n{.d}\nd {.e} f': '![a](b.png)\n\nd {.e} f',
    '[a]({{ base }}/b) [c]({{ site.url }}{{ site.baseurl }}/d)': '[a](/b) [c](/d)',
    "[a]({{ '/b' | url }})": '[a](/b)',
    '[a]({{< relref "salt#b" >}})': '[a](/post/salt#b)',
    '{{< figure src=`a.png` alt=`B c` >}} `{{< d >}}`':
      '\n<figure><img src="a.png" alt="B c"></figure>\n `{{< d >}}`',
    '{% include image.html file="/a/b.jpg" alt="C" %}': '![C](</a/b.jpg>)',
    '{{< photo "a.png" >}}': '![](<a.png>)',
  };
  for (const [source, result] of Object.entries(examples)) {
    it(`become plain: ${source.replaceAll('\n', '⏎')}`, () => equal(converted(source), result));
  }

  it('are named when they are left out or left as they are', () => {
    /** @type {string[]} */
    const warnings = [];
    const warn = (/** @type {string} */ text) => void warnings.push(text);
    convertTemplates('{% include a.html %} {{ page.title }}', () => null, warn);
    deepEqual(warnings, [
      'template tags left out: {% include a.html %}',
      'template values left as they are: {{ page.title }}',
    ]);
  });
});

describe('An imported MDX file', () => {
  it('loses imports and components, and keeps the text within them', () => {
    const mdx =
      "import A from './a'\nexport const b = 1\n\n<Box level={1}>\n  Two *words*.\n\n  - one\n</Box>\n\n" +
      '<p className="x" style={{ a: 1 }}>{"plain"}{/* gone */}</p> {b}\n\n```jsx\n<Box />\n```\n';
    /** @type {string[]} */
    const warnings = [];
    equal(
      mdxToMarkdown(mdx, (text) => void warnings.push(text)),
      '\n\nTwo *words*.\n\n- one\n\n\n<p class="x">plain</p> {b}\n\n```jsx\n<Box />\n```\n',
    );
    deepEqual(warnings, [
      'MDX components left out, their text kept: Box',
      'MDX expressions left as they are: {b}',
    ]);
  });

  it('keeps the images that components show', () => {
    const mdx =
      'import jar from "./jar.png"\nimport { b } from "./b.js"\n\n<Image src={jar} alt="A jar" />\n' +
      '<Figure src="/c.svg" caption="C">D</Figure> <Film src={b} /> <Play src="e.js" /> <img src={jar.src} />\n';
    equal(
      mdxToMarkdown(mdx, () => {}),
      '\n<img src="./jar.png" alt="A jar">\n<img src="/c.svg" alt="C">D   <img src="./jar.png" alt="">\n',
    );
  });
});

describe('A link of Obsidian', () => {
  const read = (/** @type {string} */ markdown) =>
    convertWikiLinks(
      markdown,
      (name) => (name === 'Sea salt' ? '/post/sea-salt' : null),
      () => {},
    );
  for (const [source, result] of Object.entries({
    '[[Sea salt]]': '[Sea salt](/post/sea-salt)',
    '[[Sea salt|salt]]': '[salt](/post/sea-salt)',
    '| [[Sea salt\\|salt]] |': '| [salt](/post/sea-salt) |',
    '[[Sea salt#How & why]]': '[Sea salt › How & why](/post/sea-salt#how-why)',
    '[[Sea salt#^a1]]': '[Sea salt](/post/sea-salt)',
    '[[#How]]': '[How](#how)',
    '![[Sea salt]]': '[Sea salt](/post/sea-salt)',
    'Salt ^a1b2\n\n^c3\n2 ^ab d\n': 'Salt\n\n\n2 ^ab d\n',
    '![[jar.png]]': '![jar.png](<jar.png>)',
    '![[a/my jar.png|300]] ![[jar.png|A jar]]': '![my jar.png](<a/my jar.png>) ![A jar](<jar.png>)',
    '[[notes.pdf]]': '[notes.pdf](<notes.pdf>)',
    '[[Prototype]] `[[Sea salt]]`': '[[Prototype]] `[[Sea salt]]`',
  }))
    it(`becomes plain: ${source}`, () => equal(read(source), result));
});

describe('The links of an imported text', () => {
  const text =
    '[a](b.md) ![c](<d e.png> "t") [f](g(h).md)\n[i]: j.md\n[^1]: note\n<img alt="x" src="k.png"> <a href=\'l.md\'>' +
    '\n`[m](n)`\n\n```\n[o](p)\n```\n';

  it('are found outside of code', () =>
    deepEqual(linksIn(text), ['b.md', 'd e.png', 'g(h).md', 'j.md', 'k.png', 'l.md']));

  it('are changed in their place alone', () => {
    equal(
      changeLinks('[b.md](b.md "b.md")', () => '/post/b'),
      '[b.md](/post/b "b.md")',
    );
  });

  it('leave the text as it was when none is changed', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('`', '[', ']', '(', ')', '<', '\n', 'a', '~', ' ', '\\'),
        }),
        (any) => {
          equal(
            changeLinks(any, () => undefined),
            any,
          );
          equal(
            changeOutsideCode(any, (part) => part),
            any,
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('An old address of an imported post', () => {
  const examples = {
    '/2012/03/salt.html': '/2012/03/salt.html',
    'https://old.example/2012/salt/?utm=1#top': null,
    'https://old.example/2012/salt/#top': '/2012/salt',
    'old-salt': '/old-salt',
    '/caf%C3%A9/': '/café',
    '/cafe\u0301': '/café',
    '/a//b/': '/a/b',
    '/:year/:title/': null,
    '/?p=12': null,
    '/': null,
    '/a/../b': null,
    '/%zz': null,
  };
  for (const [address, path] of Object.entries(examples)) {
    it(`${address} ${path === null ? 'cannot be kept' : `is the path ${path}`}`, () =>
      equal(formerPathOf(address), path));
  }
});

describe('A text made to slow down an import', () => {
  // What takes time with the square of such a length takes minutes: the time-out of the suite tells.
  const pieces = [
    '{% a ',
    '{{< a ',
    '{{ ',
    '{% raw %}',
    '{% highlight x %}',
    '<A a={',
    '<a href=',
    '](((',
    '`a``b',
    '{: .a',
    '# a ',
    '# a {.b',
    ')\n{.a ',
    '[[a|',
    '{{< `',
    '<A src={a} src="',
    '](a){a=b',
    'import a from "b"\n',
    ' ',
  ];
  for (const piece of pieces) {
    it(`out of ${JSON.stringify(piece)} is imported quickly`, () => {
      const text = `${piece.repeat(100_000 / piece.length)}{{`;
      const warn = () => {};
      convertWikiLinks(
        convertTemplates(mdxToMarkdown(text, warn), () => null, warn),
        () => null,
        warn,
      );
      equal(
        changeLinks(text, () => undefined),
        text,
      );
    });
  }
});
