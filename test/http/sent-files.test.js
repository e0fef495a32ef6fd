import assert from 'node:assert/strict';
import * as actions from '../../controllers/site/files.js';

const id = '8a898dca57be09cd-jar.png';
const picture = {
  id,
  type: 'image/png',
  bytes: Buffer.from('png'),
  createdAt: '2026-11-27T12:00:00.400Z',
};

const { favicon, media, shareCard, theme } =
  /** @type {Record<string, (...given: any[]) => any>} */ (actions);

describe('A file that the blog sends', () => {
  it('may be kept for ever when its name has a digest, and not when its content may change', async () => {
    assert.equal((await theme(...ask({ name: 'style.css' }))).immutable, true);
    assert.equal((await media(...ask({ name: id }))).immutable, true);
    assert.equal((await favicon(...ask({}))).immutable, false);
    assert.equal((await favicon(...ask({}, { icon: `/media/${id}` }))).immutable, false);
    assert.equal((await shareCard(...ask({ slug: 'jam' }))).immutable, false);
  });

  it('is dated by the second after its upload, unless the server made it smaller', async () => {
    const { upload } = await media(...ask({ name: id }));
    assert.equal(upload.original.lastModified, Date.parse('2026-11-27T12:00:01Z'));
    const small = { ...picture, id: `${id}.400w.webp` };
    const answer = await media(...ask({ name: small.id }, { file: small }));
    assert.equal(answer.upload.original, undefined);
  });

  it('is saved and not shown when it is a download, and drawn without scripts when it is a drawing', async () => {
    for (const [type, isSaved, isDrawing] of /** @type {const} */ ([
      ['image/png', false, false],
      ['application/zip', true, false],
      ['image/svg+xml', false, true],
    ])) {
      const { upload } = await media(...ask({ name: id }, { file: { ...picture, type } }));
      assert.deepEqual([upload.disposition !== null, upload.isDrawing], [isSaved, isDrawing], type);
    }
  });

  it('is looked for only under a name that an upload can have', async () => {
    for (const name of [
      'jar.png',
      'short-jar.png',
      `${id}/x`,
      `8a898dca57be09cd-${'x'.repeat(301)}`,
    ])
      assert.equal(await media(...ask({ name })), null, name);
  });

  it('is no icon unless it is a picture, and no card of what readers cannot see', async () => {
    const icon = `/media/${id}`;
    for (const file of [{ ...picture, type: 'text/plain' }, null]) {
      const { bytes } = await favicon(...ask({}, { icon, file }));
      assert.equal(String(bytes), 'theme', 'the icon of the theme');
    }
    assert.equal(await shareCard(...ask({ slug: 'draft' })), null);
  });

  /**
   * @param {Record<string, string>} params of the path
   * @param {{ icon?: string, file?: object | null }} [blog]
   * @returns {any} what an action gets
   */
  function ask(params, { icon = '', file = picture } = {}) {
    const asset = { bytes: Buffer.from('theme'), contentType: 'text/css' };
    const reader = { media: async () => file };
    const index = {
      settings: { icon, title: 'Larder' },
      ownPicture: () => icon,
      initial: 'L',
      appearance: { accent: '#9a1f57' },
      find: () => ({ id: 'a' }),
      link: () => (params.slug === 'draft' ? null : { title: 'Jam' }),
    };
    const assets = { get: () => asset, file: () => asset };
    return [
      { params, reader },
      {
        index,
        assets,
        themes: { asset: () => asset },
        drawShareCard: async () => Buffer.from('png'),
      },
    ];
  }
});
