import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { importInto, postOf, SECRET, workshop } from './workshop.js';

describe('A post that its engine hides', () => {
  const { write, openEmptyBlog, importVisible: imported } = workshop();

  /** @param {string} facts @param {string} [text] @param {string} [file] */
  const markdown = async (facts, text = SECRET, file = 'a.md') =>
    imported({ [file]: `---\ndate: 2012-03-04\n${facts}\n---\n${text}\n` });

  describe('in Markdown', () => {
    for (const facts of [
      'draft: true',
      'Draft: yes',
      'published: false',
      'publish: false',
      'published: draft',
      'params: { draft: true }',
      'status: draft',
    ])
      it(`by “${facts}” becomes a draft without a warning`, async () => {
        const { seen, warnings } = await markdown(facts);
        deepEqual([seen, warnings], [[], []]);
      });

    it('is not one with the date on which it was drafted', async () => {
      const { seen } = await markdown('draft_date: 2012-03-03\ndrafted-at: 2012-03-03');
      deepEqual(seen, ['a']);
    });

    for (const facts of [
      'status: hidden',
      'status: pending',
      'Status: whatever',
      'draft: perhaps',
      'hidden: true',
      'hide: 1',
      'private: true',
      'unlisted: true',
      'listed: false',
      'public: no',
      'visibility: members',
      'visibility: { level: 2 }',
      'access: paid',
      'audience: only_paid',
      'membersOnly: true',
      'paid: true',
      'password: xyzzy',
      'encrypted: true',
      'protected: true',
      'permalink: false',
      'eleventyExcludeFromCollections: true',
      'render: false',
      'headless: true',
      'build: { render: never }',
      '_build: { render: link }',
      'build: { list: local }',
      'expiryDate: 2013-01-01',
      'expiryDate: never mind',
      'extra: { private: true }',
      'isDraftOnly: true',
      'premium-content: yes',
      'embargoed: true',
      'post_status: private',
      'publishStatus: unpublished',
      'state: draft',
      'type: private',
      'post_visibility: members',
      'visible: false',
      'isPublic: no',
      'enabled: false',
      'login_required: true',
      'roles: [admin]',
      'tier: gold',
      'email_only: true',
      'trashed: true',
      'internal: true',
    ])
      it(`by “${facts}” becomes a draft with a warning`, async () => {
        const { seen, warnings } = await markdown(facts);
        deepEqual(seen, []);
        equal(
          warnings.filter((text) => /it is a draft here/.test(text)).length,
          1,
          warnings.join(),
        );
      });

    for (const facts of [
      'draft: false',
      'published: true',
      'published: 2012-03-04',
      'publish: yes',
      'status: publish',
      'status: Published',
      'visibility: public',
      'hidden: no',
      'password: ""',
      'build: { render: always, list: true }',
      'members: []',
      'description: for members of the club',
      'remember: true',
      'hideToc: true',
      'state: California',
      'type: post',
      'layout: post',
      'email: a@b.example',
    ])
      it(`is not one with “${facts}” in its front matter`, async () => {
        deepEqual((await markdown(facts)).seen, ['a']);
      });

    for (const file of [
      '_drafts/a.md',
      'drafts/a.md',
      'source/_drafts/a.md',
      'private/a.md',
      'posts/_partial.mdx',
      'posts/.a.md',
      'members-only/a.md',
      '_trash/a.md',
      'a.draft.md',
    ])
      it(`by its place, ${file}, becomes a draft`, async () => {
        deepEqual((await markdown('title: A', SECRET, file)).seen, []);
      });

    it('by a setting of its whole section becomes a draft', async () => {
      for (const cascade of [
        'cascade: { draft: true }',
        'cascade:\n  build: { render: never, list: never }',
        'cascade:\n  - _target: { kind: page }\n    private: yes',
        'cascade: { params: { membersOnly: true } }',
      ]) {
        const post = `---\ndate: 2012-03-04\n---\n${SECRET}`;
        const { seen } = await imported({
          'a/_index.md': `---\ntitle: A\n${cascade}\n---\n`,
          'a/0.md': post,
          'a/b/c.md': post,
          'open.md': post,
        });
        deepEqual(seen, ['open'], cascade);
      }
    });

    it('by a file in its folder becomes a draft', async () => {
      for (const [name, text] of Object.entries({
        'a/_index.md': '+++\ntitle = "A"\ndraft = true\n+++\n',
        'a/a.json': '{ "draft": true }',
        'a/a.11tydata.json': '{ "permalink": false }',
        'a/a.11tydata.js': 'export default { eleventyExcludeFromCollections: true };',
        '_config.yml': 'defaults:\n  - scope: { path: a }\n    values: { published: false }\n',
      })) {
        const post = `---\ndate: 2012-03-04\n---\n${SECRET}`;
        const { seen, warnings } = await imported({
          [name]: text,
          'a/0.md': post,
          'a/b/c.md': post,
          'open.md': post,
        });
        deepEqual(seen, ['open'], name);
        equal(warnings.filter((each) => /file next to it hides it/.test(each)).length, 2);
      }
      const { seen } = await imported({
        'a.md': `---\ndate: 2012-03-04\n---\n${SECRET}`,
        'open.md': '---\ndate: 2012-03-04\n---\nOpen.',
        'a.json': '{ "draft": true }',
      });
      deepEqual(seen, ['open'], 'data of one post');
    });

    it('is read in front matter after empty lines, and in the language that it names', async () => {
      for (const text of [
        `\n\n---\ntitle: A\ndraft: true\n---\n${SECRET}`,
        `---yaml\ntitle: A\ndraft: true\n---\n${SECRET}`,
        `---toml\ntitle = "A"\ndraft = true\n---\n${SECRET}`,
        `--- json\n{ "title": "A", "draft": true }\n---\n${SECRET}`,
      ]) {
        const { blog, seen } = await imported({ 'a.md': text });
        deepEqual(seen, [], text);
        equal((await postOf(blog, 'a')).title, 'A');
      }
      const blog = await openEmptyBlog();
      const { refusals } = await importInto(
        blog,
        write({ 'a.md': `---js\n{ draft: true }\n---\n${SECRET}` }),
      );
      match(refusals.join(), /JavaScript front matter cannot be read: it is code/);
      const ruled = await imported({ 'a.md': '\n\n---\nOne.\n\n---\n' });
      match((await postOf(ruled.blog, 'a')).markdown, /One/);
    });

    it('until a later date is scheduled for that date, whatever other dates it has', async () => {
      for (const facts of [
        'publishDate: 2100-01-01',
        'pubDate: 2100-01-01',
        'published_at: 2100-01-01',
        'published: 2100-01-01',
        'embargo-until: 2100-01-01',
        'publish_at: 2100-01-01',
        'available-from: 2100-01-01',
      ])
        deepEqual((await markdown(facts)).seen, [], facts);
      deepEqual((await imported({ 'a.md': `---\ndate: 2100-01-01\n---\n${SECRET}` })).seen, []);
      deepEqual((await markdown('publishDate: 2012-03-05')).seen, ['a']);
    });

    it('from a later date on is shown until then, with a warning', async () => {
      const { seen, warnings } = await markdown('expiryDate: 2100-01-01');
      deepEqual(seen, ['a']);
      match(warnings[0], /it is to end on 2100-01-01 there; here it stays public/);
    });

    it('is read where Pelican writes it', async () => {
      for (const status of ['hidden', 'draft', 'Hidden']) {
        const text = `Title: On salt\nDate: 2012-03-04 10:20\nTags: a, b\n    c\nStatus: ${status}\n\n${SECRET}\n`;
        const { blog, seen } = await imported({ 'a.md': text });
        deepEqual(seen, []);
        const { title, tags, markdown: kept } = await postOf(blog, 'a');
        deepEqual([title, tags, kept], ['On salt', ['a', 'b c'], `${SECRET}\n`]);
      }
      const { blog } = await imported({ 'a.md': 'Title: the first word\nof a text' });
      match((await postOf(blog, 'a')).markdown, /^Title: the first word/);
    });

    for (const text of [
      `One.\n\n<!--members-only-->\n\n${SECRET}`,
      `<!-- private -->${SECRET}<!-- /private -->`,
      `<!-- subscribers only -->\n${SECRET}`,
      `<!--\n.. title: A\n.. status: private\n-->\n\n${SECRET}`,
      `One <!-- a\n\n${SECRET} --> two`,
      `One %%a \`code\` ${SECRET}%%`,
      `{{< private >}}${SECRET}{{< /private >}}`,
      `{{% members-only %}}${SECRET}{{% /members-only %}}`,
      `{% if site.show_all %}${SECRET}{% endif %}`,
      `{% unless page.public %}${SECRET}{% endunless %}`,
      `{% paywall %}${SECRET}{% endpaywall %}`,
      `::: members\n${SECRET}\n:::`,
      `<members-only>${SECRET}</members-only>`,
      `<div hidden>${SECRET}</div>`,
      `<p style="color: red; display: none">${SECRET}</p>`,
      `<p style="visibility: hidden">${SECRET}</p>`,
      `<div class="box members-only">${SECRET}</div>`,
      `{{< hide >}}${SECRET}{{< /hide >}}`,
      `{% encrypt %}${SECRET}{% endencrypt %}`,
      `::: hidden\n${SECRET}\n:::`,
      `[private]${SECRET}[/private]`,
      `One {>>${SECRET}<<} two`,
      `${SECRET}\n{: .private}`,
      `<!-- draft -->${SECRET}<!-- /draft -->`,
      `<!--\ntitle: A\ndraft: true\n-->\n${SECRET}`,
      `.. title: A\n.. status: private\n\n${SECRET}`,
    ])
      it(`in a part of a text makes a draft of it: ${JSON.stringify(text).slice(0, 60)}`, async () => {
        const { seen, warnings } = await markdown('title: A', text);
        deepEqual(seen, []);
        match(warnings.join('\n'), /may hide a part of it there; it is a draft here/);
      });

    for (const text of [
      `<Members>\n\n${SECRET}\n\n</Members>`,
      `{isMember && ${SECRET}}`,
      `{user ? '${SECRET}' : ''}`,
      `{user\n  && ${SECRET}}`,
      `<Show when={user}>${SECRET}</Show>`,
      `export const metadata = { draft: true };\n\n${SECRET}`,
    ])
      it(`in a part of MDX makes a draft of it: ${JSON.stringify(text)}`, async () => {
        deepEqual((await markdown('title: A', text, 'a.mdx')).seen, []);
      });

    for (const text of [
      `One.\n\n<!-- ${SECRET} is what I call it, and it is a long note -->\n\nTwo.`,
      `<!--\n\n${SECRET}\n\n-->\n\nTwo.`,
      `One %%${SECRET}%% two.`,
      `One.\n\n%%\n${SECRET}\n\n${SECRET}\n%%\n\nTwo.`,
      `One %%${SECRET}\n\n${SECRET}%% two.`,
      `{% comment %}${SECRET}{% endcomment %}One.`,
      `{{% comment %}}${SECRET}{{% /comment %}}One.`,
      `{# ${SECRET} #}One.`,
      `{% # ${SECRET} %}One.`,
      `[//]: # (${SECRET})\n\nOne.`,
      `One. <!-- ${SECRET}`,
    ])
      it(`in a comment is not shown: ${JSON.stringify(text).slice(0, 60)}`, async () => {
        const { blog, seen } = await markdown('title: A', text);
        const { html, teaser } = await postOf(blog, 'a');
        ok(seen.length === 0 || !`${html}${teaser}`.includes(SECRET), html);
      });

    it('is not one that shows such words in code, in its text or as a number', async () => {
      const { seen, warnings } = await markdown(
        'title: A',
        '`<!--members-only-->` and 100%% of our [members](/x) remember [it].\n\n```\n{% if private %}\n%%\n<!-- paywall -->\n```\n\n<!-- more -->\n\n<!-- toc -->\n',
      );
      deepEqual([seen, warnings], [['a'], []]);
    });
  });
});
