import { expect, it } from 'vitest';
import { cut } from './paint-node.ts';

it('cuts a text where it would leave its node, by how wide its letters are', () => {
  expect(cut('Blur', 12, 200)).toBe('Blur');
  const latin = cut('A title that nobody could fit into the header of a node', 12, 200);
  const wide = cut('見出し文字のレイアウトを整えるための見出し文字', 12, 200);
  expect(latin.endsWith('…')).toBe(true);
  expect(wide.endsWith('…')).toBe(true);
  expect(wide.length).toBeLessThanOrEqual(200 / 12);
  expect(latin.length).toBeGreaterThan(wide.length);
});
