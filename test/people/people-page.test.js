import assert from 'node:assert/strict';
import request from 'supertest';
import { withAuthors, signInAs } from '../support/authors.js';
import { parsePage } from '../support/html.js';
import { breadPost, smallBlog } from '../support/fixtures.js';
import { bearer, cookieFor, cookieOf, password, signIn, userOf } from '../support/people.js';
/** @import { Response } from 'supertest' */

const DAY = 24 * 60 * 60_000;

describe('The page of people', () => {
  const { blog, ada } = withAuthors(['ada'], { posts: smallBlog });

  /** @param {string} cookie */
  const visit = (cookie) => request(blog.url).get('/admin').set('Cookie', cookie);
  /** @param {Response} response @returns {string} the path of the link that is shown once */
  const linkIn = (response) => parsePage(response).text('.secret code').replace(blog.url, '');
  /** @param {string} link @param {string} [secret] */
  const join = (link, secret = 'a password of my own') =>
    request(blog.url)
      .post('/admin/join')
      .type('form')
      .send({ token: link.split('token=')[1], password: secret });
  /** @param {string} id */
  const linkFor = async (id) =>
    linkIn(await ada.send(`/admin/people/${id}/link`, { current: password }).expect(200));
  /** @param {string} message */
  const noted = (message) => blog.log.lines.find((line) => line.message === message)?.fields;

  it('tells who there is, what they may, how they come in and how much they have written', async () => {
    await blog.open.content.saveUser({ id: 'imported', name: 'Imported <i>', role: 'author' });
    await blog.open.content.savePost({ title: 'Half a jar', author: 'anna' });
    await cookieFor(blog, 'anna');
    const page = await ada.open('/admin/people');
    assert.deepEqual(page.texts('a.title'), ['Ada', 'Anna', 'Emil', 'Imported <i>']);
    assert.deepEqual(page.texts('a.title + .meta'), [
      'Owner has a password 0 posts last seen 21 Nov 2026, 12:00',
      'Author has a password 1 post last seen 21 Nov 2026, 12:00',
      'Editor has a password 0 posts',
      'Author cannot sign in 0 posts',
    ]);
  });

  it('finds people by a part of the name, and shows many in pages, after the form to add one', async () => {
    for (let number = 0; number < 60; number++)
      await blog.open.content.saveUser({ id: `p-${number}`, name: `Pé ${number}`, role: 'author' });
    const page = await ada.open('/admin/people');
    assert.equal(page.texts('a.title').length, 50);
    assert.match(page.text(), /Invite someone .* Ada /);
    assert.equal((await ada.open('/admin/people?page=2')).texts('a.title').length, 13);
    const found = await ada.open('/admin/people?q=P%C3%89+5');
    assert.equal(found.texts('a.title').length, 11);
    assert.match((await ada.open('/admin/people?q=x')).text(), /No people found\. Show all/);
  });

  describe('adds somebody', () => {
    const mo = { name: 'Mo', id: '', role: 'editor', current: password };

    it('who chooses a password by a link that is shown once and good for one use', async () => {
      const added = await ada.send('/admin/people', mo).expect(200);
      const link = linkIn(added);
      assert.match(link, /^\/admin\/join\?token=mo\.[\w-]{43}$/);
      assert.equal(parsePage(await request(blog.url).get(link)).text('strong'), 'mo');
      const joined = await join(link).expect(303).expect('Location', '/admin');
      await visit(cookieOf(joined)).expect(200);
      await signIn(blog, 'mo', 'a password of my own').expect(303);
      assert.equal((await userOf(blog, 'mo')).role, 'editor');
      await join(link).expect(403);
      await request(blog.url).get(link).expect(403);
      assert.deepEqual(noted('A user was added'), { by: 'ada', user: 'mo', role: 'editor' });
    });

    it('whose name is in another script', async () => {
      const added = await ada.send('/admin/people', { ...mo, name: 'Жанна' }).expect(200);
      const link = linkIn(added);
      assert.equal(parsePage(await request(blog.url).get(link)).text('strong'), 'жанна');
      const token = new URL(link, blog.url).searchParams.get('token') ?? '';
      await join(`?token=${token}`).expect(303);
      await signIn(blog, 'Жанна', 'a password of my own').expect(303);
      await ada.get('/admin/people/%D0%B6%D0%B0%D0%BD%D0%BD%D0%B0').expect(200, /Жанна/);
      await ada
        .send('/admin/people/%D0%B6%D0%B0%D0%BD%D0%BD%D0%B0/lock', {})
        .expect('Location', '/admin/people/%D0%B6%D0%B0%D0%BD%D0%BD%D0%B0?said=locked');
    });

    it('takes the sign-in name of a deleted account, once it is said whose posts come along', async () => {
      await blog.open.content.savePost({ title: 'Jam', author: 'anna' });
      await ada.send('/admin/people/anna/remove', {}).expect(303);
      const anna = { ...mo, id: 'anna', name: 'Anna B' };
      const answer = await ada.send('/admin/people', anna).expect(422);
      const page = parsePage(answer);
      assert.match(page.problems().id, /was deleted\. Posts that show its name will belong/);
      assert.equal((await blog.open.accounts.user('anna'))?.name, 'Anna');
      const { again } = page.fields('main form[action="/admin/people"]');
      await ada.send('/admin/people', { ...anna, again }).expect(200);
      assert.equal((await blog.open.accounts.user('anna'))?.name, 'Anna B');
      const twice = await ada.send('/admin/people', { ...anna, again }).expect(422);
      assert.match(parsePage(twice).problems().id, /already exists/);
    });

    it('and says what does not fit, keeping what was typed but for the password', async () => {
      for (const typed of [
        { name: '' },
        { id: 'Not A Slug' },
        { id: 'anna' },
        { role: 'king' },
        { role: '' },
        { current: 'wrong' },
      ]) {
        const sent = { ...mo, name: 'Mo "the cook"', ...typed };
        const answer = await ada.send('/admin/people', sent).expect(422);
        const page = parsePage(answer);
        assert.deepEqual(Object.keys(page.problems()), Object.keys(typed));
        assert.equal(answer.text.includes(password), false);
        assert.equal(page.fields('main form').name, sent.name);
        if (typed.id === 'anna') assert.match(page.problems().id, /The user anna already exists/);
      }
      assert.equal(await blog.open.accounts.user('mo'), null);
    });
  });

  describe('makes a link to choose a password', () => {
    it('of which the newest is good alone, for seven days', async () => {
      const [first, second] = [await linkFor('anna'), await linkFor('anna')];
      await request(blog.url).get(first).expect(403);
      await blog.clock.tick(7 * DAY - 1);
      await request(blog.url).get(second).expect(200);
      await blog.clock.tick(1);
      await join(second).expect(403);
    });

    it('that lets one of two through who use it at the same moment', async () => {
      const link = await linkFor('anna');
      const answers = await Promise.all([join(link), join(link, 'another password')]);
      assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 403]);
    });

    it('that ends their sessions, and is not used up by a password that does not fit', async () => {
      const before = await cookieFor(blog, 'anna');
      const link = await linkFor('anna');
      await visit(before).expect(200);
      const refused = parsePage(await join(link, 'short').expect(422));
      assert.deepEqual(Object.keys(refused.problems()), ['password']);
      await blog.clock.tick(1000);
      await join(link).expect(303);
      await visit(before).expect(303);
    });

    it('that is no longer good once they have another password', async () => {
      const link = await linkFor('anna');
      await blog.open.accounts.setPassword('anna', 'yet another password');
      await join(link).expect(403);
    });

    it('that offers to revoke the API tokens there are', async () => {
      await blog.open.accounts.tokens.create({ user: 'anna', scopes: ['read'] });
      const link = await linkFor('anna');
      const page = parsePage(await request(blog.url).get(link));
      assert.match(page.text(), /Revoke my API tokens too \(1\)/);
      await join(link).send({ 'revoke-tokens': '1' }).expect(303);
      assert.deepEqual(await blog.open.accounts.tokens.list('anna'), []);
    });

    it('that ends the session of whoever opens it in the same browser', async () => {
      const emil = await cookieFor(blog, 'emil');
      await join(await linkFor('anna'))
        .set('Cookie', emil)
        .expect(303);
      await visit(emil).expect(303);
    });

    it('that opens nothing without the code, where a second step is on', async () => {
      const user = await userOf(blog, 'anna');
      const secondFactor = { secret: 'A'.repeat(32), lastStep: 0, recoveryCodes: [] };
      await blog.open.content.saveUser({ ...user, secondFactor });
      const joined = await join(await linkFor('anna'))
        .expect(303)
        .expect('Location', '/admin/login/code');
      await visit(cookieOf(joined)).expect(303);
      await ada.send('/admin/people/anna/code/end', { current: 'wrong' }).expect(422);
      await ada.send('/admin/people/anna/code/end', { current: password }).expect(303);
      await visit(cookieOf(await signIn(blog, 'anna', 'a password of my own'))).expect(200);
    });

    it('only for an owner who shows that it is them, and for somebody there is', async () => {
      await ada.send('/admin/people/anna/link', { current: '' }).expect(422, /current-way-problem/);
      await ada.send('/admin/people/nobody/link', { current: password }).expect(404);
      for (const token of [
        '',
        'anna.',
        'setup',
        'anna.setup',
        `anna.${'A'.repeat(43)}`,
        '__proto__',
      ])
        await join(`?token=${token}`).expect(403);
    });
  });

  describe('changes a role', () => {
    it('from the next request on, if the owner shows that it is them', async () => {
      const anna = await signInAs(blog, 'anna');
      await anna.get('/admin/settings').expect(403);
      const wrong = { role: 'owner', current: 'wrong' };
      const refused = parsePage(await ada.send('/admin/people/anna/role', wrong).expect(422));
      assert.deepEqual(Object.keys(refused.problems()), ['current-role']);
      await anna.get('/admin/settings').expect(403);
      await ada.send('/admin/people/anna/role', { role: 'owner', current: password }).expect(303);
      await anna.get('/admin/settings').expect(200);
      assert.deepEqual(noted('A role was changed'), { by: 'ada', user: 'anna', role: 'owner' });
      await anna.send('/admin/people/ada/role', { role: 'author', current: password }).expect(303);
      await ada.get('/admin/people').expect(403);
    });

    it('never of the last owner who can sign in', async () => {
      await blog.open.content.saveUser({ id: 'imported', name: 'Imported', role: 'owner' });
      await ada
        .send('/admin/people/ada/role', { role: 'editor', current: password })
        .expect(422, /Ada is the last owner who can sign in/);
      assert.equal((await userOf(blog, 'ada')).role, 'owner');
    });

    it('of one of two owners who do it to each other at the same moment', async () => {
      await blog.open.accounts.people.changeRole('emil', 'owner');
      const { people } = blog.open.accounts;
      await Promise.allSettled([
        people.changeRole('ada', 'author'),
        people.changeRole('emil', 'author'),
      ]);
      const roles = await Promise.all(
        ['ada', 'emil'].map(async (id) => (await userOf(blog, id)).role),
      );
      assert.ok(roles.includes('owner'), `${roles}`);
    });
  });

  it('shuts somebody out at once: session, token, password and link', async () => {
    const emil = await signInAs(blog, 'emil');
    const token = await bearer(blog, 'emil', 'posts:write');
    const link = await linkFor('emil');
    await emil.get('/admin').expect(200);
    await ada.send('/admin/people/emil/lock', {}).expect(303);
    await emil.get('/admin').expect(303);
    await emil.send('/admin/posts/new', { title: 'Revenge' }).expect(401);
    await request(blog.url).get('/api/posts').set(token).expect(401);
    await signIn(blog, 'emil').expect(422);
    await request(blog.url).get(link).expect(403);
    assert.deepEqual(noted('A user was suspended'), { by: 'ada', user: 'emil' });
    await join(await linkFor('emil')).expect(303);
  });

  it('shuts out neither the one who asks, nor somebody whom there is not', async () => {
    for (const deed of ['lock', 'remove']) {
      await ada.send(`/admin/people/ada/${deed}`, {}).expect(422, /your own account/);
      await ada.send(`/admin/people/nobody/${deed}`, {}).expect(404);
    }
    await ada.get('/admin').expect(200);
  });

  it('removes one who has written nothing whole', async () => {
    await cookieFor(blog, 'emil');
    await linkFor('emil');
    const page = await ada.follow('/admin/people/emil/remove', {});
    assert.equal(page.flash(), 'Account deleted.');
    assert.equal(await blog.open.accounts.user('emil'), null);
    for (const kind of /** @type {const} */ (['session', 'token']))
      for await (const record of blog.open.store.all(kind))
        assert.equal(JSON.stringify(record).includes('emil'), false);
  });

  it('removes one who has written so that the name stays under the posts', async () => {
    const { revision } = await blog.open.store.get('post', breadPost.id);
    await blog.open.content.savePost({ id: breadPost.id, author: 'emil' }, { revision });
    const page = await ada.follow('/admin/people/emil/remove', {});
    assert.match(page.flash(), /Their name stays on their posts/);
    await request(blog.url).get('/post/rye-bread').expect(200, /Emil/);
    await signIn(blog, 'emil').expect(422);
    const { id, name, role, revision: _, ...rest } = await userOf(blog, 'emil');
    assert.deepEqual({ id, name, role }, { id: 'emil', name: 'Emil', role: 'author' });
    assert.deepEqual(
      Object.keys(rest).filter((key) => key !== 'passwordAt'),
      [],
    );
  });

  it('removes one who has written with others so that the name stays under those posts', async () => {
    const { revision } = await blog.open.store.get('post', breadPost.id);
    const authors = { author: 'ada', coAuthors: ['emil'] };
    await blog.open.content.savePost({ id: breadPost.id, ...authors }, { revision });
    const page = await ada.follow('/admin/people/emil/remove', {});
    assert.match(page.flash(), /Their name stays on their posts/);
    await request(blog.url).get('/post/rye-bread').expect(200, /Emil/);
  });

  it('ends any session, or all but the owner’s own', async () => {
    const [anna, emil] = [await cookieFor(blog, 'anna'), await cookieFor(blog, 'emil')];
    const [session] = await blog.open.accounts.sessions.of('anna');
    await ada
      .send('/admin/people/sessions/end', { session: session.id, person: 'anna' })
      .expect('Location', '/admin/people/anna?said=session');
    await visit(anna).expect(303);
    await visit(emil).expect(200);
    await ada.send('/admin/people/sessions/end', {}).expect(303);
    await visit(emil).expect(303);
    await ada.get('/admin/people').expect(200);
  });

  it('revokes any token', async () => {
    const token = await bearer(blog, 'anna', 'read');
    const [{ id }] = await blog.open.accounts.tokens.list('anna');
    await ada.get('/admin/people').expect(200, new RegExp(id));
    await ada.send('/admin/people/tokens/revoke', { token: id }).expect(303);
    await request(blog.url).get('/api/posts').set(token).expect(401);
    await ada.send('/admin/people/tokens/revoke', { token: '' }).expect(404);
  });

  it('writes no secret into the log', async () => {
    const link = await linkFor('anna');
    await join(link, 'a password of my own').expect(303);
    const log = JSON.stringify(blog.log.lines);
    for (const secret of [link.split('.').at(-1) ?? '', password, 'a password of my own'])
      assert.equal(log.includes(secret), false);
    assert.deepEqual(noted('A link to choose a password was made'), { by: 'ada', user: 'anna' });
  });
});
