import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NodeValue } from '#service/nodes/definition.ts';
import { TEST_NODES } from './testing/engine-bench.ts';
import { WorkerPool, type Lane, type WorkerPoolOptions } from './worker-pool.ts';

let root: string;
let pool: WorkerPool;
const open = (options: Partial<WorkerPoolOptions> = {}): void => {
  pool = new WorkerPool({
    nodesModule: TEST_NODES,
    blobDirectory: join(root, 'blobs'),
    scratchDirectory: join(root, 'scratch'),
    size: 2,
    ...options,
  });
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'patchbay-pool-'));
  open();
});
afterEach(async () => {
  await pool.close();
  rmSync(root, { recursive: true, force: true });
});

const start = (nodeType: string, inputs: Record<string, NodeValue>, lane: Lane = 'work') => {
  const began = Promise.withResolvers<void>();
  const task = pool.run({
    lane,
    nodeType,
    inputs,
    title: nodeType,
    onProgress: () => began.resolve(),
    onLog: () => undefined,
  });
  return { ...task, began: began.promise };
};

describe('the pool of threads', () => {
  it('has at least two, takes one task a thread, and says when it is full', async () => {
    open({ size: 1 });
    expect(pool.size).toBe(2);
    const gates = ['a', 'b'].map((name) => start('test/gate', { folder: root, name }));
    expect(pool.hasRoom('work')).toBe(false);
    expect(pool.hasRoom('wait')).toBe(true);
    expect(() => start('test/echo', { in: 'x' })).toThrow('No thread is free');
    writeFileSync(join(root, 'a.go'), '');
    writeFileSync(join(root, 'b.go'), '');
    expect((await Promise.all(gates.map((gate) => gate.result))).map((result) => result.kind)).toEqual([
      'succeeded',
      'succeeded',
    ]);
    expect(pool.hasRoom('work')).toBe(true);
  });

  it('uses a free thread again instead of starting another', async () => {
    pool.warm();
    expect(pool.threadCount).toBe(1);
    for (const text of ['1', '2', '3']) {
      expect(await start('test/echo', { in: text }).result).toEqual({
        kind: 'succeeded',
        outputs: { out: text },
      });
    }
    expect(pool.threadCount).toBe(1);
  });

  it('spares those that wait beside one that does not stop: they begin anew', async () => {
    open({ cancelGraceMs: 0 });
    const patient = start('test/idle', { folder: root, name: 'patient' }, 'wait');
    const stubborn = start('test/gate', { folder: root, name: 'stubborn' }, 'wait');
    await stubborn.began;
    // Ends the shared thread before the node has had time to answer, or after: either way only one is canceled.
    stubborn.cancel();
    expect((await stubborn.result).kind).toBe('canceled');
    writeFileSync(join(root, 'patient.go'), '');
    expect(await patient.result).toEqual({ kind: 'succeeded', outputs: { out: 'patient' } });
  });

  it('ends what is under way when it closes', async () => {
    const gate = start('test/gate', { folder: root, name: 'gate' });
    await gate.began;
    await pool.close();
    expect(await gate.result).toEqual({ kind: 'canceled' });
    expect(pool.threadCount).toBe(0);
    expect(pool.hasRoom('work')).toBe(false);
  });

  it('gives threads back that stay without work, but keeps two', async () => {
    open({ size: 4, idleMs: 1 });
    const names = ['a', 'b', 'c', 'd'];
    const gates = names.map((name) => start('test/gate', { folder: root, name }));
    expect(pool.threadCount).toBe(4);
    for (const name of names) writeFileSync(join(root, `${name}.go`), '');
    await Promise.all(gates.map((gate) => gate.result));
    await expect.poll(() => pool.threadCount).toBe(2);
    // All four had been told to go when idle: a round trip later two are still there.
    await start('test/echo', { in: 'x' }).result;
    await start('test/echo', { in: 'y' }).result;
    expect(pool.threadCount).toBe(2);
  });
});
