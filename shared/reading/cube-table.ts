/**
 * Reads tables of colors in the `.cube` format (Adobe, Cube LUT Specification 1.0), of one dimension, of three, or of both as
 * DaVinci Resolve writes them: the one with one dimension comes first.
 */

/** Most rows that a table of one dimension may have, as the specification says. */
const MAX_CUBE_ROWS = 65_536;
/** Longest side of a table of three dimensions: 129³ rows are 26 MB of numbers. */
export const MAX_CUBE_SIDE = 129;
/** Longest line that is read. */
const MAX_LINE = 250;

/** Numbers in rows of red, green and blue; the domain is what the first and the last row stand for, by channel. */
export interface ColorTable {
  size: number;
  values: Float32Array;
  domainMin: readonly [number, number, number];
  domainMax: readonly [number, number, number];
}

export interface CubeTables {
  /** `size` rows. */
  curve: ColorTable | null;
  /** `size`³ rows, of which red changes fastest. */
  cube: ColorTable | null;
}

export type CubeProblem =
  | { kind: 'keyword'; line: number; word: string }
  | { kind: 'numbers'; line: number; word: string; count: number }
  | { kind: 'size'; line: number; word: string; max: number }
  | { kind: 'twice'; line: number; word: string }
  | { kind: 'row'; line: number }
  | { kind: 'long-line'; line: number }
  | { kind: 'early-row'; line: number }
  | { kind: 'domain'; line: number }
  | { kind: 'extra-row'; line: number; expected: number }
  | { kind: 'missing-rows'; rows: number; expected: number }
  | { kind: 'no-table' };

type Triple = readonly [number, number, number];

interface Header {
  curveSize: number | null;
  cubeSize: number | null;
  domainMin: Triple;
  domainMax: Triple;
  curveRange: readonly [number, number] | null;
  cubeRange: readonly [number, number] | null;
  domainLine: number;
}

