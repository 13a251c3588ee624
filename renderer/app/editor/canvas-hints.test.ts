import { expect, it } from 'vitest';
import { fittingHint } from './canvas-hints.tsx';

it('on an empty canvas nobody is told to wire or to run', () => {
  const all = [{ id: 'add' }, { id: 'connect' }, { id: 'run' }] as const;
  const after = all.slice(1);
  expect([0, 1, 2].map((count) => fittingHint(all, count)?.id)).toEqual(['add', 'add', 'add']);
  expect([0, 1, 2].map((count) => fittingHint(after, count)?.id)).toEqual([undefined, 'run', 'connect']);
});
