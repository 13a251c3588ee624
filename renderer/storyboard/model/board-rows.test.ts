import { expect, test } from 'vitest';
import { validateStoryboard } from '#shared/storyboard/index.ts';
import { columnsOf, rowOfShot, rowsOf, adjacentShot } from './board-rows.ts';

function boardOf(...counts: number[]) {
  const checked = validateStoryboard({
    serviceType: 'storyboard',
    version: 1,
    sequences: counts.map((count, scene) => ({
      id: `s${scene}`,
      // The same ids in every scene, as a document may have them.
      shots: Array.from({ length: count }, (_, shot) => ({ id: String(shot) })),
    })),
  });
  if (!checked.ok) throw new Error('It is not sound.');
  return checked.document;
}
const ref = (scene: string, shot: number) => ({ scene, shot: String(shot) });

test('rows hold as many shots as fit, and each scene ends with the place for the next', () => {
  expect([320, 1024, 1440, 4000].map(columnsOf)).toEqual([1, 3, 4, 5]);
  const rows = rowsOf(boardOf(5, 4, 0), 4);
  const words = rows.map((row) =>
    row.kind === 'head' ? `scene ${row.number}` : `${row.from}+${row.count}${row.isLast ? ' and more' : ''}`,
  );
  expect(words).toEqual([
    'scene 1',
    '0+4',
    '4+1 and more',
    'scene 2',
    '0+4',
    '4+0 and more',
    'scene 3',
    '0+0 and more',
  ]);
  expect([ref('s0', 4), ref('s1', 3), ref('s1', 9), ref('s9', 0)].map((one) => rowOfShot(rows, one))).toEqual(
    [2, 4, -1, -1],
  );
});

test('arrows lead to the row above and below, over rows without shots', () => {
  const rows = rowsOf(boardOf(6, 0, 4), 4);
  expect(adjacentShot(rows, ref('s0', 3), 1)).toEqual(ref('s0', 5));
  expect(adjacentShot(rows, ref('s0', 5), 1)).toEqual(ref('s2', 1));
  expect(adjacentShot(rows, ref('s2', 0), -1)).toEqual(ref('s0', 4));
  expect(adjacentShot(rows, ref('s0', 0), -1)).toBeNull();
  expect(adjacentShot(rows, ref('s2', 3), 1)).toBeNull();
});
