import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { readMetadata } from '../../../lib/exchange/import/sources/markdown/metadata.js';
import { splitFrontMatter } from '../../../lib/exchange/import/sources/markdown/front-matter.js';
import { fileNameOf, toMarkdown } from '../../../lib/exchange/export/post-file.js';
import { pickledPost } from '../../support/fixtures.js';
/** @import { Post } from '../../../lib/store/types.js' */

/** @param {object} changed */
const postWith = (changed) =>
  /** @type {Post} */ ({
    ...pickledPost,
    excerpt: '',
    author: '',
    createdAt: pickledPost.publishedAt,
    ...changed,
  });

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
const line = fc.oneof(
  fc.constantFrom('---', '+++', '\r\n', '\n\n', 'a: b', '{', '\ufeff', '\t', ' '),
  fc.string({ unit: 'grapheme' }),
);

describe('The file of an exported post', () => {
  it('says what the post says, whatever that is', () => {
    fc.assert(
      fc.property(words, words, fc.array(words), fc.array(line), (title, name, tags, lines) => {
        const clean = (/** @type {string} */ text) => `x${text.trim().replace(/\s+/g, ' ')}`;
        const markdown = lines.join('\n');
        const post = postWith({
          title: clean(title),
          excerpt: `<b>${clean(name)}</b>`,
          markdown,
          tags: [...new Set(tags.map(clean))],
        });
        const text = toMarkdown(post, [clean(name)], ['/a/:b', '/c%2F', '/old?']);
        const { metadata: raw, body } = splitFrontMatter(text);
        const metadata = readMetadata(raw, {
          file: fileNameOf(post),
          timeZone: 'Asia/Tokyo',
          isExport: true,
        });
        equal(body, markdown);
        deepEqual(
          [
            metadata.id,
            metadata.title,
            metadata.excerpt,
            metadata.tags,
            metadata.author,
            metadata.formerPaths,
          ],
          [post.id, post.title, post.excerpt, post.tags, clean(name), ['/a/:b', '/c%2F', '/old?']],
        );
        deepEqual(
          [
            metadata.slug,
            metadata.status,
            metadata.publishedAt,
            metadata.updatedAt,
            metadata.createdAt,
          ],
          [post.slug, post.status, post.publishedAt, post.updatedAt, post.createdAt],
        );
        deepEqual(metadata.warnings, []);
      }),
      { numRuns: 300 },
    );
  });

  it('tells every engine what is not to be seen, and says nothing of it elsewhere', () => {
    /** @param {object} changed @param {boolean} [isPublic] */
    const metadataOf = (changed, isPublic) =>
      splitFrontMatter(toMarkdown(postWith(changed), [], [], { isPublic })).metadata;
    const hidden = {
      draft: true,
      published: false,
      publish: false,
      permalink: false,
      eleventyExcludeFromCollections: true,
    };
    const draft = metadataOf({ status: 'draft', publishedAt: null });
    deepEqual({ ...draft, ...hidden }, draft);
    const scheduled = metadataOf({ status: 'published' }, false);
    deepEqual({ ...scheduled, ...hidden }, scheduled);
    equal(scheduled.status, 'published');
    const seen = metadataOf({ status: 'published' });
    deepEqual(
      Object.keys(hidden).filter((name) => name in seen),
      [],
    );
  });

  it('has a name that every file system takes', () => {
    const name = fileNameOf(postWith({ slug: '𠀀'.repeat(80) }));
    equal(Buffer.byteLength(name.split('/')[1]) <= 255, true);
    equal(name.isWellFormed() && !name.includes('\ufffd'), true);
  });
});
