import { deepEqual, equal, ok } from 'node:assert/strict';
import { readField, readRows, writeRow } from '../../lib/mail/csv.js';

/** @param {string} text @param {number} [size] of a chunk */
async function rowsOf(text, size = text.length || 1) {
  async function* chunks() {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }
  const rows = [];
  for await (const row of readRows(chunks())) rows.push(row);
  return rows;
}

describe('CSV', () => {
  const table = [
    ['email', 'name'],
    ['a@example.org', 'Ann, "the" cook\nof jam'],
    ['b@example.org', ''],
  ];

  it('is read as it was written, wherever its chunks end', async () => {
    const text = table.map(writeRow).join('');
    for (const size of [1, 2, 3, 7, text.length]) deepEqual(await rowsOf(text, size), table);
  });

  it('is read with semicolons, with tabs, without quotes, and with a mark of its encoding', async () => {
    const expected = [
      ['a', 'b'],
      ['1', ''],
    ];
    for (const text of ['\ufeffa;b\n1;\n', 'a\tb\r\n1\t', 'a,b\n\n1,\n\n'])
      deepEqual(await rowsOf(text), expected);
  });

  it('keeps a quote that stands within a field, and each row behind it', async () => {
    deepEqual(await rowsOf('a,5" disk\nb, "the, ""6"""\nc,d"\n'), [
      ['a', '5" disk'],
      ['b', 'the, "6"'],
      ['c', 'd"'],
    ]);
  });

  it('is read with the line ends of each system', async () => {
    for (const end of ['\n', '\r\n', '\r'])
      deepEqual(await rowsOf(['a;b;"c,d"', '"1\r\n";2;', ''].join(end)), [
        ['a', 'b', 'c,d'],
        ['1\r\n', '2', ''],
      ]);
  });

  it('has no row that is longer than a list of addresses has, and goes on behind one', async () => {
    const rows = await rowsOf(`a,b\n${'x'.repeat(200_000)},1\nc,d\n`, 1000);
    deepEqual(rows, [['a', 'b'], null, ['c', 'd']]);
    const open = await rowsOf(`a,b\n"${'x\n'.repeat(50_000)}`, 1000);
    deepEqual(open.slice(0, 3), [['a', 'b'], null, ['x']]);
  });

  it('has no field that a spreadsheet would run', () => {
    for (const field of ['=1+1', '+1', '-1', '@a']) ok(writeRow([field]).startsWith(`"'${field}`));
    equal(writeRow(['a']), '"a"\r\n');
  });

  it('gives back what was kept from a spreadsheet', async () => {
    const row = ['=1', '+a@example.org', "'-1", "''@", "'a", 'a'];
    const [read] = await rowsOf(writeRow(row));
    deepEqual(read?.map(readField), row);
  });
});
