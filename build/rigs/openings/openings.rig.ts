import { expect, test } from 'vitest';
import { playOpenings } from './rig.ts';

test('a project opens again and again, also after windows that were killed in the middle of edits', async () => {
  const openings = await playOpenings(8, 300);
  expect(openings).toHaveLength(8);
  for (const { requests } of openings) expect(requests).toHaveLength(13);
  expect(new Set(openings.map(({ projectId }) => projectId)).size).toBe(1);
});
