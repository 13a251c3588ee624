import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoryboardDocument } from '#shared/storyboard/index.ts';
import { TimelineDocument } from '#shared/timeline/index.ts';
import type { Random } from '../../random.ts';
import { isCountWithin } from '../fields.ts';
import { servicePid, startHostProcess } from '../host-process.ts';
import { checkDatabases, deskDatabase, serviceDatabase } from '../left-behind.ts';
import { inTime, pause, startPageProcess, type PageProcess } from '../page-process.ts';
import { ofAll, storyboardFields, timelineFields, WINDOWS } from './fields.ts';
import type { FromPage, ToPage } from './messages.ts';

/** What is killed at once. */
const victims = ['page', 'core', 'service', 'all'] as const;
type Victim = (typeof victims)[number];

interface DocumentsReport {
  kills: number;
  edits: number;
  /** Edits of which the app said that they are on the disk. */
  kept: number;
  problems: string[];
}

const PAGE = join(import.meta.dirname, 'page.ts');

interface Window {
  page: PageProcess<ToPage>;
  /** Resolves when it shows its documents, with what it shows. */
  shown: Promise<Record<string, number | null>>;
}

/**
 * One project whose timeline and storyboard two windows edit without pause, and whose windows, desktop process and service are
 * killed again and again: no edit that was acknowledged may be lost. @param kills how often. @param random decides what, and when.
 */
export async function playDocumentKills(kills: number, random: Random): Promise<DocumentsReport> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-document-kills-'));
  const data = join(folder, 'data');
  const made: Record<string, number> = {};
  const kept: Record<string, number> = {};
  const report: DocumentsReport = { kills: 0, edits: 0, kept: 0, problems: [] };
  const { problems } = report;
  let projectId: string | null = null;
  let host = await startHostProcess(folder);
  /** They are started already, so that nobody waits for them. */
  const standBy = Array.from({ length: WINDOWS }, () => startWindow());
  const windows: Window[] = [];

  function startWindow(): Window {
    let show: (counts: Record<string, number | null>) => void = () => undefined;
    const shown = new Promise<Record<string, number | null>>((resolve) => {
      show = resolve;
    });
    const page = startPageProcess<{ from: FromPage; to: ToPage }>(PAGE, (message) => {
      if (message.type === 'edited') {
        made[message.field] = message.count;
        report.edits += 1;
      } else if (message.type === 'kept') {
        kept[message.field] = message.count;
        report.kept += 1;
      } else if (message.type === 'shows') show(message.counts);
      else if (message.type === 'project') projectId = message.projectId;
      else if (message.type === 'problem') problems.push(message.message);
    });
    return { page, shown };
  }

  async function openWindow(window: number): Promise<Window> {
    const opened = standBy.shift() ?? startWindow();
    standBy.push(startWindow());
    const seed = random.between(0, 1_000_000);
    opened.page.tell({ type: 'open', link: await host.link(), projectId, window, made: { ...made }, seed });
    return opened;
  }

  async function openAll(): Promise<void> {
    windows.length = 0;
    for (let window = 0; window < WINDOWS; window += 1) {
      const opened = await openWindow(window);
      windows.push(opened);
      // The first makes the project.
      if (projectId === null) await inTime(opened.shown);
    }
  }

  const killService = (): boolean => {
    const pid = servicePid(folder);
    if (pid !== null) process.kill(pid, 'SIGKILL');
    return pid !== null;
  };
  const closeAll = () => Promise.all(windows.map(({ page }) => page.kill()));

  async function killAndRecover(victim: Victim): Promise<void> {
    const isServiceDead = (victim === 'service' || victim === 'all') && killService();
    if (victim === 'page') {
      const window = random.between(0, WINDOWS - 1);
      await windows[window]?.page.kill();
      windows[window] = await openWindow(window);
      return;
    }
    if (victim === 'all') await closeAll();
    if (victim !== 'service') await host.kill();
    problems.push(
      ...checkDatabases(data, [
        ...(victim === 'service' ? [] : ['desk' as const]),
        ...(isServiceDead ? ['service' as const] : []),
      ]),
    );
    if (victim === 'service') return;
    // The windows live on for a moment and find nobody there.
    if (victim === 'core') {
      await pause(random.between(0, 150));
      await closeAll();
    }
    host = await startHostProcess(folder);
    await openAll();
  }

  /** What was kept is on screen again: whichever window came first has taken up what all of them left. */
  async function compareShown(): Promise<void> {
    const shown = await inTime(Promise.all(windows.map((window) => window.shown)));
    for (const [field, promised] of Object.entries(kept)) {
      const counts = shown.flatMap((all) => (field in all ? [all[field] ?? null] : []));
      if (counts.some((count) => isCountWithin(count, promised, made[field] ?? 0))) continue;
      problems.push(
        `${field} was kept up to ${promised} of ${made[field]}, and ${counts.join(' and ')} is shown.`,
      );
    }
  }

  async function drain(): Promise<void> {
    const drained = windows.map(({ page }) => page.drained());
    for (const { page } of windows) page.tell({ type: 'drain' });
    await inTime(Promise.all(drained));
  }

  async function drainAndCompare(): Promise<void> {
    await drain();
    if (await areDraftsLeft(data)) {
      // What a killed window wrote with its last breath is taken up by the next that is opened.
      await windows[0]?.page.kill();
      windows[0] = await openWindow(0);
      await inTime(windows[0].shown);
      await drain();
      if (await areDraftsLeft(data)) problems.push('A draft of a killed window is never taken up.');
    }
    for (const [field, count] of Object.entries(countsAtService(data, projectId ?? ''))) {
      if (isCountWithin(count, kept[field] ?? 0, made[field] ?? 0)) continue;
      problems.push(
        `${field} was kept up to ${kept[field]} of ${made[field]}, and the service has ${count}.`,
      );
    }
  }

  try {
    await openAll();
    let isAtRest = false;
    for (let count = 1; count <= kills; count += 1) {
      const before = problems.length;
      await inTime(Promise.all(windows.map(({ shown }) => shown)));
      if (isAtRest) for (const { page } of windows) page.tell({ type: 'go-on' });
      await pause(random.between(20, isAtRest ? 600 : 200));
      const victim = random.pick(victims);
      await killAndRecover(victim);
      report.kills += 1;
      if (victim === 'core' || victim === 'all') await compareShown();
      // Now and then they are killed again before what they took up is saved.
      isAtRest = random.bool(0.75);
      if (isAtRest) await drainAndCompare();
      for (let at = before; at < problems.length; at += 1) {
        problems[at] = `After kill ${count} (${victim}): ${problems[at]}`;
      }
    }
    await drainAndCompare();
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    await Promise.all([...windows, ...standBy].map(({ page }) => page.kill()));
    await host.kill();
    killService();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
  return report;
}

