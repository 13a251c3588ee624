import { expect, test } from 'vitest';
import { createSerialQueue } from './serial-queue.ts';
import { createTestLog } from './testing/test-log.ts';

function start(maxWaiting = 10) {
  const log = createTestLog();
  const idle: string[] = [];
  const queue = createSerialQueue({
    name: 'a piece failed',
    maxPending: maxWaiting,
    log,
    onIdle: (lane) => idle.push(lane),
  });
  const begun: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const add = (lane: string, key: string) =>
    queue.add(lane, key, (signal) => {
      begun.push(key);
      const gate = Promise.withResolvers<void>();
      gates.set(key, gate);
      signal.addEventListener('abort', () => gate.reject(signal.reason as Error), { once: true });
      return gate.promise;
    });
  return { queue, log, idle, begun, add, end: (key: string) => gates.get(key)?.resolve() };
}

test('one piece of a lane is done at a time, and lanes do not wait for each other', async () => {
  const { queue, begun, add, end, idle } = start();
  for (const key of ['a1', 'a2']) expect(add('a', key)).toBe(true);
  add('b', 'b1');
  expect(begun).toEqual(['a1', 'b1']);
  end('a1');
  await queue.idle('a1');
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'a2']);
  end('a2');
  end('b1');
  await queue.settled();
  expect(idle.toSorted()).toEqual(['a', 'b']);
});

test('the same piece is not added twice, and more than may wait is refused', async () => {
  const { queue, begun, add, end } = start(2);
  expect(add('a', 'a1')).toBe(true);
  expect(add('a', 'a1')).toBe(true);
  expect(add('a', 'a2')).toBe(true);
  expect(add('a', 'a3')).toBe(false);
  expect(queue.has('a3')).toBe(false);
  end('a1');
  await queue.idle('a1');
  expect(add('a', 'a3')).toBe(true);
  await expect.poll(() => begun).toEqual(['a1', 'a2']);
  await queue.close();
});

test('a piece that fails is logged and the next is done', async () => {
  const { queue, log, begun, add } = start();
  queue.add('a', 'bad', () => Promise.reject(new Error('no')));
  add('a', 'good');
  await expect.poll(() => begun).toEqual(['good']);
  expect(log.lines.join('\n')).toMatch(/a piece failed/);
  await queue.close();
});

test('closing drops what waits and aborts what is being done', async () => {
  const { queue, begun, add } = start();
  add('a', 'a1');
  add('a', 'a2');
  await queue.close();
  expect(begun).toEqual(['a1']);
  expect(add('a', 'a3')).toBe(false);
});

test('closing does not wait for work that does not look at its signal', async () => {
  const { queue } = start();
  queue.add('a', 'deaf', () => new Promise(() => {}));
  await queue.close();
  expect(queue.has('deaf')).toBe(false);
});
