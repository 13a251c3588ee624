import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readJournalText } from '#core/journal/journal-file.ts';
import { StoryboardDocument } from '#shared/storyboard/index.ts';
import { TimelineDocument } from '#shared/timeline/index.ts';
import type { Random } from '../../random.ts';
import { isCountInRange } from '../fields.ts';
import { servicePid, startHostProcess, type HostProcess } from '../host-process.ts';
import { checkDatabases, serviceDatabase } from '../left-behind.ts';
import { inTime, pause, startPageProcess, type PageProcess } from '../page-process.ts';
import { RigConnection } from '../service-target.ts';
import { ofAll, storyboardFields, timelineFields, WINDOWS } from './fields.ts';
import type { FromPage, ToPage } from './messages.ts';

/** What is killed at once; `responses`: everybody lives on, and those to the next writes get lost. */
const victims = ['page', 'core', 'service', 'all', 'responses'] as const;
type Victim = (typeof victims)[number];

interface DocumentsReport {
  kills: number;
  /** Writes that the service had answered, and whose answer nobody got. */
  dropped: number;
  edits: number;
  /** Edits of which the app said that they are on the disk. */
  preserved: number;
  problems: string[];
}

const PAGE = join(import.meta.dirname, 'page.ts');

interface Window {
  page: PageProcess<ToPage>;
  /** Resolves when it shows its documents, with what it shows. */
  displayed: Promise<Record<string, number | null>>;
}

/** One project in a data folder, whose timeline and storyboard several windows edit without pause. */
class World {
  readonly report: DocumentsReport = { kills: 0, dropped: 0, edits: 0, preserved: 0, problems: [] };
  readonly #folder: string;
  readonly #data: string;
  readonly #random: Random;
  readonly #connection: RigConnection;
  readonly #created: Record<string, number> = {};
  readonly #storedCounts: Record<string, number> = {};
  /** They are started already, so that nobody waits for them. */
  readonly #idleWindows: Window[] = [];
  #windows: Window[] = [];
  #projectId: string | null = null;
  #host: HostProcess;

  constructor(folder: string, host: HostProcess, random: Random) {
    this.#folder = folder;
    this.#data = join(folder, 'data');
    this.#host = host;
    this.#random = random;
    this.#connection = new RigConnection(folder);
    for (let window = 0; window < WINDOWS; window += 1) this.#idleWindows.push(this.#startWindow());
  }

  /** Begins. @param dropsResponses whether responses get lost. */
  async start(dropsResponses: boolean): Promise<void> {
    if (dropsResponses) await this.#connection.dropResponses(this.#random);
    await this.openAll();
  }

  async openAll(): Promise<void> {
    this.#windows = [];
    for (let window = 0; window < WINDOWS; window += 1) {
      const loadedWindow = await this.#openWindow(window);
      this.#windows.push(loadedWindow);
      // The first makes the project.
      if (this.#projectId === null) await this.#displayed([loadedWindow]);
    }
  }

  /** Resolves when every window shows its documents. */
  async allVisible(): Promise<Record<string, number | null>[]> {
    return this.#displayed(this.#windows);
  }

  #displayed(windows: readonly Window[]): Promise<Record<string, number | null>[]> {
    const pages = windows.map(({ page }) => page);
    const displayed = windows.map((window) => window.displayed);
    return inTime('A window that shows its documents', Promise.all(displayed), pages);
  }

