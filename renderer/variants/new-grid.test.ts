import { expect, it } from 'vitest';
import { gridName } from './new-grid.ts';

const input = (nodeTitle: string, label: string, nodeId = nodeTitle) => ({ nodeId, nodeTitle, label });

it('names a grid by its inputs with the titles of their nodes', () => {
  expect(gridName([input('Light', 'From')])).toBe('Light · From');
  expect(gridName([input('Light', 'From'), input('Sun', 'Radius')])).toBe('Light · From × Sun · Radius');
  expect(gridName([input('', 'From')])).toBe('From');
});

it('says the title of a node once, but of two nodes with one title each time', () => {
  expect(gridName([input('Light', 'From'), input('Light', 'To')])).toBe('Light · From × To');
  expect(gridName([input('Light', 'From', 'a'), input('Light', 'From', 'b')])).toBe(
    'Light · From × Light · From',
  );
});

it('keeps a long name to what is stored', () => {
  expect(gridName([input('n'.repeat(300), 'From')])).toHaveLength(200);
});