/** A line that cannot be read; caught where reading began. */
class CubeError extends Error {
  readonly problem: CubeProblem;
  constructor(problem: CubeProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/**
 * Reads a `.cube` file. The number of rows is compared with what the file says of its size before memory is asked for.
 * @param bytes the whole file; who reads it has looked at its size.
 */
export function readCubeTables(
  bytes: Uint8Array,
): { ok: true; tables: CubeTables } | { ok: false; problem: CubeProblem } {
  try {
    return { ok: true, tables: read(bytes) };
  } catch (error) {
    if (error instanceof CubeError) return { ok: false, problem: error.problem };
    throw error;
  }
}

function read(bytes: Uint8Array): CubeTables {
  const header: Header = {
    curveSize: null,
    cubeSize: null,
    domainMin: [0, 0, 0],
    domainMax: [1, 1, 1],
    curveRange: null,
    cubeRange: null,
    domainLine: 0,
  };
  let values: Float32Array | null = null;
  let rows = 0;
  for (const { text, line } of linesOf(bytes)) {
    if (/^[A-Za-z]/.test(text) && !/^(?:nan|inf)/i.test(text)) {
      if (values !== null) throw new CubeError({ kind: 'keyword', line, word: wordOf(text) });
      readKeyword(header, text, line);
      continue;
    }
    values ??= new Float32Array(rowCount(header, line) * 3);
    if (rows * 3 === values.length)
      throw new CubeError({ kind: 'extra-row', line, expected: values.length / 3 });
    readRow(values, rows, text, line);
    rows += 1;
  }
  if (header.curveSize === null && header.cubeSize === null) throw new CubeError({ kind: 'no-table' });
  const expected = rowCount(header, 1);
  if (values === null || rows < expected) throw new CubeError({ kind: 'missing-rows', rows, expected });
  return tablesOf(header, values);
}

function tablesOf(header: Header, values: Float32Array): CubeTables {
  const { curveSize, cubeSize, domainMin, domainMax, curveRange, cubeRange, domainLine } = header;
  if (domainMin.some((min, channel) => min >= domainMax[channel]!))
    throw new CubeError({ kind: 'domain', line: domainLine });
  const domainOf = (range: readonly [number, number] | null) =>
    range === null
      ? { domainMin, domainMax }
      : {
          domainMin: [range[0], range[0], range[0]] as const,
          domainMax: [range[1], range[1], range[1]] as const,
        };
  const curveLength = (curveSize ?? 0) * 3;
  return {
    curve:
      curveSize === null
        ? null
        : { size: curveSize, values: values.subarray(0, curveLength), ...domainOf(curveRange) },
    cube:
      cubeSize === null
        ? null
        : { size: cubeSize, values: values.subarray(curveLength), ...domainOf(cubeRange) },
  };
}

/** Lines with something on them, without comments, numbered from 1. */
function* linesOf(bytes: Uint8Array): Generator<{ text: string; line: number }> {
  let line = 0;
  for (let start = 0; start < bytes.length;) {
    line += 1;
    let end = start;
    while (end < bytes.length && bytes[end] !== 10 && bytes[end] !== 13) end += 1;
    const raw = bytes.subarray(start, end);
    start = end + (bytes[end] === 13 && bytes[end + 1] === 10 ? 2 : 1);
    const isComment = raw[0] === 35;
    if (isComment) continue;
    if (raw.length > MAX_LINE) throw new CubeError({ kind: 'long-line', line });
    const text = asciiOf(raw).trim();
    if (text !== '' && !text.startsWith('#')) yield { text, line };
  }
}

/** Titles may hold other letters, and nothing is done with them. */
function asciiOf(bytes: Uint8Array): string {
  // A mark of UTF-8 at the beginning is no part of the first line.
  const from = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return String.fromCharCode(...bytes.subarray(from));
}

const wordOf = (text: string): string => text.split(/\s/, 1)[0] ?? '';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function readKeyword(header: Header, text: string, line: number): void {
  const [word = '', ...rest] = text.split(/\s+/);
  switch (word) {
    case 'TITLE':
      return;
    case 'LUT_1D_SIZE':
      if (header.curveSize !== null) throw new CubeError({ kind: 'twice', line, word });
      header.curveSize = sizeIn(rest, line, word, MAX_CUBE_ROWS);
      return;
    case 'LUT_3D_SIZE':
      if (header.cubeSize !== null) throw new CubeError({ kind: 'twice', line, word });
      header.cubeSize = sizeIn(rest, line, word, MAX_CUBE_SIDE);
      return;
    case 'DOMAIN_MIN':
    case 'DOMAIN_MAX': {
      const [r = 0, g = 0, b = 0] = numbersIn(rest, 3, line, word);
      header[word === 'DOMAIN_MIN' ? 'domainMin' : 'domainMax'] = [r, g, b];
      header.domainLine = line;
      return;
    }
    case 'LUT_1D_INPUT_RANGE':
    case 'LUT_3D_INPUT_RANGE': {
      const [min = 0, max = 1] = numbersIn(rest, 2, line, word);
      if (min >= max) throw new CubeError({ kind: 'domain', line });
      header[word === 'LUT_1D_INPUT_RANGE' ? 'curveRange' : 'cubeRange'] = [min, max];
      return;
    }
    default:
      throw new CubeError({ kind: 'keyword', line, word: word.slice(0, 40) });
  }
}

function numbersIn(words: readonly string[], count: number, line: number, word: string): number[] {
  const numbers = words.map((text) => (NUMBER.test(text) ? Number(text) : Number.NaN));
  if (numbers.length !== count || !numbers.every((number) => Number.isFinite(number)))
    throw new CubeError({ kind: 'numbers', line, word, count });
  return numbers;
}

function sizeIn(words: readonly string[], line: number, word: string, max: number): number {
  const [size = 0] = numbersIn(words, 1, line, word);
  if (!Number.isInteger(size) || size < 2 || size > max)
    throw new CubeError({ kind: 'size', line, word, max });
  return size;
}

/** How many rows a file has by what it says of its sizes. */
function rowCount({ curveSize, cubeSize }: Header, line: number): number {
  if (curveSize === null && cubeSize === null) throw new CubeError({ kind: 'early-row', line });
  return (curveSize ?? 0) + (cubeSize ?? 0) ** 3;
}

function readRow(values: Float32Array, row: number, text: string, line: number): void {
  const words = text.split(/\s+/);
  if (words.length !== 3) throw new CubeError({ kind: 'row', line });
  for (const [channel, word] of words.entries()) {
    const value = NUMBER.test(word) ? Math.fround(Number(word)) : Number.NaN;
    if (!Number.isFinite(value)) throw new CubeError({ kind: 'row', line });
    values[row * 3 + channel] = value;
  }
}
