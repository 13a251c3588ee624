import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { graphOf } from './testing/engine-bench.ts';
import { fileIdOf, openTestBench } from './testing/test-bench.ts';
import { connectionOf } from '#service/testing/connection-of.ts';

describe('a run', () => {
  it('goes from accepted to succeeded, with events in order and its outputs by name', async () => {
    const bench = await openTestBench();
    const created = await bench.create({
      graph: graphOf(
        { text: ['input/text', { value: 'hello' }], out: ['output/value', { name: 'Greeting' }] },
        ['text.text → out.value'],
      ),
    });
    expect(created).toMatchObject({ status: 'accepted', sourceType: 'inline_graph', cancelRequested: false });

    const ended = await bench.ended(created.id);

    expect(ended.status).toBe('succeeded');
    expect(ended.outputs).toEqual({ Greeting: { type: 'string', value: 'hello' } });
    expect(ended.executionTimeMs).toBeGreaterThanOrEqual(0);
    expect(await bench.types(created.id)).toEqual([
      'run.accepted',
      'run.queued',
      'run.started',
      'node.started',
      'node.succeeded',
      'node.started',
      'node.succeeded',
      'run.succeeded',
    ]);
    const started = (await bench.events(created.id))[2];
    expect(started?.data).toEqual({ plan: ['text', 'out'], total: 2 });
    expect((await bench.events(created.id))[4]).toMatchObject({
      nodeId: 'text',
      data: { nodeType: 'input/text', outputs: { text: { type: 'string', value: 'hello' } } },
    });
  });

  it('names leaf outputs by node and pin without output nodes, and makes equal names unique', async () => {
    const bench = await openTestBench();
    const leaves = await bench.run({ a: ['test/echo', { in: '1' }], b: ['test/echo', { in: '2' }] });
    expect(Object.keys(leaves.outputs ?? {})).toEqual(['a.out', 'b.out']);

    const named = await bench.run({
      a: ['output/value', { value: 1, name: 'Same' }],
      b: ['output/value', { value: 2, name: 'Same' }],
      c: ['output/value', { value: 3, name: 'Same' }],
    });
    expect(named.outputs).toEqual({
      Same: { type: 'number', value: 1 },
      'Same 2': { type: 'number', value: 2 },
      'Same 3': { type: 'number', value: 3 },
    });
  });

  it('executes only what the targets need', async () => {
    const bench = await openTestBench();
    const { folder } = bench;
    const created = await bench.create({
      graph: graphOf(
        {
          a: ['test/count', { folder, name: 'a' }],
          b: ['test/count', { folder, name: 'b' }],
          aside: ['test/count', { folder, name: 'aside' }],
          after: ['test/count', { folder, name: 'after' }],
        },
        ['a.out → b.in', 'b.out → after.in'],
      ),
      targetNodeIds: ['b'],
    });
    const ended = await bench.ended(created.id);
    expect(ended.outputs).toEqual({ 'b.out': { type: 'string', value: 'a' } });
    expect(['a', 'b', 'aside', 'after'].map((name) => bench.executions(name))).toEqual([1, 1, 0, 0]);
  });

  it('executes independent nodes at the same time: each of four ends only when all have begun', async () => {
    const bench = await openTestBench();
    const { folder } = bench;
    const meet = (name: string): [string, object] => ['test/meet', { folder, name, count: 4 }];
    const ended = await bench.run({
      a: meet('a'),
      b: meet('b'),
      c: meet('c'),
      d: meet('d'),
    } as never);
    expect(ended.status).toBe('succeeded');
  });

  it('shares the threads among runs: nodes of two runs meet', async () => {
    const bench = await openTestBench({ engine: { threads: 2 } });
    const { folder } = bench;
    const meet = (name: string) =>
      bench.create({
        graph: graphOf({
          first: ['test/meet', { folder, name, count: 2 }],
          second: ['test/echo', { in: name }],
        }),
      });
    const runs = [await meet('a'), await meet('b')];
    const ended = await Promise.all(runs.map(({ id }) => bench.ended(id)));
    expect(ended.map((entry) => entry.status)).toEqual(['succeeded', 'succeeded']);
  });

  it('lets more nodes wait than there are threads, and others work beside them', async () => {
    const bench = await openTestBench({ engine: { threads: 2 } });
    const { folder } = bench;
    const names = Array.from({ length: 12 }, (_, index) => `w${index}`);
    const created = await bench.create({
      graph: graphOf(Object.fromEntries(names.map((name) => [name, ['test/idle', { folder, name }]]))),
    });
    await Promise.all(names.map((name) => bench.untilEvent(created.id, (event) => event.nodeId === name)));
    expect((await bench.run({ a: ['test/echo', { in: 'beside' }] })).status).toBe('succeeded');
    for (const name of names) bench.sign(`${name}.go`);
    expect((await bench.ended(created.id)).status).toBe('succeeded');
  });

  it('makes a file of what a node writes, and hands it to the next one', async () => {
    const bench = await openTestBench();
    const ended = await bench.run(
      {
        write: ['test/write', { content: 'bytes', filename: 'note.txt' }],
        read: ['test/read'],
        file: ['output/file', { name: 'Note' }],
        text: ['output/value', { name: 'Text' }],
      },
      ['write.out → read.file', 'write.out → file.file', 'read.out → text.value'],
    );
    expect(ended.outputs?.['Text']).toEqual({ type: 'string', value: 'bytes' });
    expect(ended.outputs?.['Note']).toMatchObject({
      type: 'file',
      filename: 'note.txt',
      contentType: 'text/plain',
      sizeBytes: 5,
      downloadUrl: expect.stringContaining('/storage/files/'),
      previewUrl: null,
    });
    const rows = connectionOf(bench.ctx.db)
      .prepare("SELECT id, origin, run_id FROM files WHERE origin = 'run'")
      .all();
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { id: fileIdOf(ended, 'Note'), origin: 'run', run_id: ended.id },
    ]);
  });

  it('keeps progress events few and none after the end', async () => {
    const bench = await openTestBench({ engine: { progressIntervalMs: 3_600_000 } });
    const ended = await bench.run({ chat: ['test/chat', { lines: 100 }] });
    const events = await bench.events(ended.id);
    expect(events.filter((event) => event.type === 'node.progress').map((event) => event.progress)).toEqual([
      0.01,
    ]);
    expect(events.filter((event) => event.type === 'log')).toHaveLength(100);
    expect(events.at(-1)?.type).toBe('run.succeeded');
  });

  it(
    'lets others in between, however many nodes are ready and found in the cache',
    { tags: 'rig' },
    async () => {
      const bench = await openTestBench();
      const nodes = Array.from({ length: 3000 }, (_, index) => [`n${index}`, ['test/echo', { in: 'same' }]]);
      const graph = graphOf(Object.fromEntries(nodes) as Parameters<typeof graphOf>[0]);
      await bench.ended((await bench.create({ graph })).id);
      const again = await bench.create({ graph });
      let turns = 0;
      const others = setInterval(() => {
        turns += 1;
      }, 0);
      const ended = await bench.ended(again.id);
      clearInterval(others);
      expect(ended.status).toBe('succeeded');
      expect(
        connectionOf(bench.ctx.db)
          .prepare("SELECT COUNT(*) AS n FROM run_events WHERE type = 'node.cached' AND run_id = ?")
          .get(again.id)?.['n'],
      ).toBe(3000);
      expect(turns).toBeGreaterThan(2);
    },
  );

  it('removes scratch folders', async () => {
    const bench = await openTestBench();
    await bench.run({ scratch: ['test/scratch', { folder: bench.folder }] });
    const path = readFileSync(join(bench.folder, 'scratch.path'), 'utf8');
    await expect.poll(() => existsSync(path)).toBe(false);
  });
});
