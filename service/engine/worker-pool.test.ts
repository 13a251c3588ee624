// @module-tag rig
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import type { NativePool } from '#native/pool/native-pool.ts';
import type { NodeValue } from '#service/nodes/definition.ts';
import { createFileBlobStore } from '#service/storage/file-blob-store.ts';
import { openNativePool } from './native-pool.ts';
import { TEST_NODES } from './testing/engine-bench.ts';
import type { Lane } from './task.ts';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

let root: string;
let pool: WorkerPool;
let native: NativePool;
const open = (options: Partial<WorkerPoolOptions> = {}): void => {
  pool = new WorkerPool({
    nodesModule: TEST_NODES,
    media: { dataDirectory: root, address: 'folder' },
    scratchDirectory: join(root, 'scratch'),
    native,
    blobs: createFileBlobStore(join(root, 'blobs')),
    size: 2,
    ...options,
  });
};
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'patchbay-pool-'));
  native = openNativePool(root, pino({ level: 'silent' }), {
    nodesModule: TEST_NODES,
    threads: 2,
    sharedFolders: [root],
  });
  open();
});
afterEach(async () => {
  await pool.close();
  await native.close();
  rmSync(root, { recursive: true, force: true });
});

const start = (nodeType: string, inputs: Record<string, NodeValue>, lane: Lane = 'work') => {
  const began = Promise.withResolvers<void>();
  const task = pool.run({
    lane,
    nodeType,
    category: 'test',
    runsPrograms: false,
    inputs,
    title: nodeType,
    onProgress: () => began.resolve(),
    onLog: () => undefined,
  });
  return { ...task, began: began.promise };
};

describe('the pool of workers', () => {
  it('takes as many tasks as it may, and says when it is full', async () => {
    const gates = ['a', 'b'].map((name) => start('test/gate', { folder: root, name }));
    expect(pool.hasCapacity('work')).toBe(false);
    expect(pool.hasCapacity('wait')).toBe(true);
    expect(() => start('test/echo', { in: 'x' })).toThrow('There is no room');
    writeFileSync(join(root, 'a.go'), '');
    writeFileSync(join(root, 'b.go'), '');
    expect((await Promise.all(gates.map((gate) => gate.result))).map((result) => result.kind)).toEqual([
      'succeeded',
      'succeeded',
    ]);
    expect(pool.hasCapacity('work')).toBe(true);
  });

  it('spares those that wait beside one that does not stop: they begin anew', { tags: 'rig' }, async () => {
    open({ cancelGraceMs: 0 });
    const patient = start('test/idle', { folder: root, name: 'patient' }, 'wait');
    const stubborn = start('test/gate', { folder: root, name: 'stubborn' }, 'wait');
    await stubborn.began;
    // Ends the shared thread before the node has had time to answer, or after: either way only one is canceled.
    stubborn.cancel();
    expect((await stubborn.result).kind).toBe('canceled');
    writeFileSync(join(root, 'patient.go'), '');
    expect(await patient.result).toMatchObject({ kind: 'succeeded', outputs: { out: 'patient' } });
  });

  it('ends what is under way when it closes', async () => {
    const gate = start('test/gate', { folder: root, name: 'gate' });
    await gate.began;
    await pool.close();
    expect(await gate.result).toEqual({ kind: 'canceled' });
    expect(pool.hasCapacity('work')).toBe(false);
  });
});
