import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { item, ghostExport, ghostPost, wxr } from './exports.js';
import { importInto, postOf, SECRET, workshop } from './workshop.js';

describe('A post that Ghost or WordPress hides', () => {
  const { write, openEmptyBlog, importVisible: imported } = workshop();

  describe('in an export of Ghost', () => {
    /** @param {object} facts @param {Record<string, unknown>} [tables] */
    const ghost = async (facts, tables) =>
      imported({ 'ghost.json': ghostExport([ghostPost('a', facts), ghostPost('open')], tables) });
    const gated = (/** @type {string} */ how) => ({
      html: `<p>One.</p>\n<!--kg-gated-block:begin ${how} --><p>${SECRET}</p><!--kg-gated-block:end-->`,
    });

    for (const facts of [
      { visibility: 'members' },
      { visibility: 'paid' },
      { visibility: 'tiers' },
      { visibility: 'label:vip' },
      { status: 'sent' },
      { status: 'draft' },
      { status: 'strange' },
      gated('nonMember:false memberSegment:"status:free,status:-free"'),
      gated('nonMember:false memberSegment:"status:-free"'),
      gated('nonMember:"false" memberSegment:""'),
      gated('memberSegment:"status:free"'),
      gated('nonmember:true'),
      { html: `<p>One.</p><!-- kg-gated-block:begin nonMember:false --><p>${SECRET}</p>` },
      { html: `<p>One.</p><!--kg-strange-block:begin--><p>${SECRET}</p>` },
      { html: `<p>One.</p><!--members-only--><p>${SECRET}</p>` },
      { html: `<div data-gh-segment="status:free">${SECRET}</div>` },
    ])
      it(`by ${JSON.stringify(facts)} is a draft`, async () => {
        const { blog, seen, warnings } = await ghost(facts);
        deepEqual(seen, ['open']);
        if ('html' in facts) {
          match((await postOf(blog, 'a')).markdown, new RegExp(SECRET));
          match(
            warnings.join('\n'),
            /“About a”: its .* may hide a part of it there; it is a draft/,
          );
        }
      });

    it('is shown where everybody may see it', async () => {
      for (const facts of [
        gated('nonMember:true memberSegment:""'),
        gated('nonMember:true memberSegment:"status:free"'),
        { html: '<!--kg-card-begin: html--><p>One.</p><!--kg-card-end: html-->' },
        {
          html: '<p>One.</p><div class="kg-card kg-signup-card" style="; display: none;"><h2>Join</h2></div>',
        },
      ])
        deepEqual((await ghost(facts)).seen, ['a', 'open'], facts.html);
    });

    for (const visibility of [
      { web: { nonMember: false, memberSegment: 'status:-free' }, email: { memberSegment: '' } },
      { web: { nonMember: false, memberSegment: '' } },
      { web: { nonMember: 'maybe' } },
      { showOnWeb: false, showOnEmail: true },
      { emailOnly: true },
      'members',
    ])
      it(`in a card of Lexical by ${JSON.stringify(visibility)} is a draft`, async () => {
        const children = [{ type: 'html', html: `<p>${SECRET}</p>`, visibility }];
        const lexical = JSON.stringify({ root: { type: 'root', children } });
        deepEqual((await ghost({ html: null, lexical })).seen, ['open']);
      });

    for (const visibility of [
      undefined,
      { web: { nonMember: true, memberSegment: '' }, email: { memberSegment: '' } },
      { emailOnly: false, segment: '', web: { memberSegment: '' } },
      { showOnWeb: true, showOnEmail: false, segment: 'status:free' },
    ])
      it(`in a card of Lexical is not what ${JSON.stringify(visibility)} does`, async () => {
        const children = [{ type: 'html', html: '<p>One.</p>', visibility }];
        const lexical = JSON.stringify({ root: { type: 'root', children } });
        deepEqual((await ghost({ html: null, lexical })).seen, ['a', 'open']);
      });

    it('behind the paywall of Lexical or mobiledoc is a draft', async () => {
      const lexical = JSON.stringify({
        root: { type: 'root', children: [{ type: 'paywall' }, { type: 'html', html: SECRET }] },
      });
      const mobiledoc = JSON.stringify({
        cards: [['paywall', {}]],
        markups: [],
        sections: [
          [10, 0],
          [1, 'p', [[0, [], 0, SECRET]]],
        ],
      });
      deepEqual((await ghost({ html: null, lexical })).seen, ['open']);
      deepEqual((await ghost({ html: null, mobiledoc })).seen, ['open']);
      for (const html of [`<p>${SECRET}</p>`, '<p>One.</p>']) {
        deepEqual((await ghost({ html, lexical })).seen, ['open']);
        deepEqual((await ghost({ html, mobiledoc })).seen, ['open']);
        deepEqual((await ghost({ html, lexical: 'no JSON' })).seen, ['a', 'open']);
      }
    });

    it('in a card of mobiledoc, or by a post’s own word for e-mail alone, is a draft', async () => {
      const card = { html: SECRET, visibility: { web: { nonMember: false } } };
      const mobiledoc = JSON.stringify({ cards: [['html', card]], sections: [[10, 0]] });
      deepEqual((await ghost({ html: null, mobiledoc })).seen, ['open']);
      deepEqual((await ghost({ email_only: true })).seen, ['open']);
    });

    it('for e-mail alone is not imported, and named', async () => {
      const card = { type: 'email-cta', html: `<p>${SECRET}</p>` };
      const lexical = JSON.stringify({ root: { type: 'root', children: [card] } });
      for (const html of [null, '<p>One.</p>']) {
        const { blog, warnings } = await ghost({ html, lexical });
        ok(!(await postOf(blog, 'a')).markdown.includes(SECRET));
        match(warnings.join(), /its text for e-mail alone is not imported/);
      }
    });

    it('as a post for e-mail alone, or as a whole blog, is a draft', async () => {
      const forMail = { posts_meta: [{ post_id: 'id-a', email_only: 1 }] };
      const scheduled = { status: 'scheduled', published_at: '2012-01-01T00:00:00.000Z' };
      deepEqual((await ghost(scheduled, forMail)).seen, ['open']);
      for (const value of [true, 'true'])
        deepEqual((await ghost({}, { settings: [{ key: 'is_private', value }] })).seen, []);
      deepEqual((await ghost({}, { settings: [{ key: 'is_private', value: 'false' }] })).seen, [
        ...['a', 'open'],
      ]);
    });
  });

  describe('in an export of WordPress', () => {
    /** @param {Parameters<typeof item>[1]} facts */
    const wordpress = async (facts) => imported({ 'a.xml': wxr(item(1, facts) + item(2)) });
    const meta = (/** @type {string} */ key, /** @type {string} */ value) => ({
      more: `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
    });
    const block = (/** @type {string} */ name, /** @type {string} */ facts) => ({
      content: `<!-- wp:${name} ${facts} -->\n<p>${SECRET}</p>\n<!-- /wp:${name} -->`,
    });

    for (const facts of [
      { status: 'private' },
      { status: 'pending' },
      { status: 'draft' },
      { status: 'future', date: '2100-01-01 00:00:00' },
      { status: 'inherit' },
      { status: 'acf-disabled' },
      { more: '<wp:post_password>x</wp:post_password>' },
      meta('_jetpack_newsletter_access', 'subscribers'),
      meta('_members_access_role', 'editor'),
      meta('_wc_memberships_restricted', 'yes'),
      meta('_um_content_restriction', 'a:1:{s:1:"x";i:1;}'),
      block('paragraph', '{"metadata":{"blockVisibility":false}}'),
      block('group', '{"blockVisibility":{"hideBlock":true}}'),
      block('group', '{"blockVisibility":{"controlSets":[{"id":1}]}}'),
      block('jetpack/premium-content/container', '{"planId":1}'),
      block('pmpro/membership', '{"levels":["1"]}'),
      block('group', '{"onlyForMembers":true}'),
      block('group', '{"userRoles":["editor"]}'),
      { content: `One.\n\n[members]${SECRET}[/members]` },
      { content: `[members_only]\n${SECRET}\n[/members_only]` },
      { content: `[restrict paid="true"]${SECRET}[/restrict]` },
      { content: `[private]${SECRET}[/private]` },
      { content: `[pmpro_membership level="1"]${SECRET}[/pmpro_membership]` },
      { content: `[s2If current_user_can(access)]${SECRET}[/s2If]` },
      { content: `[is_user_logged_in]${SECRET}[/is_user_logged_in]` },
      { content: `[hide]${SECRET}[/hide]` },
      { content: `One.\n[paywall]\n${SECRET}` },
      { content: `<!-- paywall -->${SECRET}` },
      { content: `[level-gold]${SECRET}[/level-gold]` },
      { content: `[ppwp]${SECRET}[/ppwp]` },
      { content: `[sociallocker]${SECRET}[/sociallocker]` },
      { content: `[armif is_user_logged_in()]${SECRET}[/armif]` },
      { content: `[expires off="2012-01-01"]${SECRET}[/expires]` },
      { content: `<p class="hidden">${SECRET}</p>` },
      block('group', '{"conditionalBlocks":{"login":1}}'),
      block('patreon/locked', ''),
      { content: `<div class="wp-block-group members-only"><p>${SECRET}</p></div>` },
      meta('wpmem_block', '1'),
      meta('_groups-read', '4'),
      meta('rcp_subscription_level', '1'),
      meta('ihc_mb_who', 'reg'),
      meta('_jetpack_newsletter_tier_id', '4'),
      meta('_is_hidden', '1'),
      meta('_expiration-date', '1000000000'),
    ])
      it(`by ${JSON.stringify(facts).slice(0, 90)} is no public post`, async () => {
        const { blog, seen, warnings } = await wordpress(facts);
        deepEqual(seen, ['jar-2']);
        if ('content' in facts) match(warnings.join(), /“Jar 1”: its .*; it is a draft here/);
        if ('content' in facts) match((await postOf(blog, 'jar-1')).markdown, new RegExp(SECRET));
      });

    for (const facts of [
      { content: 'One.\n\n<!--more--><!--noteaser-->\n\nTwo.' },
      { content: 'One.<!--nextpage-->Two.' },
      { content: '[[private]] and [login_form] and [caption]x[/caption], remembered' },
      { content: '[code]<!-- paywall --> [members][/code]' },
      block('group', '{"layout":{"type":"constrained"},"align":"wide"}'),
      block('paragraph', '{"metadata":{"name":"Intro"}}'),
      meta('_edit_last', '1'),
      meta('_jetpack_newsletter_access', 'everybody'),
      meta('_jetpack_memberships_contains_paid_content', ''),
      meta('_members_access_role', ''),
    ])
      it(`is not what ${JSON.stringify(facts).slice(0, 90)} does`, async () => {
        deepEqual((await wordpress(facts)).seen, ['jar-1', 'jar-2']);
      });

    it('in the trash is not imported at all', async () => {
      const blog = await openEmptyBlog();
      await importInto(blog, write({ 'a.xml': wxr(item(1, { status: 'trash' })) }));
      equal([...blog.index.posts()].length, 0);
    });
  });
});
