import { expect, test } from 'vitest';
import { rigSize } from '../size.ts';
import { playOpenings } from './rig.ts';

const OPENINGS = rigSize({ long: 8, slice: 4 });
const NODES = rigSize({ long: 300, slice: 100 });

test('a project opens again and again, also after windows that were killed in the middle of edits', async () => {
  const openings = await playOpenings(OPENINGS, NODES);
  expect(openings).toHaveLength(OPENINGS);
  for (const { requests } of openings) expect(requests).toHaveLength(13);
  expect(new Set(openings.map(({ projectId }) => projectId)).size).toBe(1);
});
