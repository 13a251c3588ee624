import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { setup, teardown } from '#build/test/postgres.global.ts';
import { connections } from '#service/storage/postgres/connections.ts';
import { openPostgres } from '#service/storage/postgres/open-postgres.ts';
import { createTestDatabase, hasPostgres } from '#service/storage/postgres/testing/databases.ts';
import { Agent } from '#service/worker/agent.ts';
import { TaskDispatcher, type TaskRequest } from '#service/work-queue/task-dispatcher.ts';
import { WorkQueue } from '#service/work-queue/work-queue.ts';
import type { WorkClass } from '#service/rules/work-classes.ts';

/** `npm run bench:farm`: what the queue of workers costs, as ratios within one run. Workers wait instead of computing. */

const WORKERS = 8;
const log = pino({ level: 'silent' });
const versions = { program: 'bench', ffmpeg: '' };

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

setup();
if (!(await hasPostgres())) throw new Error('There is no PostgreSQL for this system.');
const database = await createTestDatabase();
const { url } = database;
const db = await openPostgres(url);
const queue = await WorkQueue.open(url, { versions, isMonitor: true, log });
const dispatcher = await TaskDispatcher.open(
  {
    url,
    db,
    log,
    versions,
    memberId: 'bench',
    isAlwaysRemote: true,
    onChange: () => {},
    sweepMs: 86_400_000,
  },
  queue,
);
const queues: WorkQueue[] = [];
const agents: Agent[] = [];
/** When tasks began, by their title. */
const startTimes = new Map<string, number>();
for (let index = 0; index < WORKERS; index += 1) {
  const agentQueue = await WorkQueue.open(url, { versions, isMonitor: false, log });
  queues.push(agentQueue);
  const agent = new Agent({
    url,
    queue: agentQueue,
    log,
    id: randomUUID(),
    kind: 'worker',
    name: `worker-${index}`,
    versions,
    slots: { live: 1, image: 1, film: 0 },
    execute: (task) => {
      startTimes.set(task.title, performance.now());
      const stop = new AbortController();
      return {
        result: pause(task.timeLimitMs ?? 0, undefined, { signal: stop.signal }).then(
          () => ({ kind: 'succeeded' as const, outputs: {} }),
          () => ({ kind: 'canceled' as const }),
        ),
        cancel: () => stop.abort(),
        end: () => stop.abort(),
      };
    },
  });
  agents.push(agent);
  await agent.start();
}

/** Sends a task as an owner of a run does, and stores what comes of it. @returns its title, and when all is over */
async function send(milliseconds: number, workClass: WorkClass = 'image') {
  const title = randomUUID();
  const request: TaskRequest = {
    runId: title,
    nodeId: 'node',
    item: '',
    accountId: 'bench',
    workClass,
    isFirst: false,
    task: {
      nodeType: 'test/delay',
      category: 'test',
      runsPrograms: false,
      timeLimitMs: milliseconds,
      inputs: {},
      scale: null,
      title,
    },
  };
  await db.transaction(() => dispatcher.send(request), { relaxed: true });
  const silent = { onStarted() {}, onRetry() {}, onProgress() {}, onLog() {}, onWait() {} };
  const { result, cancel } = dispatcher.wait(request, silent);
  const store = async (): Promise<void> => {
    const { kind } = await result;
    if (kind !== 'canceled') await db.transaction(() => dispatcher.settle(request), { relaxed: true });
  };
  const completion = store();
  return { title, completion, cancel };
}

async function timeOf(count: number, milliseconds: number): Promise<number> {
  const start = performance.now();
  const tasks = await Promise.all(Array.from({ length: count }, () => send(milliseconds)));
  await Promise.all(tasks.map(({ completion }) => completion));
  return performance.now() - start;
}

/** Tasks a second of a loop over the library alone, with as many loops as there are workers. */
async function bareRate(count: number): Promise<number> {
  const pool = connections(url, WORKERS);
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'work',
    supervise: false,
    schedule: false,
    registerInstance: false,
  });
  await boss.start();
  await boss.createQueue('bare', { partition: true });
  const start = performance.now();
  let left = count;
  const loop = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await boss.send('bare', { task: 'x' });
      for (const { id } of await boss.fetch('bare')) await boss.complete('bare', id, { outcome: 'x' });
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, loop));
  const rate = count / ((performance.now() - start) / 1000);
  await boss.stop({ graceful: false });
  await pool.end();
  return rate;
}

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

await timeOf(40, 0);
const starts: number[] = [];
for (let index = 0; index < 30; index += 1) {
  const at = performance.now();
  const { title, completion } = await send(0);
  await completion;
  starts.push((startTimes.get(title) ?? Number.NaN) - at);
}
print(`idle start: median ${median(starts).toFixed(1)} ms`);
const perfect = 4 * 1000;
print(
  `${WORKERS} workers, tasks of 1 s: ${(perfect / (await timeOf(4 * WORKERS, 1000))).toFixed(2)} of perfect`,
);
const count = 200;
const rates: number[] = [];
const bareRates: number[] = [];
for (let round = 0; round < 3; round += 1) {
  bareRates.push(await bareRate(count));
  rates.push(count / ((await timeOf(count, 0)) / 1000));
}
const ratio = median(rates) / median(bareRates);
print(
  `tasks a second: ${median(rates).toFixed(0)}, of a bare loop ${median(bareRates).toFixed(0)}: ${ratio.toFixed(2)}`,
);
const before = process.cpuUsage();
await timeOf(count, 0);
const cpu = process.cpuUsage(before);
print(
  `processor time of a task, service and workers together: ${((cpu.user + cpu.system) / 1000 / count).toFixed(2)} ms`,
);
const hours = await Promise.all(Array.from({ length: 1000 }, () => send(3_600_000)));
const live: number[] = [];
for (let index = 0; index < 20; index += 1) {
  const at = performance.now();
  const { title, completion } = await send(0, 'live');
  await completion;
  live.push((startTimes.get(title) ?? Number.NaN) - at);
}
print(`a preview behind 1,000 long tasks starts after ${median(live).toFixed(1)} ms (median)`);
for (const { cancel } of hours) cancel();

for (const agent of agents) await agent.close();
await dispatcher.close();
for (const item of [queue, ...queues]) await item.close();
await db.close();
await database.drop();
await teardown();
process.exit(0);
