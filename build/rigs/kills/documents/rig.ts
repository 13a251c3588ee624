import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoryboardDocument } from '#shared/storyboard/index.ts';
import { TimelineDocument } from '#shared/timeline/index.ts';
import type { Random } from '../../random.ts';
import { isCountWithin } from '../fields.ts';
import { servicePid, startHostProcess, type HostProcess } from '../host-process.ts';
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

/** One project in a data folder, whose timeline and storyboard several windows edit without pause. */
class World {
  readonly report: DocumentsReport = { kills: 0, edits: 0, kept: 0, problems: [] };
  readonly #folder: string;
  readonly #data: string;
  readonly #random: Random;
  readonly #made: Record<string, number> = {};
  readonly #kept: Record<string, number> = {};
  /** They are started already, so that nobody waits for them. */
  readonly #standBy: Window[] = [];
  #windows: Window[] = [];
  #projectId: string | null = null;
  #host: HostProcess;

  constructor(folder: string, host: HostProcess, random: Random) {
    this.#folder = folder;
    this.#data = join(folder, 'data');
    this.#host = host;
    this.#random = random;
    for (let window = 0; window < WINDOWS; window += 1) this.#standBy.push(this.#startWindow());
  }

  async openAll(): Promise<void> {
    this.#windows = [];
    for (let window = 0; window < WINDOWS; window += 1) {
      const opened = await this.#openWindow(window);
      this.#windows.push(opened);
      // The first makes the project.
      if (this.#projectId === null) await inTime(opened.shown);
    }
  }

  /** Resolves when every window shows its documents. */
  async allShown(): Promise<Record<string, number | null>[]> {
    return inTime(Promise.all(this.#windows.map(({ shown }) => shown)));
  }

  goOn(): void {
    const counts = countsAtService(this.#data, this.#projectId ?? '');
    for (const { page } of this.#windows) page.tell({ type: 'go-on', counts });
  }

  async kill(victim: Victim): Promise<void> {
    this.report.kills += 1;
    const isServiceDead = (victim === 'service' || victim === 'all') && this.#killService();
    if (victim === 'page') {
      await this.#reopen(this.#random.between(0, WINDOWS - 1));
      return;
    }
    if (victim === 'all') await this.#closeAll();
    if (victim !== 'service') await this.#host.kill();
    const dead = [
      ...(victim === 'service' ? [] : ['desk' as const]),
      ...(isServiceDead ? ['service' as const] : []),
    ];
    this.report.problems.push(...checkDatabases(this.#data, dead));
    if (victim === 'service') return;
    // The windows live on for a moment and find nobody there.
    if (victim === 'core') {
      await pause(this.#random.between(0, 150));
      await this.#closeAll();
    }
    this.#host = await startHostProcess(this.#folder);
    await this.openAll();
    await this.#compareShown();
  }

  async drainAndCompare(): Promise<void> {
    await this.#drain();
    if (await areDraftsLeft(this.#data)) {
      // What a killed window wrote with its last breath is taken up by the next that is opened.
      await inTime((await this.#reopen(0)).shown);
      await this.#drain();
      if (await areDraftsLeft(this.#data)) {
        this.report.problems.push('A draft of a killed window is never taken up.');
      }
    }
    const counts = countsAtService(this.#data, this.#projectId ?? '');
    for (const [field, count] of Object.entries(counts)) {
      if (!this.#isWithin(field, count)) this.#lost(field, `the service has ${count}`);
    }
  }

  /** Ends all of it. */
  async end(): Promise<void> {
    await this.#closeAll();
    await Promise.all(this.#standBy.map(({ page }) => page.kill()));
    await this.#host.kill();
    this.#killService();
  }

  #note(message: FromPage): void {
    switch (message.type) {
      case 'edited':
        this.#made[message.field] = message.count;
        this.report.edits += 1;
        break;
      case 'kept':
        this.#kept[message.field] = message.count;
        this.report.kept += 1;
        break;
      case 'project':
        this.#projectId = message.projectId;
        break;
      case 'problem':
        this.report.problems.push(message.message);
        break;
      default:
        break;
    }
  }

  #startWindow(): Window {
    let show: (counts: Record<string, number | null>) => void = () => undefined;
    const shown = new Promise<Record<string, number | null>>((resolve) => {
      show = resolve;
    });
    const page = startPageProcess<{ from: FromPage; to: ToPage }>(PAGE, (message) => {
      if (message.type === 'shows') show(message.counts);
      else this.#note(message);
    });
    return { page, shown };
  }

  async #openWindow(window: number): Promise<Window> {
    const opened = this.#standBy.shift() ?? this.#startWindow();
    this.#standBy.push(this.#startWindow());
    opened.page.tell({
      type: 'open',
      link: await this.#host.link(),
      projectId: this.#projectId,
      window,
      made: { ...this.#made },
      seed: this.#random.between(0, 1_000_000),
    });
    return opened;
  }

  async #reopen(window: number): Promise<Window> {
    await this.#windows[window]?.page.kill();
    const opened = await this.#openWindow(window);
    this.#windows[window] = opened;
    return opened;
  }

  async #closeAll(): Promise<void> {
    await Promise.all(this.#windows.map(({ page }) => page.kill()));
  }

  #killService(): boolean {
    const pid = servicePid(this.#folder);
    if (pid !== null) process.kill(pid, 'SIGKILL');
    return pid !== null;
  }

  async #drain(): Promise<void> {
    const drained = this.#windows.map(({ page }) => page.drained());
    for (const { page } of this.#windows) page.tell({ type: 'drain' });
    await inTime(Promise.all(drained));
  }

  /** What was kept is on screen again: whichever window came first has taken up what all of them left. */
  async #compareShown(): Promise<void> {
    const shown = await this.allShown();
    for (const field of Object.keys(this.#kept)) {
      const counts = shown.flatMap((all) => (field in all ? [all[field] ?? null] : []));
      if (!counts.some((count) => this.#isWithin(field, count))) {
        this.#lost(field, `${counts.join(' and ')} is shown`);
      }
    }
  }

  #isWithin(field: string, count: number | null): boolean {
    return isCountWithin(count, this.#kept[field] ?? 0, this.#made[field] ?? 0);
  }

  #lost(field: string, found: string): void {
    this.report.problems.push(
      `${field} was kept up to ${this.#kept[field]} of ${this.#made[field]}, and ${found}.`,
    );
  }
}

/**
 * Kills windows, desktop process and service again and again while documents are edited: no edit that was acknowledged may be
 * lost. @param kills how often. @param random decides what, and when.
 */
export async function playDocumentKills(kills: number, random: Random): Promise<DocumentsReport> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-document-kills-'));
  const world = new World(folder, await startHostProcess(folder), random);
  const { problems } = world.report;
  try {
    await world.openAll();
    let isAtRest = false;
    for (let count = 1; count <= kills; count += 1) {
      const before = problems.length;
      await world.allShown();
      if (isAtRest) world.goOn();
      await pause(random.between(20, isAtRest ? 600 : 200));
      const victim = random.pick(victims);
      await world.kill(victim);
      // Now and then they are killed again before what they took up is saved.
      isAtRest = random.bool(0.75);
      if (isAtRest) await world.drainAndCompare();
      for (let at = before; at < problems.length; at += 1) {
        problems[at] = `After kill ${count} (${victim}): ${problems[at]}`;
      }
    }
    await world.drainAndCompare();
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    await world.end();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
  return world.report;
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
