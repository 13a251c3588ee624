import { expect, it } from 'vitest';
import { createSerializeByKey } from './serialize.ts';

it('does work of one key in sequence, after failures too, and lets other keys go on', async () => {
  const serialize = createSerializeByKey();
  const steps: string[] = [];
  const first = Promise.withResolvers<void>();
  const results = [
    serialize('a', async () => {
      steps.push('a1 begins');
      await first.promise;
      steps.push('a1 fails');
      throw new Error('no');
    }),
    serialize('a', async () => {
      steps.push('a2');
      return 2;
    }),
  ];
  const other = serialize('b', async () => {
    steps.push('b1');
    return 1;
  });
  expect(await other).toBe(1);
  expect(steps).toEqual(['a1 begins', 'b1']);
  first.resolve();
  expect(await Promise.allSettled(results)).toMatchObject([
    { status: 'rejected' },
    { status: 'fulfilled', value: 2 },
  ]);
  expect(await serialize('a', async () => 3)).toBe(3);
  expect(steps).toEqual(['a1 begins', 'b1', 'a1 fails', 'a2']);
});

it('keeps the sequence of work that is added while the last of its key ends', async () => {
  const serialize = createSerializeByKey();
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
  };
  const first = serialize('a', work);
  const following = first.then(() => Promise.all([serialize('a', work), serialize('a', work)]));
  await Promise.all([first, following, serialize('a', work)]);
  expect(most).toBe(1);
});
