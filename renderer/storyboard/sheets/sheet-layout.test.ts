import { expect, it } from 'vitest';
import { StoryboardDocument } from '#shared/storyboard/document.ts';
import { panelsOfBoard } from './board-panels.ts';
import { cutText, isRightToLeft, wrapText, type Measure } from './fit-text.ts';
import { layoutPages } from './page-layout.ts';
import { layoutContactSheet, ROWS, type PrintedBoard, type Sheet } from './sheet-layout.ts';

/** Every letter half as wide as it is high. */
const measure: Measure = (text, size) => text.length * size * 0.5;

function boardOf(sequences: unknown[], aspectRatio = '16:9'): PrintedBoard {
  const document = StoryboardDocument.parse({
    serviceType: 'storyboard',
    version: 1,
    sequences,
    settings: { aspectRatio },
  });
  const find = ({ fileId }: { fileId?: string }) =>
    fileId === 'file_1'
      ? { fileId, filename: 'quay.png', contentType: 'image/png' }
      : fileId === 'file_2'
        ? { fileId, filename: 'sea.mp4', contentType: 'video/mp4' }
        : undefined;
  const [width = 16, height = 9] = aspectRatio.split(':').map(Number);
  return { title: 'Harbor', scenes: panelsOfBoard(document, find), ratio: width / height };
}
const shots = (count: number, more = {}) =>
  Array.from({ length: count }, (_, index) => ({ id: `s${index}`, description: `Words ${index}`, ...more }));
const textsOf = (sheet: Sheet | undefined) => sheet?.texts.map(({ text }) => text) ?? [];

/** All boxes of a sheet: what stands in frames, and lines of text with their height. */
const boxesOf = ({ frames, texts }: Sheet) => [
  ...frames.map(({ x, y, width, height }) => ({ x, y, width, height })),
  ...texts.map(({ text, x, y, width, size, weight, align, isRtl }) => {
    const own = measure(text, size, weight);
    const isAtRight = isRtl === (align === 'start');
    return { x: isAtRight ? x + width - own : x, y: y - size * 0.8, width: own, height: size };
  }),
];

function expectSound(sheet: Sheet): void {
  const boxes = boxesOf(sheet);
  const overlapping: unknown[] = [];
  for (const [index, one] of boxes.entries()) {
    expect(one.x).toBeGreaterThanOrEqual(0);
    expect(one.y).toBeGreaterThanOrEqual(0);
    expect(one.x + one.width).toBeLessThanOrEqual(sheet.width);
    expect(one.y + one.height).toBeLessThanOrEqual(sheet.height);
    for (const other of boxes.slice(index + 1)) {
      const overlaps =
        one.x < other.x + other.width - 0.01 &&
        other.x < one.x + one.width - 0.01 &&
        one.y < other.y + other.height - 0.01 &&
        other.y < one.y + one.height - 0.01;
      if (overlaps) overlapping.push([one, other]);
    }
  }
  expect(overlapping).toEqual([]);
}

const LONG = 'Boats come in from the open sea while gulls cry over the quay and nets are laid out '.repeat(9);

it.each(
  ROWS.flatMap((rows) =>
    (['a4', 'letter'] as const).flatMap((paper) =>
      ['16:9', '9:16', '2.39:1'].map((ratio) => ({ rows, paper, ratio })),
    ),
  ),
)(
  'lays long names, notes and mixed scripts out without overlaps: $rows rows, $paper, $ratio',
  ({ rows, paper, ratio }) => {
    const board = boardOf(
      [
        {
          id: 'a',
          name: LONG,
          description: LONG,
          shots: shots(4, { name: LONG, description: LONG, transition: 'fade' }),
        },
        {
          id: 'b',
          name: 'מזח',
          shots: shots(2, { name: 'שלום עולם', description: 'الميناء عند الغروب '.repeat(40) }),
        },
        {
          id: 'c',
          shots: shots(1, { description: 'x'.repeat(5000), ext: { patchbay: { version: 1, notes: LONG } } }),
        },
      ],
      ratio,
    );
    const pages = layoutPages({ ...board, title: LONG }, { paper, rows }, measure);
    for (const page of pages) expectSound(page);
    // Letters of a word that is wider than a line: all of them are there.
    expect(pages.flatMap(textsOf).join('').split('x').length - 1).toBe(5000);
    expect(pages.length).toBeGreaterThan(Math.ceil(4 / rows));
  },
);

