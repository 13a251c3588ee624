import { expect, test } from 'vitest';
import { dispatchTask, type RemoteDependencies } from './remote-execution.ts';
import { StaleClaim } from './run-claim-rows.ts';

/** Work that others do: what becomes of its result where another service carries the run on by now. */

/** A task in the queue. @param isRemoved whether its job was there to be removed with the result. */
async function offered(isRemoved: boolean) {
  const run = { id: 'run_1', row: { accountId: 'acc_1' }, isLive: false, titleOf: () => 'Resize' };
  const definition = { type: 'image/resize', category: 'image' };
  const task = { step: { node: { id: 'a' } }, definition, inputs: {}, scale: 1 };
  const dispatcher = {
    send: () => Promise.resolve(),
    wait: () => ({ result: Promise.resolve({ kind: 'canceled' }), cancel: () => undefined }),
    settle: () => Promise.resolve(isRemoved),
  };
  const results = { enqueue: (_run: unknown, _task: unknown, send: () => Promise<void>) => send() };
  const listeners = {
    onProgress: () => undefined,
    onLog: () => undefined,
    onStarted: () => undefined,
    note: () => undefined,
  };
  // Of the engine, what offering a task asks of it.
  const dependencies = { run, task, results, ...listeners } as unknown as RemoteDependencies;
  return dispatchTask({ dispatcher } as unknown as Parameters<typeof dispatchTask>[0], dependencies);
}

test('a result that another service has taken is its: the run is left to that service, and does not fail', async () => {
  await expect((await offered(false)).settle()).rejects.toBeInstanceOf(StaleClaim);
  await expect((await offered(true)).settle()).resolves.toBeUndefined();
});
