import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Random } from '../random.ts';
import { servicePid, startHostProcess } from './host-process.ts';
import { Ledger } from './ledger.ts';
import { checkDatabases, checkFiles, serviceDatabase } from './left-behind.ts';
import type { FromPage, ToPage } from './messages.ts';
import { inTime, pause, startPageProcess, type PageProcess } from './page-process.ts';
import { RigConnection } from './service-target.ts';

/** What is killed at once; `responses`: everybody lives on, and those to the next writes get lost. */
export const victims = ['page', 'core', 'service', 'all', 'responses'] as const;
type Victim = (typeof victims)[number];

interface WorldReport {
  kills: Record<Victim, number>;
  /** Writes that the service had answered, and whose answer nobody got. */
  dropped: number;
  edits: number;
  uploads: number;
  runs: number;
  projects: number;
  problems: string[];
}

const PAGE = join(import.meta.dirname, 'page.ts');

/**
 * One app on a data folder of its own that is killed again and again while it is used.
 * @param kills how often. @param random decides what, and when.
 */
export async function playKills(
  kills: number,
  random: Random,
  onStep: (label: string) => void = () => undefined,
): Promise<WorldReport> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-kills-'));
  const data = join(folder, 'data');
  const ledger = new Ledger();
  const report = emptyReport(ledger);
  const { problems } = report;
  let projectId: string | null = null;
  let host = await startHostProcess(folder);
  const connection = new RigConnection(folder);
  if (random.bool(0.5)) await connection.dropResponses(random);
  let next = prepareNext();
  let page = await openPage();
  let serviceKills = 0;

  function prepareNext(): PageProcess<ToPage> {
    return startPageProcess<{ from: FromPage; to: ToPage }>(PAGE, (message) => {
      ledger.note(message);
      if (message.type === 'connection') connection.added(message.connectionId);
      if (message.type === 'project') projectId = message.projectId;
      if (message.type === 'problem') problems.push(message.message);
    });
  }

  async function openPage(): Promise<PageProcess<ToPage>> {
    const opened = next;
    // The one after it is started already, so that nobody waits for it.
    next = prepareNext();
    opened.tell({
      type: 'open',
      link: await host.link(),
      target: await connection.target(),
      projectId,
      counts: ledger.counts,
      seed: random.between(0, 1_000_000),
    });
    return opened;
  }

  async function kill(victim: Victim): Promise<void> {
    report.kills[victim] += 1;
    // The desktop process asks again by itself, a few times.
    if (victim === 'responses') return void connection.dropNext(random.between(1, 12));
    const pid = victim === 'service' || victim === 'all' ? servicePid(folder) : null;
    if (pid !== null) process.kill(pid, 'SIGKILL');
    const deaths = [];
    if (victim === 'page' || victim === 'all') deaths.push(page.kill());
    if (victim === 'core' || victim === 'all') deaths.push(host.kill());
    await Promise.all(deaths);
    serviceKills = victim === 'core' || victim === 'all' ? 0 : serviceKills + (pid === null ? 0 : 1);
    if (victim === 'page') return;
    problems.push(...checkDatabases(data, victimsWithDatabases(victim, pid !== null)));
  }

  async function recover(victim: Victim): Promise<void> {
    if (victim === 'service') return;
    if (victim === 'responses') return pause(random.between(0, 1500));
    if (victim === 'core') {
      // The page lives on for a moment and finds nobody there.
      await pause(random.between(0, 150));
      await page.kill();
    }
    if (victim !== 'page') host = await startHostProcess(folder);
    page = await openPage();
  }

  async function drainAndCompare(): Promise<void> {
    page.tell({ type: 'drain' });
    await inTime('All that is under way in the page', page.drained(), [page]);
    const database = new DatabaseSync(serviceDatabase(data), { readOnly: true });
    try {
      // A run whose click was killed before its response is known to the service alone, and comes to its end there.
      await inTime('The end of the runs that the service has', noActiveRuns(database));
      problems.push(...ledger.compare(database, projectId ?? ''));
    } finally {
      database.close();
    }
    ledger.removeThings();
  }

  try {
    for (let count = 0; count < kills; count += 1) {
      await pause(random.between(20, 900));
      // A service that dies again and again is started ever later; a fresh core begins anew.
      const victim = serviceKills >= 2 ? random.pick(['core', 'all'] as const) : random.pick(victims);
      const before = problems.length;
      onStep(`kill ${victim}`);
      await kill(victim);
      onStep('killed');
      await recover(victim);
      onStep('recovered');
      await pause(random.between(0, 300));
      await drainAndCompare();
      onStep('drained');
      for (let at = before; at < problems.length; at += 1) {
        problems[at] = `After kill ${count + 1} (${victim}): ${problems[at]}`;
      }
      page.tell({ type: 'go-on' });
    }
    await drainAndCompare();
    await page.kill();
    await host.stop();
    problems.push(...(await checkNextStart(folder, data)));
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    await Promise.all([page.kill(), next.kill()]);
    await host.kill();
    Object.assign(report, ledger.totals, { dropped: connection.dropped });
    await connection.close();
    await removeWorld(folder);
  }
  return report;
}

const emptyReport = (ledger: Ledger): WorldReport => ({
  kills: { page: 0, core: 0, service: 0, all: 0, responses: 0 },
  dropped: 0,
  ...ledger.totals,
  problems: [],
});

/** Whose databases nobody has open after a kill. */
const victimsWithDatabases = (victim: Victim, isServiceDead: boolean): ('desk' | 'service')[] => [
  ...(victim === 'service' ? [] : ['desk' as const]),
  ...(isServiceDead ? ['service' as const] : []),
];

async function removeWorld(folder: string): Promise<void> {
  const pid = servicePid(folder);
  if (pid !== null) process.kill(pid, 'SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

/** What a kill left is cleared away at the next start. */
async function checkNextStart(folder: string, data: string): Promise<string[]> {
  const host = await startHostProcess(folder);
  await host.stop();
  return [...checkDatabases(data, ['desk', 'service']), ...(await checkFiles(data))];
}

async function noActiveRuns(database: DatabaseSync): Promise<void> {
  const activeRuns = database.prepare(
    "SELECT 1 FROM runs WHERE status NOT IN ('succeeded', 'failed', 'canceled') LIMIT 1",
  );
  while (activeRuns.get() !== undefined) await pause(20);
}
