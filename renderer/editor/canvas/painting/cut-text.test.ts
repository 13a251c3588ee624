import { expect, it } from 'vitest';
import { cut, inRows } from './cut-text.ts';

it('cuts a text where it would leave its node, by how wide its letters are', () => {
  expect(cut('Blur', 12, 200)).toBe('Blur');
  const latin = cut('A title that nobody could fit into the header of a node', 12, 200);
  const wide = cut('見出し文字のレイアウトを整えるための見出し文字', 12, 200);
  expect(latin.endsWith('…')).toBe(true);
  expect(wide.endsWith('…')).toBe(true);
  expect(wide.length).toBeLessThanOrEqual(200 / 12);
  expect(latin.length).toBeGreaterThan(wide.length);
});

it('breaks a name between its words, cuts a word that is too long, and the last row', () => {
  expect(inRows('Evening skyline', 10, 60, 2)).toEqual(['Evening', 'skyline']);
  expect(inRows('Blur', 10, 60, 2)).toEqual(['Blur']);
  expect(inRows('Extraordinary sky', 10, 60, 2)).toEqual(['Extraordin…', 'sky']);
  expect(inRows('Sky above the harbor at dusk', 10, 60, 2)).toEqual(['Sky above', 'the harbo…']);
  expect(inRows('  ', 10, 60, 2)).toEqual([]);
});

it('knows broad letters from narrow ones', () => {
  // 8 letters of the usual width would fit; these do not, and twice as many narrow ones do.
  expect(cut('Waveform', 10, 46)).toBe('Wavef…');
  expect(cut('illicit lilt', 10, 46)).toBe('illicit lilt');
});