/** Milliseconds in which windows take up what others left, and after which a killed one counts as gone. */
const TAKEN_UP_WITHIN = 20_000;

/** Whether something that was left of windows that are gone is not taken up and saved. */
async function areDraftsLeft(data: string): Promise<boolean> {
  const database = new DatabaseSync(deskDatabase(data), { readOnly: true });
  try {
    const drafts = database.prepare('SELECT 1 FROM document_drafts LIMIT 1');
    const until = performance.now() + TAKEN_UP_WITHIN;
    while (drafts.get() !== undefined) {
      if (performance.now() > until) return true;
      await pause(20);
    }
    return false;
  } finally {
    database.close();
  }
}

function countsAtService(data: string, projectId: string): Record<string, number | null> {
  const database = new DatabaseSync(serviceDatabase(data), { readOnly: true });
  try {
    const select = database.prepare('SELECT document FROM project_papers WHERE project_id = ? AND place = ?');
    const read = (place: string): unknown =>
      JSON.parse(String(select.get(projectId, place)?.['document'] ?? 'null'));
    const timeline = TimelineDocument.parse(read('timeline'));
    const storyboard = StoryboardDocument.parse(read('storyboard'));
    const counts: Record<string, number | null> = {};
    for (const field of ofAll(timelineFields)) counts[field.name] = field.countIn(timeline);
    for (const field of ofAll(storyboardFields)) counts[field.name] = field.countIn(storyboard);
    return counts;
  } finally {
    database.close();
  }
}
