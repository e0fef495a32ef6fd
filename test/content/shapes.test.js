import { deepEqual, doesNotThrow, equal, throws } from 'node:assert/strict';
import { Parser } from 'htmlparser2';
import request from 'supertest';
import { check } from '../../lib/content/schema.js';
import { schemas } from '../../controllers/api/shapes/schemas.js';
import { checkNames } from '../../lib/people/names.js';
import { shapes } from '../../lib/content/shapes.js';
import { validateComment } from '../../lib/content/validate-comment.js';
import { validateSettings } from '../../lib/content/validate-settings.js';
import { validatePost } from '../../lib/content/validate.js';
import { defaultSettings } from '../../lib/changes/index/default-settings.js';
import { startBlog } from '../support/blog.js';
import { signInAs } from '../support/authors.js';
import { breadPost, smallBlog } from '../support/fixtures.js';
import { addPeople } from '../support/people.js';
/** @import { Schema } from '../../lib/store/fields.js' */
/** @import { TestBlog } from '../support/blog.js' */
/** @import { Author } from '../support/authors.js' */

const comment = {
  id: `${breadPost.id}:1`,
  postId: breadPost.id,
  replyTo: '',
  status: 'approved',
  name: 'Ada',
  url: '',
  markdown: 'Salt.',
  createdAt: '2026-11-01T00:00:00.000Z',
};

describe('The limits of what people write', () => {
  /** @type {TestBlog} */
  let blog;
  /** @type {Author} */
  let ada;
  before(async () => {
    // With mails, the account has a field for the address.
    const env = { SMTP_URL: 'smtp://mail.example:25', MAIL_FROM: 'blog@example.org' };
    blog = await startBlog({ posts: smallBlog, env });
    await addPeople(blog);
    await blog.open.content.saveComment(/** @type {any} */ (comment), { revision: null });
    ada = await signInAs(blog, 'ada');
  });
  after(() => blog.close());

  /** @type {[path: string, kind: keyof typeof shapes, fields: string[]][]} */
  const forms = [
    [`/post/${breadPost.slug}`, 'comment', ['name', 'url', 'markdown']],
    [`/admin/comments/${comment.id}`, 'comment', ['name', 'url', 'markdown']],
    ['/admin/settings', 'settings', ['title', 'tagline']],
    ['/admin/account', 'user', ['name', 'email']],
    ['/admin/account', 'token', ['label']],
    ['/admin/people', 'user', ['name']],
  ];
  for (const [path, kind, fields] of forms)
    it(`are those of the form at ${path.split(':')[0]}: ${fields.join(', ')} (${kind})`, async () => {
      const { text } = await ada.get(path).expect(200);
      const boxes = boxesIn(text);
      for (const field of fields) {
        const { maxLength, minLength = 0 } = shapeOf(kind, field);
        equal(boxes.get(field)?.maxlength, String(maxLength), field);
        equal('required' in (boxes.get(field) ?? {}), minLength > 0, field);
      }
    });

  /** @type {Record<string, [kind: keyof typeof shapes, schema: Schema | null, checks: (field: string, text: string) => unknown, fields: string[]]>} */
  const kinds = {
    post: [
      'post',
      schemas.Post.changed,
      (field, text) => validatePost(/** @type {any} */ ({ ...whole, [field]: text })),
      ['title', 'slug', 'excerpt', 'markdown'],
    ],
    comment: [
      'comment',
      schemas.Comment.changed,
      (field, text) => validateComment(/** @type {any} */ ({ ...comment, [field]: text })),
      ['name', 'markdown', 'url'],
    ],
    settings: [
      'settings',
      schemas.Settings.changed,
      (field, text) => validateSettings({ ...defaultSettings(), [field]: text }),
      ['title', 'tagline'],
    ],
    user: [
      'user',
      null,
      (field, text) => checkNames({ id: 'ada', name: 'Ada', [field]: text }),
      ['id', 'name'],
    ],
  };
  const whole = {
    tags: [],
    excerpt: '',
    createdAt: breadPost.publishedAt,
    updatedAt: breadPost.publishedAt,
    ...breadPost,
  };
  for (const [name, [kind, schema, checks, fields]] of Object.entries(kinds))
    it(`are kept to the character by the checks and the API (${name})`, () => {
      for (const field of fields) {
        const { maxLength = 0 } = shapeOf(kind, field);
        const start = field === 'url' ? 'https://example.org/' : '';
        const longest = start.padEnd(maxLength, 'x');
        const byApi = (/** @type {string} */ field, /** @type {string} */ text) =>
          check({ [field]: text }, schema ?? {});
        for (const one of schema ? [checks, byApi] : [checks]) {
          doesNotThrow(() => one(field, longest), field);
          throws(() => one(field, `${longest}x`), { code: 'invalid', field });
        }
      }
    });

  it('are those of the API’s description', async () => {
    const { body } = await request(blog.url).get('/api/openapi.json').expect(200);
    for (const [name, kind] of [
      ['Post', 'post'],
      ['Comment', 'comment'],
      ['Media', 'media'],
      ['Settings', 'settings'],
    ])
      deepEqual(
        body.components.schemas[name].properties,
        shapes[/** @type {keyof typeof shapes} */ (kind)],
      );
  });
});

/** @param {keyof typeof shapes} kind @param {string} field @returns {Schema} */
const shapeOf = (kind, field) => /** @type {Record<string, Schema>} */ (shapes[kind])[field];

/** @param {string} html @returns {Map<string, Record<string, string>>} the attributes of each field, by its name */
function boxesIn(html) {
  const boxes = new Map();
  const parser = new Parser({
    onopentag: (tag, attributes) =>
      void (
        /^(input|textarea)$/.test(tag) &&
        attributes.type !== 'hidden' &&
        boxes.set(attributes.name, attributes)
      ),
  });
  parser.end(html);
  return boxes;
}
