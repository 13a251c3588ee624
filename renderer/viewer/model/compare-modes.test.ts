import { expect, test } from 'vitest';
import { maxComparable, siblingsOfKind } from './compare-modes.ts';
import type { NamedOutput } from './viewed-item.ts';

const text = (key: string): NamedOutput => ({
  key,
  label: key,
  kind: 'text',
  output: { type: 'text', value: key },
});
const file = (key: string, kind: NamedOutput['kind'], contentType: string): NamedOutput => ({
  key,
  label: key,
  kind,
  output: { type: 'file', fileId: key, filename: key, contentType, sizeBytes: 1 },
});
const picture = (key: string) => file(key, 'image', 'image/png');
const film = file('film', 'video', 'video/mp4');
const log = file('log', 'file', 'text/plain');
const archive = (key: string) => file(key, 'file', 'application/zip');

test('an output is compared with the others of its kind, those behind it first; files that are texts are texts', () => {
  const items = [text('a'), picture('p'), film, log, text('b')];
  expect(siblingsOfKind(items, 3).map(({ index }) => index)).toEqual([4, 0]);
  expect(siblingsOfKind(items, 1)).toEqual([]);
  expect(siblingsOfKind([archive('x'), archive('y')], 0)).toEqual([]);
  expect(siblingsOfKind(items, 9)).toEqual([]);
});

test('of the outputs of a run those of the most frequent kind are compared, none where no two are alike', () => {
  const items = [text('a'), picture('p'), film, picture('q'), picture('r'), log];
  expect(maxComparable(items).map(({ key }) => key)).toEqual(['p', 'q', 'r']);
  expect(maxComparable([text('a'), picture('p')])).toEqual([]);
  expect(maxComparable([])).toEqual([]);
});
