import assert from 'node:assert/strict';
import fc from 'fast-check';
import { contrast, oklchOf, fromOklch } from '../../lib/views/appearance/colour.js';
import { palettes, palettesOf } from '../../lib/views/appearance/palette.js';

const AA = 4.5;
const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);

describe('The colours of a blog', () => {
  it('can be read, whatever accent and background were chosen, by day and by night', () => {
    fc.assert(
      fc.property(colour, colour, (accent, background) => {
        for (const palette of Object.values(palettesOf({ accent, background }))) {
          const { page, surface, mark, text, soft, muted, onAccent, code } = palette;
          for (const each of [text, soft, muted, palette.accent, ...Object.values(code)])
            for (const on of [page, surface, mark])
              assert.ok(contrast(each, on) >= AA, `${each} on ${on}`);
          assert.ok(contrast(palette.field, page) >= 3);
          assert.ok(contrast(onAccent, palette.accent) >= AA);
        }
      }),
    );
  });

  it('are as chosen where they can be read', () => {
    for (const { name, background, accent } of palettes) {
      const { light, dark } = palettesOf({ accent, background });
      assert.ok([light.page, dark.page].includes(background), name);
      assert.ok(contrast(light.page, '#000000') > contrast(dark.page, '#000000'), name);
    }
  });

  it('are the theme’s own by night where the owner has not chosen others', () => {
    const ofTheme = { accent: '#123456', background: '#ffffff' };
    const dark = { accent: '#abcdef', background: '#010203' };
    const night = palettesOf({ ...ofTheme, dark }).dark;
    assert.deepEqual([night.accent, night.page], [dark.accent, dark.background]);
    assert.equal(palettesOf({ ...ofTheme, background: '#000000', dark }).dark.page, '#000000');
  });

  it('differ by 21 to 1 at most, as WCAG has it', () => {
    assert.equal(contrast('#000000', '#ffffff'), 21);
    assert.equal(contrast('#777777', '#777777'), 1);
    assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48');
  });

  it('are the same after a way through Oklch', () => {
    fc.assert(fc.property(colour, (hex) => assert.equal(fromOklch(oklchOf(hex)), hex)));
  });
});
