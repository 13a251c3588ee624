import { expect, it } from 'vitest';
import { nextId } from './browser-source.ts';

it('makes ids that ascend, though the clock of the computer goes back by years', () => {
  const now = Date.parse('2026-05-01T00:00:00Z');
  const times = [now, now, now + 1, now - 5e10, now - 5e10, now + 2, now + 9e10, now + 3];
  const ids = times.map((time) => nextId(time));
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
});