  goOn(): void {
    const counts = countsAtService(this.#data, this.#projectId ?? '');
    for (const { page } of this.#windows) page.tell({ type: 'go-on', counts });
  }

  async kill(victim: Victim): Promise<void> {
    this.report.kills += 1;
    if (victim === 'responses') {
      // The desktop process asks again by itself, a few times.
      if (this.#connection.dropNext(this.#random.between(1, 12))) await pause(this.#random.between(0, 1500));
      return;
    }
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
    await this.#compareDisplayed();
  }

  async drainAndCompare(): Promise<void> {
    await this.#drain();
    if (await this.#areEditsLeft()) {
      // What a killed window wrote with its last breath is taken up by the next that is opened.
      await this.#displayed([await this.#reopen(0)]);
      await this.#drain();
      if (await this.#areEditsLeft()) {
        this.report.problems.push('What a killed window edited is never taken up.');
      }
    }
    const counts = countsAtService(this.#data, this.#projectId ?? '');
    for (const [field, count] of Object.entries(counts)) {
      if (!this.#isInRange(field, count)) this.#reportMissing(field, `the service has ${count}`);
    }
  }

  /** Ends all of it. */
  async end(): Promise<void> {
    await this.#closeAll();
    await Promise.all(this.#idleWindows.map(({ page }) => page.kill()));
    await this.#host.kill();
    this.#killService();
    this.report.dropped = this.#connection.dropped;
    await this.#connection.close();
  }

  #note(message: FromPage): void {
    switch (message.type) {
      case 'edited':
        this.#created[message.field] = message.count;
        this.report.edits += 1;
        break;
      case 'kept':
        this.#storedCounts[message.field] = message.count;
        this.report.preserved += 1;
        break;
      case 'connection':
        this.#connection.added(message.connectionId);
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
    const displayed = new Promise<Record<string, number | null>>((resolve) => {
      show = resolve;
    });
    const page = startPageProcess<{ from: FromPage; to: ToPage }>(PAGE, (message) => {
      if (message.type === 'shows') show(message.counts);
      else this.#note(message);
    });
    return { page, displayed };
  }

  async #openWindow(window: number): Promise<Window> {
    const loadedWindow = this.#idleWindows.shift() ?? this.#startWindow();
    this.#idleWindows.push(this.#startWindow());
    loadedWindow.page.tell({
      type: 'open',
      link: await this.#host.link(),
      target: await this.#connection.target(),
      projectId: this.#projectId,
      window,
      created: { ...this.#created },
      seed: this.#random.between(0, 1_000_000),
    });
    return loadedWindow;
  }

  async #reopen(window: number): Promise<Window> {
    await this.#windows[window]?.page.kill();
    const loadedWindow = await this.#openWindow(window);
    this.#windows[window] = loadedWindow;
    return loadedWindow;
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
    const pages = this.#windows.map(({ page }) => page);
    await inTime('The saving of all that was edited', Promise.all(drained), pages);
  }

  #areEditsLeft(): Promise<boolean> {
    return areEditsLeft(
      join(this.#data, 'desk', 'journal', this.#connection.id, `${this.#projectId ?? ''}.jsonl`),
    );
  }

  /** What was kept is on screen again: whichever window came first has taken up what all of them left. */
  async #compareDisplayed(): Promise<void> {
    const displayed = await this.allVisible();
    for (const field of Object.keys(this.#storedCounts)) {
      const counts = displayed.flatMap((all) => (field in all ? [all[field] ?? null] : []));
      if (!counts.some((count) => this.#isInRange(field, count))) {
        this.#reportMissing(field, `${counts.join(' and ')} is shown`);
      }
    }
  }

  #isInRange(field: string, count: number | null): boolean {
    return isCountInRange(count, this.#storedCounts[field] ?? 0, this.#created[field] ?? 0);
  }

  #reportMissing(field: string, found: string): void {
    this.report.problems.push(
      `${field} was kept up to ${this.#storedCounts[field]} of ${this.#created[field]}, and ${found}.`,
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
    await world.start(random.bool(0.5));
    let isIdle = false;
    for (let count = 1; count <= kills; count += 1) {
      const before = problems.length;
      await world.allVisible();
      if (isIdle) world.goOn();
      await pause(random.between(20, isIdle ? 600 : 200));
      const victim = random.pick(victims);
      await world.kill(victim);
      // Now and then they are killed again before what they took up is saved.
      isIdle = random.bool(0.75);
      if (isIdle) await world.drainAndCompare();
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
const RECOVERY_TIMEOUT_MS = 20_000;

/** Whether something that was left of windows that are gone is not taken up and saved. */
async function areEditsLeft(path: string): Promise<boolean> {
  const until = performance.now() + RECOVERY_TIMEOUT_MS;
  for (;;) {
    const text = await readFile(path, 'utf8').catch(() => '');
    if (readJournalText(text).state.documents.size === 0) return false;
    if (performance.now() > until) return true;
    await pause(20);
  }
}

function countsAtService(data: string, projectId: string): Record<string, number | null> {
  const database = new DatabaseSync(serviceDatabase(data), { readOnly: true });
  try {
    const select = database.prepare('SELECT document FROM project_papers WHERE project_id = ? AND place = ?');
    const read = (path: string): unknown =>
      JSON.parse(String(select.get(projectId, path)?.['document'] ?? 'null'));
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
