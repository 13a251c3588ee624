import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { graphOf, openBench, type BenchOptions, type EngineBench } from './testing/engine-bench.ts';
import { sweepRuns } from './retention.ts';
import { connectionOf } from '#service/testing/connection-of.ts';

let root: string;
let dataDirectory: string;
let folder: string;
const benches = new Set<EngineBench>();

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'patchbay-recovery-'));
  dataDirectory = join(root, 'data');
  folder = mkdtempSync(join(root, 'signs-'));
});
afterEach(async () => {
  for (const bench of benches) await bench.close();
  benches.clear();
  rmSync(root, { recursive: true, force: true });
});

const open = async (options: BenchOptions = {}): Promise<EngineBench> => {
  const bench = await openBench({ dataDirectory, ...options });
  benches.add(bench);
  return bench;
};
const close = async (bench: EngineBench): Promise<void> => {
  benches.delete(bench);
  await bench.close();
};
const lines = (name: string): number => readFileSync(join(folder, name), 'utf8').trim().split('\n').length;

/** Runs the engine in a process of its own on the data directory, until it ends or is killed. */
async function runProcess(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  const script = fileURLToPath(new URL('./testing/engine-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, dataDirectory], { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  return { code, signal };
}

describe('after a restart', () => {
  it('runs that were moved to the front begin before those that waited longer', async () => {
    const first = await open({ engine: { maxRunning: 1 } });
    const gate = await first.create({ graph: graphOf({ a: ['test/gate', { folder }] }) });
    await first.untilEvent(gate.id, (event) => event.type === 'node.started');
    const waiting: string[] = [];
    for (let count = 0; count < 4; count += 1)
      waiting.push((await first.create({ graph: graphOf({ a: ['test/count', { folder }] }) })).id);
    const [oldest, second, third, newest] = waiting as [string, string, string, string];
    expect(await first.engine.queuedRuns()).toEqual(waiting);
    expect(await first.engine.moveToFront(third)).toBe(true);
    expect(await first.engine.moveToFront(newest)).toBe(true);
    // One that has begun has no place any more, and one that is not there never had.
    expect(await first.engine.moveToFront(gate.id)).toBe(false);
    expect(await first.engine.moveToFront('run_none')).toBe(false);
    const order = [newest, third, oldest, second];
    expect(await first.engine.queuedRuns()).toEqual(order);
    await close(first);

    const again = await open({ engine: { maxRunning: 1 } });
    const begun: string[] = [];
    const { events } = again.engine.store;
    const append = events.append.bind(events);
    vi.spyOn(events, 'append').mockImplementation(async (runId, event) => {
      if (event.type === 'run.started') begun.push(runId);
      return await append(runId, event);
    });
    writeFileSync(join(folder, 'gate.go'), '');
    await again.engine.start();
    await again.engine.whenIdle();
    expect(begun).toEqual(order);
  });

  it('a run goes on from the nodes that were done, and their spend is not booked again', async () => {
    const prices = { 'test/count': 5, 'test/echo': 3 };
    const first = await open({ prices });
    const created = await first.create({
      graph: graphOf({ a: ['test/count', { folder }], gate: ['test/gate', { folder }], b: ['test/echo'] }, [
        'a.out → gate.in',
        'gate.out → b.in',
      ]),
    });
    await first.untilEvent(created.id, (event) => event.type === 'node.progress');
    await close(first);

    const second = await open({ prices });
    expect((await second.get(created.id)).status).toBe('running');
    writeFileSync(join(folder, 'gate.go'), '');
    await second.engine.start();
    const ended = await second.ended(created.id);
    expect(ended.status).toBe('succeeded');
    expect(lines('count')).toBe(1);
    expect(lines('gate.began')).toBe(2);
    expect(ended.creditsUsedMicrocredits).toBe('8');
    expect((await second.events(created.id)).map((event) => event.type)).toContain('log');
  });

  it('a run that was to be canceled is canceled, and one that waited runs', async () => {
    const first = await open({ engine: { maxRunning: 1, cancelGraceMs: 3_600_000 } });
    const stubborn = await first.create({ graph: graphOf({ a: ['test/stubborn', { folder }] }) });
    const waiting = await first.create({ graph: graphOf({ a: ['test/echo', { in: 'later' }] }) });
    await first.untilEvent(stubborn.id, (event) => event.type === 'node.started');
    await first.cancel(stubborn.id);
    await close(first);

    const second = await open();
    await second.engine.start();
    expect((await second.ended(stubborn.id)).status).toBe('canceled');
    expect((await second.ended(waiting.id)).outputs).toEqual({ 'a.out': { type: 'string', value: 'later' } });
  });

  it('a failure from before still ends the run, with its words', async () => {
    const first = await open();
    const created = await first.create({
      graph: graphOf({ bad: ['test/refuse'], gate: ['test/gate', { folder }] }),
    });
    await first.untilEvent(created.id, (event) => event.type === 'node.failed');
    await first.untilEvent(created.id, (event) => event.type === 'node.progress');
    await close(first);

    const second = await open();
    writeFileSync(join(folder, 'gate.go'), '');
    await second.engine.start();
    const ended = await second.ended(created.id);
    expect(ended.error).toMatchObject({
      code: 'TOO_SHY',
      message: 'This node never does anything. Remove it.',
    });
    expect(ended.outputs).toEqual({ 'gate.out': { type: 'string', value: 'gate' } });
  });

  it(
    'a node that takes the process down each time is given up, and the rest is carried out',
    { tags: 'rig' },
    async () => {
      const bench = await open();
      // Accepted, but not taken up: as if the process had died right after the response.
      await bench.engine.stop();
      const created = await acceptedRun(bench);
      await close(bench);

      for (let attempt = 1; attempt <= 3; attempt += 1) {
        expect(await runProcess()).toEqual({ code: null, signal: 'SIGKILL' });
        expect(lines('kill.began')).toBe(attempt);
      }
      expect(await runProcess()).toEqual({ code: 0, signal: null });

      const after = await open();
      const ended = await after.get(created);
      expect(ended).toMatchObject({ status: 'failed', error: { code: 'NODE_CRASHED', nodeId: 'kill' } });
      expect(ended.outputs).toEqual({ 'fine.out': { type: 'string', value: 'fine' } });
    },
  );
});

async function acceptedRun(bench: EngineBench): Promise<string> {
  const id = bench.ctx.newId('run');
  await bench.engine.store.insert({
    id,
    accountId: bench.accountId,
    projectId: null,
    projectVersion: null,
    sourceType: 'inline_graph',
    graph: graphOf({ fine: ['test/echo', { in: 'fine' }], kill: ['test/kill', { folder }] }) as never,
    targetNodeIds: [],
    inputFiles: [],
    externalId: null,
    externalUserId: null,
    externalWorkspaceId: null,
  });
  await bench.engine.store.events.append(id, { type: 'run.accepted' });
  return id;
}

describe('clearing away', () => {
  it('keeps outputs, drops what was made on the way, the oldest results and their bytes', async () => {
    let now = Date.now();
    const bench = await open();
    bench.ctx.now = () => now;
    const run = async (content: string) =>
      bench.ended(
        (
          await bench.create({
            graph: graphOf(
              {
                w: ['test/write', { content }],
                r: ['test/read'],
                k: ['test/write', { content: `kept ${content}` }],
                o: ['output/file'],
              },
              ['w.out → r.file', 'k.out → o.file'],
            ),
          })
        ).id,
      );
    const first = await run('one');
    const files = () =>
      connectionOf(bench.ctx.db)
        .prepare('SELECT blob FROM files ORDER BY id')
        .all()
        .map((row) => String(row['blob']));
    expect(files()).toHaveLength(2);
    await bench.engine.whenIdle();
    const limits = { cacheEntries: 100, cacheFileBytes: 2 ** 30, keepMs: 1000 };
    expect(await sweepRuns(bench.ctx, () => true, limits)).toEqual({ files: 0, blobs: 0 });

    now += 3_600_000;
    expect(await sweepRuns(bench.ctx, () => false, limits)).toEqual({ files: 0, blobs: 0 });
    expect(await sweepRuns(bench.ctx, () => true, { ...limits, cacheEntries: 0 })).toMatchObject({
      files: 1,
    });
    expect(connectionOf(bench.ctx.db).prepare('SELECT COUNT(*) AS n FROM node_cache').get()?.['n']).toBe(0);
    const [kept] = files();
    expect(existsSync(bench.ctx.blobs.pathOf(kept!))).toBe(true);
    expect((await bench.get(first.id)).outputs?.['o']).toMatchObject({ downloadUrl: expect.any(String) });
    expect((await run('one')).status).toBe('succeeded');
  });
});
