import { existsSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { graphOf, openBench, type BenchOptions, type EngineBench } from './testing/engine-bench.ts';

let bench: EngineBench;
const reopen = async (options: BenchOptions): Promise<void> => {
  await bench.close();
  bench = openBench(options);
};
beforeEach(() => {
  bench = openBench();
});
afterEach(() => bench.close());

const types = (runId: string): string[] => bench.events(runId).map((event) => event.type);
const run = (...graph: Parameters<typeof graphOf>): Promise<ReturnType<EngineBench['get']>> =>
  bench.ended(bench.create({ graph: graphOf(...graph) }).id);
const executions = (name: string): number => {
  const file = join(bench.folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;
};
const fileIdOf = (ended: ReturnType<EngineBench['get']>, key: string): string => {
  const output = ended.outputs?.[key];
  if (output === undefined || !('fileId' in output)) throw new Error(`${key} is no file.`);
  return output.fileId;
};
const sign = (name: string): void => writeFileSync(join(bench.folder, name), '');

describe('a run', () => {
  it('goes from accepted to succeeded, with events in order and its outputs by name', async () => {
    const created = bench.create({
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
    expect(types(created.id)).toEqual([
      'run.accepted',
      'run.queued',
      'run.started',
      'node.started',
      'node.succeeded',
      'node.started',
      'node.succeeded',
      'run.succeeded',
    ]);
    const started = bench.events(created.id)[2];
    expect(started?.data).toEqual({ plan: ['text', 'out'], total: 2 });
    expect(bench.events(created.id)[4]).toMatchObject({
      nodeId: 'text',
      data: { nodeType: 'input/text', outputs: { text: { type: 'string', value: 'hello' } } },
    });
  });

  it('names leaf outputs by node and pin without output nodes, and makes equal names unique', async () => {
    const leaves = await run({ a: ['test/echo', { in: '1' }], b: ['test/echo', { in: '2' }] });
    expect(Object.keys(leaves.outputs ?? {})).toEqual(['a.out', 'b.out']);

    const named = await run({
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
    const { folder } = bench;
    const created = bench.create({
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
    expect(['a', 'b', 'aside', 'after'].map(executions)).toEqual([1, 1, 0, 0]);
  });

  it('executes independent nodes at the same time: each of four ends only when all have begun', async () => {
    const { folder } = bench;
    const meet = (name: string): [string, object] => ['test/meet', { folder, name, count: 4 }];
    const ended = await run({ a: meet('a'), b: meet('b'), c: meet('c'), d: meet('d') } as never);
    expect(ended.status).toBe('succeeded');
  });

  it('shares the threads among runs: nodes of two runs meet', async () => {
    await reopen({ engine: { threads: 2 } });
    const { folder } = bench;
    const meet = (name: string) =>
      bench.create({
        graph: graphOf({
          first: ['test/meet', { folder, name, count: 2 }],
          second: ['test/echo', { in: name }],
        }),
      });
    const runs = [meet('a'), meet('b')];
    const ended = await Promise.all(runs.map(({ id }) => bench.ended(id)));
    expect(ended.map((entry) => entry.status)).toEqual(['succeeded', 'succeeded']);
  });

  it('lets more nodes wait than there are threads, and others work beside them', async () => {
    await reopen({ engine: { threads: 2 } });
    const { folder } = bench;
    const names = Array.from({ length: 12 }, (_, index) => `w${index}`);
    const created = bench.create({
      graph: graphOf(Object.fromEntries(names.map((name) => [name, ['test/idle', { folder, name }]]))),
    });
    await Promise.all(names.map((name) => bench.untilEvent(created.id, (event) => event.nodeId === name)));
    expect((await run({ a: ['test/echo', { in: 'beside' }] })).status).toBe('succeeded');
    for (const name of names) sign(`${name}.go`);
    expect((await bench.ended(created.id)).status).toBe('succeeded');
  });

  it('makes a file of what a node writes, and hands it to the next one', async () => {
    const ended = await run(
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
    const rows = bench.ctx.db.prepare("SELECT id, origin, run_id FROM files WHERE origin = 'run'").all();
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { id: fileIdOf(ended, 'Note'), origin: 'run', run_id: ended.id },
    ]);
  });

  it('keeps progress events few and none after the end', async () => {
    await reopen({ engine: { progressIntervalMs: 3_600_000 } });
    const ended = await run({ chat: ['test/chat', { lines: 100 }] });
    const events = bench.events(ended.id);
    expect(events.filter((event) => event.type === 'node.progress').map((event) => event.progress)).toEqual([
      0.01,
    ]);
    expect(events.filter((event) => event.type === 'log')).toHaveLength(100);
    expect(events.at(-1)?.type).toBe('run.succeeded');
  });

  it('lets others in between, however many nodes are ready and found in the cache', async () => {
    const nodes = Array.from({ length: 1000 }, (_, index) => [`n${index}`, ['test/echo', { in: 'same' }]]);
    const graph = graphOf(Object.fromEntries(nodes) as Parameters<typeof graphOf>[0]);
    await bench.ended(bench.create({ graph }).id);
    const again = bench.create({ graph });
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    }, 0);
    const ended = await bench.ended(again.id);
    clearInterval(others);
    expect(ended.status).toBe('succeeded');
    expect(
      bench.ctx.db
        .prepare("SELECT COUNT(*) AS n FROM run_events WHERE type = 'node.cached' AND run_id = ?")
        .get(again.id)?.['n'],
    ).toBe(1000);
    expect(turns).toBeGreaterThan(2);
  });

  it('removes scratch folders', async () => {
    await run({ scratch: ['test/scratch', { folder: bench.folder }] });
    expect(existsSync(readFileSync(join(bench.folder, 'scratch.path'), 'utf8'))).toBe(false);
  });
});

describe('reuse', () => {
  it('executes equal work once, and says so by node.cached', async () => {
    const { folder } = bench;
    const graph: Parameters<typeof graphOf> = [
      { a: ['test/count', { folder }], b: ['test/echo'] },
      ['a.out → b.in'],
    ];
    const first = await run(...graph);
    const second = await run(...graph);
    expect(executions('count')).toBe(1);
    expect(second.outputs).toEqual(first.outputs);
    expect(types(second.id).filter((type) => type.startsWith('node.'))).toEqual([
      'node.cached',
      'node.cached',
    ]);
  });

  it('executes and charges equal work once when it comes at the same time, in one run and in several', async () => {
    await reopen({ prices: { 'test/hold': 1 } });
    const hold = ['test/hold', { folder: bench.folder }] as const;
    const equal = () => bench.create({ graph: graphOf({ a: [...hold], b: [...hold] }) });
    const first = equal();
    await bench.untilEvent(first.id, (event) => event.type === 'node.started');
    const created = [first, equal()];
    // Other work goes on meanwhile, and a run that is canceled does not wait for its twin.
    const canceled = equal();
    const beside = bench.create({ graph: graphOf({ a: ['test/count', { folder: bench.folder }] }) });
    await bench.ended(beside.id);
    bench.cancel(canceled.id);
    expect((await bench.ended(canceled.id)).status).toBe('canceled');
    sign('hold.go');
    const ended = [];
    for (const { id } of created) ended.push(await bench.ended(id));
    expect(ended.map((one) => one.status)).toEqual(['succeeded', 'succeeded']);
    expect(executions('hold.began')).toBe(1);
    expect(bench.ctx.db.prepare('SELECT COUNT(*) AS n FROM ledger').get()?.['n']).toBe(1);
    const ends = created
      .flatMap(({ id }) => bench.events(id))
      .filter((event) => event.type.startsWith('node.'));
    expect(ends.filter((event) => event.type === 'node.succeeded')).toHaveLength(1);
    expect(ends.filter((event) => event.type === 'node.cached')).toHaveLength(3);
  });

  it('does the work itself when nothing came of equal work', async () => {
    const fails = ['test/hold', { folder: bench.folder, fail: true }] as const;
    const first = bench.create({ graph: graphOf({ a: [...fails] }) });
    await bench.untilEvent(first.id, (event) => event.type === 'node.started');
    const second = bench.create({ graph: graphOf({ a: [...fails] }) });
    await run({ a: ['test/count', { folder: bench.folder }] });
    bench.cancel(first.id);
    await bench.untilEvent(second.id, (event) => event.type === 'node.started');
    sign('hold.go');
    expect((await bench.ended(second.id)).error?.code).toBe('HELD');
    expect(bench.get(first.id).status).toBe('canceled');
    expect(executions('hold.began')).toBe(2);
  });

  it('executes again when an input, the account or a stored file is another', async () => {
    const { folder } = bench;
    await run({ a: ['test/count', { folder, in: 1 }] });
    await run({ a: ['test/count', { folder, in: 2 }] });
    expect(executions('count')).toBe(2);

    const other = bench.addAccount('other');
    const created = bench.create({ graph: graphOf({ a: ['test/count', { folder, in: 1 }] }) }, other);
    await bench.engine.whenIdle();
    expect(bench.get(created.id, other).status).toBe('succeeded');
    expect(executions('count')).toBe(3);

    const written = await run({ w: ['test/write', { content: 'gone' }] });
    const row = bench.ctx.db.prepare('SELECT blob FROM files WHERE id = ?').get(fileIdOf(written, 'w.out'));
    const path = bench.ctx.blobs.pathOf(String(row?.['blob']));
    unlinkSync(path);
    const again = await run({ w: ['test/write', { content: 'gone' }] });
    expect(types(again.id)).toContain('node.succeeded');
    expect(existsSync(path)).toBe(true);
  });

  it('never reuses nodes that are not to be', async () => {
    sign('gate.go');
    const graph: Parameters<typeof graphOf> = [{ a: ['test/gate', { folder: bench.folder }] }];
    await run(...graph);
    await run(...graph);
    expect(executions('gate.began')).toBe(2);
  });
});

describe('a failing node', () => {
  it('ends the run as failed and names itself, while independent branches finish and dependants never start', async () => {
    const { folder } = bench;
    const ended = await run(
      {
        bad: ['test/refuse', {}, 'Shy one'],
        after: ['test/count', { folder, name: 'after' }],
        aside: ['test/count', { folder, name: 'aside' }],
        out: ['output/value', { name: 'Kept' }],
      },
      ['bad.out → after.in', 'aside.out → out.value'],
    );
    expect(ended.status).toBe('failed');
    expect(ended.error).toEqual({
      code: 'TOO_SHY',
      message: 'This node never does anything. Remove it.',
      nodeId: 'bad',
      nodeTitle: 'Shy one',
      nodeType: 'test/refuse',
    });
    expect(['after', 'aside'].map(executions)).toEqual([0, 1]);
    expect(ended.outputs).toEqual({ Kept: { type: 'string', value: 'aside' } });
    expect(bench.events(ended.id).find((event) => event.type === 'node.failed')).toMatchObject({
      nodeId: 'bad',
      message: 'This node never does anything. Remove it.',
      data: { code: 'TOO_SHY' },
    });
    expect(types(ended.id).at(-1)).toBe('run.failed');
  });

  it('is told apart from a defect, whose message is shown but not its stack', async () => {
    const ended = await run({ bad: ['test/defect'] });
    expect(ended.error).toMatchObject({ code: 'NODE_DEFECT', nodeId: 'bad' });
    expect(String(ended.error?.['message'])).toBe('defect could not do its work: x is not a function.');
  });

  it.runIf(process.platform === 'linux')('says that the disk is full when it is', async () => {
    const ended = await run({ big: ['test/full-disk'] });
    expect(ended.status).toBe('failed');
    expect(ended.error).toMatchObject({
      code: 'DISK_FULL',
      nodeId: 'big',
      message:
        'The disk of the service is full: full-disk could not store its result. Free some space and run again.',
    });
  });

  it.each([
    ['test/exit', 'NODE_CRASHED'],
    ['test/memory', 'NODE_OUT_OF_MEMORY'],
  ])('%s takes its thread down, and neither the service nor the next run', async (type, code) => {
    await reopen({ engine: { threads: 2, threadMemoryMegabytes: 32 } });
    const ended = await run({ bad: [type], aside: ['test/echo', { in: 'fine' }] });
    expect(ended.error).toMatchObject({ code, nodeId: 'bad' });
    expect(ended.outputs?.['aside.out']).toEqual({ type: 'string', value: 'fine' });
    expect((await run({ a: ['test/echo', { in: 'next' }] })).status).toBe('succeeded');
  });

  it('that takes too long is stopped', async () => {
    await reopen({ engine: { nodeTimeLimitMs: 50, cancelGraceMs: 50 } });
    const ended = await run({ slow: ['test/stubborn', { folder: bench.folder }] });
    expect(ended.error).toMatchObject({ code: 'NODE_TIMED_OUT', nodeId: 'slow' });
  });

  it('cannot open bytes by JSON in the shape of a file', async () => {
    const ended = await run({ forge: ['test/forge', { blob: 'a'.repeat(64) }] });
    expect(ended.error).toMatchObject({ code: 'FILE_NOT_HELD' });
  });

  it('gets a sentence when a wire brings what its pin cannot take', async () => {
    const ended = await run({ n: ['input/number', { value: 101 }], size: ['test/size'] }, [
      'n.number → size.width',
    ]);
    expect(ended.error).toMatchObject({
      code: 'INPUT_INVALID',
      message: 'Width must be from 1 to 100, but is 101.',
      nodeId: 'size',
    });
  });

  it('is spared where a wire can be read as what the pin takes', async () => {
    const ended = await run(
      { n: ['input/number', { value: 41.7 }], size: ['test/size'], echo: ['test/echo'] },
      ['n.number → size.width', 'n.number → echo.in'],
    );
    expect(ended.outputs).toEqual({
      'size.out': { type: 'number', value: 42 },
      'echo.out': { type: 'string', value: '41.7' },
    });
  });
});

describe('cancel', () => {
  it('ends a waiting run at once', async () => {
    await reopen({ engine: { maxRunning: 1 } });
    const gate = bench.create({ graph: graphOf({ a: ['test/gate', { folder: bench.folder }] }) });
    await bench.untilEvent(gate.id, (event) => event.type === 'node.started');
    const waiting = bench.create({ graph: graphOf({ a: ['test/echo', { in: '1' }] }) });
    expect(bench.cancel(waiting.id)).toMatchObject({ status: 'canceled', cancelRequested: true });
    expect(types(waiting.id)).not.toContain('run.started');
    sign('gate.go');
    await bench.ended(gate.id);
    await bench.engine.whenIdle();
    expect(types(waiting.id).at(-1)).toBe('run.canceled');
  });

  it('ends an accepted run before it was taken up', async () => {
    const created = bench.create({ graph: graphOf({ a: ['test/count', { folder: bench.folder }] }) });
    expect(bench.cancel(created.id).status).toBe('canceled');
    await bench.engine.whenIdle();
    expect(types(created.id)).toEqual(['run.accepted', 'run.canceled']);
    expect(executions('count')).toBe(0);
  });

  it('ends a running one at the next safe point', async () => {
    const created = bench.create({
      graph: graphOf({ a: ['test/gate', { folder: bench.folder }], b: ['test/echo'] }, ['a.out → b.in']),
    });
    await bench.untilEvent(created.id, (event) => event.type === 'node.progress');
    expect(bench.cancel(created.id)).toMatchObject({ status: 'running', cancelRequested: true });
    expect(bench.cancel(created.id).cancelRequested).toBe(true);
    const ended = await bench.ended(created.id);
    expect(ended).toMatchObject({ status: 'canceled', error: null, outputs: {} });
    expect(types(created.id).filter((type) => type.startsWith('run.'))).toEqual([
      'run.accepted',
      'run.queued',
      'run.started',
      'run.cancel_requested',
      'run.canceled',
    ]);
  });

  it('ends the thread of a node that does not listen, and the pool works on', async () => {
    await reopen({ engine: { threads: 2, cancelGraceMs: 20 } });
    const created = bench.create({ graph: graphOf({ a: ['test/stubborn', { folder: bench.folder }] }) });
    await bench.untilEvent(created.id, (event) => event.type === 'node.started');
    bench.cancel(created.id);
    expect((await bench.ended(created.id)).status).toBe('canceled');
    expect((await run({ a: ['test/echo', { in: 'next' }], b: ['test/echo', { in: 'too' }] })).status).toBe(
      'succeeded',
    );
  });

  it('is refused once the run has ended', async () => {
    const ended = await run({ a: ['test/echo', { in: '1' }] });
    expect(() => bench.cancel(ended.id)).toThrow(
      expect.objectContaining({ status: 409, code: 'RUN_ALREADY_TERMINAL' }),
    );
  });
});

describe('spend', () => {
  const balance = (): bigint => {
    const select = bench.ctx.db.prepare('SELECT balance_microcredits AS b FROM accounts WHERE id = ?');
    select.setReadBigInts(true);
    return select.get(bench.accountId)?.['b'] as bigint;
  };

  it('adds up to the microcredit: what was executed and succeeded, and nothing else', async () => {
    await reopen({
      prices: { 'test/echo': 1_500_001, 'test/refuse': 999, 'test/count': 7 },
      microcredits: 10_000_000n,
    });
    const { folder } = bench;
    const graph: Parameters<typeof graphOf> = [
      {
        a: ['test/echo', { in: '1' }],
        b: ['test/echo', { in: '2' }],
        c: ['test/count', { folder }],
        bad: ['test/refuse'],
      },
    ];
    const first = await run(...graph);
    expect(first.creditsUsedMicrocredits).toBe('3000009');
    expect(first.creditsUsed).toBe(3);
    expect(first.spend?.byNode?.map(({ nodeId, microcredits }) => [nodeId, microcredits]).sort()).toEqual([
      ['a', '1500001'],
      ['b', '1500001'],
      ['c', '7'],
    ]);
    expect(balance()).toBe(10_000_000n - 3_000_009n);

    const second = await run(...graph);
    expect(second.creditsUsedMicrocredits).toBe('0');
    expect(balance()).toBe(10_000_000n - 3_000_009n);
    const ledger = bench.ctx.db.prepare('SELECT SUM(microcredits) AS sum FROM ledger').get();
    expect(BigInt(Number(ledger?.['sum']))).toBe(3_000_009n);
  });

  it('refuses a run that the balance does not cover', async () => {
    await reopen({ prices: { 'test/echo': 6 }, microcredits: 11n });
    expect(() =>
      bench.create({ graph: graphOf({ a: ['test/echo', { in: '1' }], b: ['test/echo', { in: '2' }] }) }),
    ).toThrow(expect.objectContaining({ status: 400, code: 'INSUFFICIENT_CREDITS' }));
    expect((await run({ a: ['test/echo', { in: '1' }] })).status).toBe('succeeded');
  });

  it('refuses a run while as many wait as may wait, says when to come back, and takes it then', async () => {
    await reopen({ engine: { maxRunning: 1, maxQueued: 1 } });
    const { folder } = bench;
    const gate = (name: string) => bench.create({ graph: graphOf({ g: ['test/gate', { folder, name }] }) });
    const first = gate('first');
    await bench.untilEvent(first.id, ({ type }) => type === 'node.started');
    const second = gate('second');
    expect(() => gate('third')).toThrow(
      expect.objectContaining({
        status: 503,
        code: 'RUN_NOT_DISPATCHED',
        headers: { 'retry-after': '5' },
      }),
    );
    for (const name of ['first', 'second', 'third']) writeFileSync(join(folder, `${name}.go`), '');
    for (const { id } of [first, second]) expect((await bench.ended(id)).status).toBe('succeeded');
    expect((await bench.ended(gate('third').id)).status).toBe('succeeded');
  });

  it('refuses a run that those under way leave too little for, and takes it when they are over', async () => {
    await reopen({ prices: { 'test/echo': 6, 'test/count': 3 }, microcredits: 11n });
    const { folder } = bench;
    const first = bench.create({
      graph: graphOf(
        { early: ['test/count', { folder }], gate: ['test/gate', { folder }], late: ['test/echo', {}] },
        ['early.out → gate.in', 'gate.out → late.in'],
      ),
    });
    await bench.untilEvent(first.id, ({ type, nodeId }) => type === 'node.started' && nodeId === 'gate');
    // 3 are spent and 6 promised: 2 are left.
    const wanted = { graph: graphOf({ c: ['test/count', { folder, name: 'other' }] }) };
    expect(() => bench.create(wanted)).toThrow(
      expect.objectContaining({
        status: 400,
        code: 'INSUFFICIENT_CREDITS',
        message: expect.stringContaining('runs under way may need 6'),
        details: { requiredMicrocredits: '3', balanceMicrocredits: '8', promisedMicrocredits: '6' },
      }),
    );
    bench.engine.cancel(first.id);
    await bench.ended(first.id);
    expect((await bench.ended(bench.create(wanted).id)).status).toBe('succeeded');
    expect(balance()).toBe(5n);
  });

  it('never goes below zero, though the balance fell after two runs were accepted', async () => {
    await reopen({ prices: { 'test/meet': 6, 'test/echo': 6 }, microcredits: 12n });
    const runs = ['1', '2'].map((text) =>
      bench.create({ graph: graphOf({ a: ['test/echo', { in: text }] }) }),
    );
    bench.ctx.db.exec('UPDATE accounts SET balance_microcredits = 11');
    const ended = await Promise.all(runs.map(({ id }) => bench.ended(id)));
    expect(ended.map((entry) => entry.status).sort()).toEqual(['failed', 'succeeded']);
    expect(ended.find((entry) => entry.status === 'failed')?.error).toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
    });
    expect(balance()).toBe(5n);
  });
});