it.each(ROWS)('loses no word of long texts and notes, with %d rows a page, and says what goes on', (rows) => {
  const many = (word: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${word}${at}`).join(' ');
  const notes = (text: string) => ({ ext: { patchbay: { version: 1, notes: text } } });
  const board = boardOf([
    {
      id: 'a',
      name: 'Quay',
      description: many('about', 60),
      shots: [
        { id: '1', name: many('name', 12), description: many('long', 900), ...notes(many('note', 300)) },
        { id: '2', description: 'Short', ...notes(many('remark', 40)) },
        { id: '3', description: many('third', 30) },
        { id: '4', description: 'Next row' },
      ],
    },
  ]);
  const pages = layoutPages(board, { paper: 'a4', rows }, measure);
  for (const page of pages) expectSound(page);
  const printed = new Set(pages.flatMap(textsOf).flatMap((line) => line.split(' ')));
  const written = [
    many('about', 60),
    many('name', 12),
    many('long', 900),
    many('note', 300),
    many('remark', 40),
    many('third', 30),
  ];
  expect(
    written
      .join(' ')
      .split(' ')
      .filter((word) => !printed.has(word)),
  ).toEqual([]);
  const all = pages.flatMap(textsOf);
  expect(all).toContain('1.1 (continued)');
  expect(all).toContain('Next row');
  expect(pages.flatMap(({ frames }) => frames)).toHaveLength(4);
});

it('prints 200 panels with headings where scenes begin, and names the scene that goes on', () => {
  const board = boardOf([
    { id: 'a', name: 'Quay', shots: shots(150) },
    { id: 'b', name: 'Sea', description: 'Dawn', shots: shots(50) },
  ]);
  const pages = layoutPages(board, { paper: 'a4', rows: 3 }, measure);
  expect(pages).toHaveLength(Math.ceil((50 + 17) / 3));
  expect(pages.flatMap(({ frames }) => frames)).toHaveLength(200);
  expect(textsOf(pages[0]).slice(0, 3)).toEqual(['Harbor', '2 scenes · 10:00 · 1 / 23', '1 Quay']);
  expect(textsOf(pages[1])[2]).toBe('1 Quay (continued)');
  const all = pages.flatMap(textsOf);
  expect(all.filter((text) => text === '2 Sea')).toHaveLength(1);
  expect(all).toContain('Dawn');
  expect(all).toContain('2.50');
  expect(all).toContain('Words 49');
});

it('gives every panel of a shot a frame, and says what is in one without a picture', () => {
  const panels = [
    { id: 'p1', media: { fileId: 'file_1' } },
    { id: 'p2', description: 'Closer', media: { fileId: 'file_2' } },
    { id: 'p3', media: 'https://example.com/a.png' },
  ];
  const board = boardOf([
    { id: 'a', shots: [{ id: '1', name: 'Boats', durationSeconds: 4, panels }, { id: '2' }] },
  ]);
  const [page] = layoutPages(board, { paper: 'letter', rows: 2 }, measure);
  expect(page?.frames.map(({ fileId, text }) => fileId ?? text)).toEqual([
    'file_1',
    'Video: sea.mp4',
    'A link; not imported',
    '',
  ]);
  expect(textsOf(page)).toEqual(
    expect.arrayContaining(['1.1a', '1.1b', '1.1c', '1.2', 'Boats', '4 s', 'Closer']),
  );
});

it('prints a board without shots as one page', () => {
  expect(layoutPages(boardOf([]), { paper: 'a4', rows: 2 }, measure)).toHaveLength(1);
  const [page] = layoutPages(boardOf([{ id: 'a', name: 'Quay' }]), { paper: 'a4', rows: 2 }, measure);
  expect(textsOf(page)).toContain('1 Quay');
});

it('fits any number of panels on one contact sheet, or says that none can be so large', () => {
  const sheetOf = (count: number) => layoutContactSheet(boardOf([{ id: 'a', shots: shots(count) }]), measure);
  for (const count of [0, 1, 3, 200]) {
    const sheet = sheetOf(count);
    expect(sheet?.frames).toHaveLength(count);
    if (sheet) expectSound(sheet);
  }
  expect(sheetOf(10_000)).toBeNull();
});

it('keeps lines within their width and the order of the text', () => {
  const wide = (text: string) => measure(text, 10, 400);
  for (const text of [
    '',
    'one two three four',
    'a\nb\nc',
    'longwordwithoutanyspace',
    '漢字仮名交じり文です',
  ]) {
    const lines = wrapText(text, 40, 10, 100, measure);
    for (const line of lines) expect(wide(line)).toBeLessThanOrEqual(40);
    expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
    expect(wrapText(text, 40, 10, 2, measure).length).toBeLessThanOrEqual(2);
  }
  expect(wrapText('one two three four', 40, 10, 2, measure)).toEqual(['one two', 'three f…']);
  expect(wrapText('one', 40, 10, 0, measure)).toEqual([]);
  expect(cutText('Harbor at dusk', 50, 10, 400, measure)).toBe('Harbor at…');
  expect(cutText('Harbor', 50, 10, 400, measure)).toBe('Harbor');
  expect([isRightToLeft('1. שלום'), isRightToLeft('Hello שלום'), isRightToLeft('')]).toEqual([
    true,
    false,
    false,
  ]);
});

it('prints how a shot comes in beside its length, in seconds to a tenth', () => {
  const board = boardOf([
    {
      id: 'a',
      shots: [
        { id: '1', transition: 'dissolve', durationSeconds: 12.5 },
        { id: '2', transition: 'dissolve', durationSeconds: 62.5 },
        { id: '3', transition: 'fade', durationSeconds: 0.6 },
        { id: '4', transition: 'wipe', durationSeconds: 60 },
      ],
    },
  ]);
  const [page] = layoutPages(board, { paper: 'a4', rows: 2 }, measure);
  const texts = textsOf(page);
  for (const text of ['12.5 s', 'In: Dissolve 0.5 s · 1:02.5', 'In: Fade 0.3 s · 0.6 s', '1:00'])
    expect(texts).toContain(text);
});
