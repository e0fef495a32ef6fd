import { equal } from 'node:assert/strict';
import { convertTemplates } from '../../../lib/exchange/import/sources/markdown/templates.js';

describe('A template that is to be read', () => {
  /** @param {string} text @param {string} [engine] */
  const read = (text, engine) => {
    /** @type {string[]} */
    const warnings = [];
    const markdown = convertTemplates(
      text,
      () => null,
      (each) => warnings.push(each),
      { engine },
    );
    equal(warnings.join(), '');
    return markdown;
  };

  it('is text when a shortcode of Hugo is escaped, in words and in code', () => {
    equal(read('Write {{</* youtube id */>}} so.'), 'Write {{\\< youtube id >}} so.');
    equal(read('{{%/* note */%}} x {{%/* /note */%}}'), '{{% note %}} x {{% /note %}}');
    equal(read('{{</*b*/>}} `{{</* a */>}}`'), '{{\\<b>}} `{{< a >}}`');
    equal(read('```\n{{</* a\n b */>}}\n```\n'), '```\n{{< a\n b >}}\n```\n');
  });

  it('is text when Liquid has it in quotes or between raw, where that engine reads code, too', () => {
    equal(read('{{ "{{ page.title }}" }} {{ \'{% x %}\' }}'), '{{ page.title }} {% x %}');
    equal(read('{% raw %}{{ a }}{% endraw %}'), '{{ a }}');
    const code = '```html\n{% raw %}{{ a }}{% endraw %}\n```\n';
    equal(read(code, 'Jekyll'), '```html\n{{ a }}\n```\n');
    equal(read(code, 'Hugo'), code);
    equal(
      read(
        '{% highlight html %}{% raw %}\n{{ a }}\n{% endraw %}{% endhighlight %}',
        'Jekyll',
      ).trim(),
      '```html\n{{ a }}\n```',
    );
  });
});
