import { describe, expect, test } from 'vitest';
import { readCubeTables } from './cube-table.ts';

const read = (text: string) => readCubeTables(new TextEncoder().encode(text));
const tables = (text: string) => {
  const result = read(text);
  if (!result.ok) throw new Error(JSON.stringify(result.problem));
  return result.tables;
};
const problem = (text: string) => {
  const result = read(text);
  return result.ok ? null : result.problem;
};
const ROWS = '0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n';

describe('tables of colors', () => {
  test('of three dimensions, with a title, comments, blank lines and any line ends', () => {
    const { cube, curve } = tables(
      `\uFEFFTITLE "Grün"\r\n# a comment of any length\r\n\r\nLUT_3D_SIZE 2\r\nDOMAIN_MIN 0 0 0\r\nDOMAIN_MAX 1 2 4\r\n${ROWS.replaceAll('\n', '\r\n')}`,
    );
    expect(curve).toBeNull();
    expect(cube).toMatchObject({ size: 2, domainMin: [0, 0, 0], domainMax: [1, 2, 4] });
    expect([...(cube?.values ?? [])].slice(0, 6)).toEqual([0, 0, 0, 1, 0, 0]);
  });

  test('of one dimension, and of both as one program writes them', () => {
    expect(tables('LUT_1D_SIZE 2\n0 0.25 -0.5\n+1 1e0 .5\n').curve?.values).toEqual(
      new Float32Array([0, 0.25, -0.5, 1, 1, 0.5]),
    );
    const both = tables(
      `LUT_1D_SIZE 3\nLUT_1D_INPUT_RANGE 0 2\nLUT_3D_SIZE 2\nLUT_3D_INPUT_RANGE 0.0 1.0\n0 0 0\n.4 .4 .4\n1 1 1\n${ROWS}`,
    );
    expect(both.curve).toMatchObject({ size: 3, domainMin: [0, 0, 0], domainMax: [2, 2, 2] });
    expect(both.cube?.values.slice(3, 6)).toEqual(new Float32Array([1, 0, 0]));
  });

  test('that say another size than they have are refused, with what is missing or where it is too much', () => {
    expect(problem(`LUT_3D_SIZE 3\n${ROWS}`)).toEqual({ kind: 'missing-rows', rows: 8, expected: 27 });
    expect(problem(`LUT_3D_SIZE 2\n${ROWS}0 0 0\n`)).toEqual({ kind: 'extra-row', line: 10, expected: 8 });
    expect(problem('LUT_3D_SIZE 64')).toEqual({ kind: 'missing-rows', rows: 0, expected: 262_144 });
  });

  test.each([
    ['', { kind: 'no-table' }],
    ['TITLE "x"\n', { kind: 'no-table' }],
    ['0 0 0\n', { kind: 'early-row', line: 1 }],
    ['{"a": 1}', { kind: 'early-row', line: 1 }],
    ['LUT_3D_SIZE 2000000', { kind: 'size', line: 1, word: 'LUT_3D_SIZE', max: 129 }],
    ['LUT_3D_SIZE 1', { kind: 'size', line: 1, word: 'LUT_3D_SIZE', max: 129 }],
    ['LUT_1D_SIZE 2.5', { kind: 'size', line: 1, word: 'LUT_1D_SIZE', max: 65_536 }],
    ['LUT_3D_SIZE two', { kind: 'numbers', line: 1, word: 'LUT_3D_SIZE', count: 1 }],
    ['LUT_3D_SIZE 2\nLUT_3D_SIZE 2\n', { kind: 'twice', line: 2, word: 'LUT_3D_SIZE' }],
    ['LUT_2D_SIZE 2\n', { kind: 'keyword', line: 1, word: 'LUT_2D_SIZE' }],
    ['LUT_1D_SIZE 2\n0 0 0\nTITLE "x"\n1 1 1\n', { kind: 'keyword', line: 3, word: 'TITLE' }],
    ['LUT_1D_SIZE 2\n0 0 0\n1,0 1 1\n', { kind: 'row', line: 3 }],
    ['LUT_1D_SIZE 2\n0 0 0\n1 1\n', { kind: 'row', line: 3 }],
    ['LUT_1D_SIZE 2\n0 0 0\nnan 1 1\n', { kind: 'row', line: 3 }],
    ['LUT_1D_SIZE 2\n0 0 0\n1e999 1 1\n', { kind: 'row', line: 3 }],
    ['LUT_1D_SIZE 2\nDOMAIN_MIN 1 0 0\n0 0 0\n1 1 1\n', { kind: 'domain', line: 2 }],
    ['LUT_1D_SIZE 2\nLUT_1D_INPUT_RANGE 1 0\n0 0 0\n1 1 1\n', { kind: 'domain', line: 2 }],
    [`LUT_1D_SIZE 2\n${'0 '.repeat(200)}\n`, { kind: 'long-line', line: 2 }],
  ])('%j is refused with its line', (text, expected) => {
    expect(problem(text)).toEqual(expected);
  });
});
