import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { TestService } from '#service/acceptance/harness.ts';
import { createTestDatabase, type TestDatabase } from '#service/storage/postgres/testing/databases.ts';
import type { CutNetwork } from '#service/storage/postgres/testing/network.ts';
import { ALL_NODES } from '#service/testing/all-nodes.ts';
import { WorkerPrograms, type WorkerProcess } from '#service/testing/worker-program.ts';
import { createRandom, type Random } from '../random.ts';

/**
 * A service and three workers that are killed, stopped and cut off from the database, and whose database ends all
 * connections, while runs of random graphs go on. Afterwards each run has ended, each result and each credit is there once.
 */

const WORKER = [fileURLToPath(new URL('../../../service/testing/test-worker.ts', import.meta.url))];
const WORKERS = 3;
const RUNS = 4;
const DISTURBANCES = 4;
const PRICE = 7;
/** Longest that a round may take, milliseconds. */
const ROUND_LIMIT_MS = 300_000;

interface WorkerUnderTest {
  process: WorkerProcess;
  network: CutNetwork;
}

export interface Round {
  disturbances: string[];
  runs: number;
  nodes: number;
  retries: number;
  /** What did not hold. */
  faults: string[];
}

/** Plays one round. @param seed the same disturbances of the same graphs again */
export async function playRound(seed: number): Promise<Round> {
  const random = createRandom(seed);
  const database = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-farm-'));
  const workers = new WorkerPrograms();
  const service = await TestService.open(
    'in-process',
    { database: database.url, leavesWork: random.bool(0.5), prices: { 'test/delay': PRICE } },
    ALL_NODES,
  );
  try {
    return await disturb({ random, database, folder, workers, service });
  } finally {
    await workers.killAll();
    await service.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

interface Farm {
  random: Random;
  database: TestDatabase;
  folder: string;
  workers: WorkerPrograms;
  service: TestService;
}

async function disturb(farm: Farm): Promise<Round> {
  const { random, database, service, workers, folder } = farm;
  let count = 0;
  const startWorker = async (): Promise<WorkerUnderTest> => {
    count += 1;
    const name = `worker-${count}`;
    const network = await database.throughNetwork();
    const media = join(service.directory, 'data');
    const flags = { database: network.url, media, data: join(folder, name), name, slots: 'image=2,film=1' };
    return { network, process: await workers.start(flags, WORKER) };
  };
  const running = await Promise.all(Array.from({ length: WORKERS }, startWorker));
  // An account is opened by its first request.
  await service.ok('projects.list');
  const balance = await balanceOf(database);
  const ids: string[] = [];
  let nodes = 0;
  for (let index = 0; index < RUNS; index += 1) {
    const graph = graphOf(random);
    nodes += graph.nodes.length;
    ids.push((await service.ok('runs.create', { body: { graph } })).id);
  }
  const disturbances: string[] = [];
  for (let index = 0; index < DISTURBANCES; index += 1) {
    await pause(random.between(100, 2500));
    const at = random.between(0, WORKERS - 1);
    const worker = running[at]!;
    const kind = random.pick(['kill', 'stop', 'cut', 'end connections', 'cancel'] as const);
    disturbances.push(kind);
    switch (kind) {
      case 'kill':
        worker.process.signal('SIGKILL');
        await worker.process.exited;
        running[at] = await startWorker();
        break;
      case 'stop':
        worker.process.signal('SIGSTOP');
        await pause(random.between(500, 14_000));
        worker.process.signal('SIGCONT');
        break;
      case 'cut':
        worker.network.cut();
        await pause(random.between(200, 12_000));
        worker.network.mend();
        break;
      case 'end connections':
        await database.endConnections();
        break;
      case 'cancel':
        await service.call('runs.cancel', { params: { run_id: random.pick(ids) } });
        break;
      default:
        kind satisfies never;
    }
  }
  const faults: string[] = [];
  const isIdle = await Promise.race([
    service.engine.whenIdle().then(() => true),
    pause(ROUND_LIMIT_MS, false, { ref: false }),
  ]);
  if (!isIdle) faults.push('runs go on for ever');
  faults.push(...(await faultsOf(farm, ids, balance)));
  const [retries] = await database.execute(
    "SELECT count(*)::int AS n FROM run_events WHERE type = 'log' AND message LIKE '%tries again%'",
  );
  await workers.killAll();
  faults.push(...remainingProcesses(folder));
  return { disturbances, runs: ids.length, nodes, retries: Number(retries?.['n']), faults };
}

/** Chains of delays and pictures, some of them joined. */
function graphOf(random: Random) {
  const nodes: { id: string; type: string; inputs: Record<string, unknown> }[] = [];
  const connections: { from: [string, string]; to: [string, string] }[] = [];
  const length = random.between(4, 12);
  for (let index = 0; index < length; index += 1) {
    const id = `n${index}`;
    if (random.bool(0.25)) {
      const inputs = { seed: { type: 'number', value: random.between(1, 1_000_000) } };
      nodes.push({ id, type: 'image/noise', inputs });
      continue;
    }
    nodes.push({
      id,
      type: 'test/delay',
      inputs: { milliseconds: { type: 'number', value: random.between(10, 1500) } },
    });
    const before = nodes[random.between(0, index)];
    if (before !== undefined && before.id !== id && random.bool(0.7))
      connections.push({
        from: [before.id, before.type === 'test/delay' ? 'out' : 'image'],
        to: [id, 'in'],
      });
  }
  return { nodes, connections };
}

const balanceOf = async (database: TestDatabase): Promise<bigint> =>
  BigInt(
    String(
      (await database.execute("SELECT balance_microcredits AS n FROM accounts WHERE name = 'owner'"))[0]?.[
        'n'
      ],
    ),
  );

/** What does not hold of runs that are over. */
async function faultsOf(
  { database, service }: Farm,
  ids: readonly string[],
  balance: bigint,
): Promise<string[]> {
  const faults: string[] = [];
  let paid = 0;
  for (const id of ids) {
    const run = await service.ok('runs.get', { params: { run_id: id } });
    if (!['succeeded', 'canceled'].includes(run.status))
      faults.push(`${id} is ${run.status}: ${JSON.stringify(run.error)}`);
    const events = await database.execute(
      `SELECT sequence, type, node_id, data FROM run_events WHERE run_id = '${id}' ORDER BY sequence`,
    );
    if (events.some(({ sequence }, index) => Number(sequence) !== index + 1))
      faults.push(`${id} has gaps among its events`);
    const typesByNode = new Map<string, string[]>();
    for (const { type, node_id: node } of events) {
      if (typeof node !== 'string' || type === 'log' || type === 'node.progress') continue;
      typesByNode.set(node, [...(typesByNode.get(node) ?? []), String(type)]);
    }
    for (const [node, types] of typesByNode) {
      const summary = types.join(' ');
      const isComplete = ['node.started node.succeeded', 'node.cached', 'node.started node.cached'].includes(
        summary,
      );
      const isCanceled = run.status === 'canceled' && summary === 'node.started';
      if (!isComplete && !isCanceled) faults.push(`${id} says of ${node}: ${summary}`);
    }
    paid += events.filter(
      ({ type, data }) => type === 'node.succeeded' && String(data).includes('test/delay'),
    ).length;
  }
  const spent = balance - (await balanceOf(database));
  if (spent !== BigInt(paid * PRICE)) faults.push(`${spent} microcredits are gone for ${paid} results`);
  const jobs = await database.execute("SELECT state FROM work.job WHERE data ? 'runId'");
  if (jobs.length > 0) faults.push(`${jobs.length} jobs are left`);
  return faults;
}

/** Processes that have to do with a folder and still run. */
function remainingProcesses(folder: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return command.includes(folder) ? [`process ${pid} is left`] : [];
    } catch {
      return [];
    }
  });
}
