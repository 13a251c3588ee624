import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { isTerminalRunStatus, type endpoints, type ResultOf } from '#shared/api/index.ts';
import { openNativePool, parallelNodes } from '#service/engine/native-pool.ts';
import { runInNativeChild } from '#service/engine/work-lane.ts';
import type { NodeValue } from '#service/nodes/definition.ts';
import { createFileBlobStore } from '#service/storage/file-blob-store.ts';
import { median, type Figure } from './measure.ts';
import type { LocalService } from './processes.ts';
import { call } from './service-benchmarks.ts';

/** Small pictures that go through three nodes, and small texts of one list. */
const PICTURES = Number(process.env['PATCHBAY_BENCH_PICTURES'] ?? 1000);
const TEXTS = 10_000;
const SIDE = 256;
const POLL_MS = 20;

type Run = ResultOf<typeof endpoints.runs.get>;

const number = (value: number) => ({ type: 'number', value });
const wire = (from: string, to: string) => ({ from: from.split('.'), to: to.split('.') });

/** Milliseconds of processor time of a process, with all it has started. */
function processorTime(pid: number, isTree: boolean): number {
  let sum = 0;
  try {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      sum += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
      if (!isTree) continue;
      const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim();
      for (const child of children === '' ? [] : children.split(' '))
        sum += processorTime(Number(child), true);
    }
  } catch {
    // A thread or process that ended meanwhile has nothing to add.
  }
  return sum;
}

async function runToEnd(service: LocalService, graph: object): Promise<{ run: Run; wall: number }> {
  const start = performance.now();
  const { id } = await call<Run>(service, 'POST', '/runs', { graph });
  for (;;) {
    const run = await call<Run>(service, 'GET', `/runs/${id}`);
    if (isTerminalRunStatus(run.status)) {
      if (run.status !== 'succeeded') throw new Error(`The run ended as ${run.status}.`);
      return { run, wall: performance.now() - start };
    }
    await pause(POLL_MS);
  }
}

const range = (from: number, count: number, step = 1) => ({
  id: 'range',
  type: 'list/range',
  inputs: { from: number(from), to: number(from + (count - 1) * step), step: number(step) },
});

/** Degrees between pictures, and by how much those of a round differ from the round before. */
const STEP = 360 / PICTURES / 2;
const SHIFT = 0.001;

/** A gradient, a blur and a gamma for each angle; no round before has made them. */
const picturesGraph = (round: number) => ({
  nodes: [
    range(round * SHIFT, PICTURES, STEP),
    { id: 'draw', type: 'image/gradient', inputs: { width: number(SIDE), height: number(SIDE) } },
    { id: 'soft', type: 'image/blur', inputs: { sigma: number(2) } },
    { id: 'lift', type: 'image/gamma', inputs: { gamma: number(1.5) } },
  ],
  connections: [
    wire('range.list', 'draw.angle'),
    wire('draw.image', 'soft.image'),
    wire('soft.image', 'lift.image'),
  ],
});

/** The same nodes in the same children, with nothing around them: as many at once as the service has. */
async function bareLoop(round: number): Promise<{ wall: number; processor: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-items-'));
  const log = pino({ level: 'silent' });
  const native = openNativePool(folder, log);
  const blobs = createFileBlobStore(join(folder, 'blobs'));
  const execute = async (nodeType: string, inputs: Record<string, NodeValue>): Promise<NodeValue> => {
    const { result } = runInNativeChild(
      { native, blobs, timeLimitMs: 60_000 },
      {
        lane: 'work',
        nodeType,
        category: 'image',
        runsPrograms: false,
        inputs,
        title: nodeType,
        onProgress: () => undefined,
        onLog: () => undefined,
      },
    );
    const outcome = await result;
    if (outcome.kind !== 'succeeded') throw new Error(`${nodeType} ended as ${outcome.kind}.`);
    return outcome.outputs['image'] ?? null;
  };
  // Children that run already, as those of the service do.
  const warmUps = Array.from({ length: 4 * parallelNodes({}) }, (_, at) =>
    execute('image/gradient', { width: SIDE, height: SIDE, angle: at }),
  );
  await Promise.all(warmUps);
  const before = processorTime(process.pid, true);
  const start = performance.now();
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < PICTURES; at = next++) {
      const gradient = await execute('image/gradient', {
        width: SIDE,
        height: SIDE,
        angle: round * SHIFT + at * STEP,
      });
      const soft = await execute('image/blur', { image: gradient, sigma: 2 });
      await execute('image/gamma', { image: soft, gamma: 1.5 });
    }
  };
  await Promise.all(Array.from({ length: parallelNodes({}) }, work));
  const result = { wall: performance.now() - start, processor: processorTime(process.pid, true) - before };
  await native.close();
  await rm(folder, { recursive: true, force: true });
  return result;
}

/** Lists through the service as a process: what an item costs it, and pictures through three nodes beside a bare loop. */
export async function itemFigures(service: LocalService, rounds: number): Promise<Figure[]> {
  const costs: number[] = [];
  const shares: { wall: number; processor: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = processorTime(service.pid, false);
    await runToEnd(service, {
      nodes: [
        range(1 + round * TEXTS, TEXTS),
        { id: 'double', type: 'number/math', inputs: { b: number(2) } },
      ],
      connections: [wire('range.list', 'double.a')],
    });
    costs.push((processorTime(service.pid, false) - before) / TEXTS);
    const bare = await bareLoop(round);
    const processor = processorTime(service.pid, true);
    const { wall } = await runToEnd(service, picturesGraph(round));
    shares.push({
      wall: bare.wall / wall,
      processor: bare.processor / (processorTime(service.pid, true) - processor),
    });
  }
  const cost = median(costs);
  const rate = (name: string, values: readonly number[]): Figure => ({
    name,
    measured: { label: 'of a bare loop', value: median(values), unit: '' },
    reference: { label: 'bare loop', value: 1, unit: '' },
    ratio: median(values),
    target: '≥ 0.8',
  });
  return [
    {
      name: `service, an item of a list of ${TEXTS.toLocaleString('en')}, processor time`,
      measured: { label: 'an item', value: cost, unit: 'ms' },
      reference: { label: 'limit', value: 2, unit: 'ms' },
      ratio: cost / 2,
      target: '≤ 1',
    },
    rate(
      `${PICTURES.toLocaleString('en')} pictures through three nodes, rate`,
      shares.map(({ wall }) => wall),
    ),
    rate(
      'the same, processor time',
      shares.map(({ processor }) => processor),
    ),
  ];
}
