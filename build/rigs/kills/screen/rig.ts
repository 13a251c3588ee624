import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { bundleStale } from '#build/bundle/bundle.ts';
import { browserTargets, root } from '#build/bundle/targets.ts';
import { projectPath, projectViewPath } from '#shared/desk/places.ts';
import type { Random } from '../../random.ts';
import { servicePid, startHostProcess, type HostProcess } from '../host-process.ts';
import { checkDatabases } from '../left-behind.ts';
import { inTime, pause } from '../page-process.ts';
import { startBrowser, type RigBrowser } from './browser.ts';
import {
  isCalledSaved,
  observer,
  screenDocuments,
  typeAndObserve,
  type ScreenDocument,
  type Observation,
} from './eye.ts';
import { makeProject, readProject } from './project.ts';
import { mountRigDisk, type RigDisk } from './small-disk.ts';

/** What happens to somebody who is typing. */
export const troubles = ['kill', 'full-disk', 'stopped-core'] as const;
export type Problem = (typeof troubles)[number];

/** Most often the page of one document alone. */
const victims = ['page', 'page', 'page', 'page', 'pages', 'browser', 'core', 'service', 'all'] as const;
export type Victim = (typeof victims)[number];

export interface ScreenReport {
  /** How often each thing happened. */
  happened: Record<string, number>;
  /** Numbers that were typed, and those that the mark called saved while they were on screen. */
  typed: number;
  calledSaved: number;
  /** How often the person was asked which of two values stands. */
  requested: number;
  problems: string[];
}

/** Room on the small disk. The data of a new app takes about 30 MB. */
const DISK_BYTES = 160 * 1024 ** 2;
/** Characters that are typed with each number onto a disk that is full. */
const PADDING = 6_000;
/** Milliseconds within which a page shows what it has: beside much other work the first opening takes minutes. */
const DISPLAY_TIMEOUT_MS = 240_000;
/** Milliseconds that a kill waits for the mark to call something newer saved. */
const SAVE_TIMEOUT_MS = 8000;

interface Observed {
  created: number;
  saved: number;
  mark: string;
}

class ScreenWorld {
  readonly report: ScreenReport = { happened: {}, typed: 0, calledSaved: 0, requested: 0, problems: [] };
  readonly #folder: string;
  readonly #random: Random;
  readonly #disk: RigDisk | null;
  readonly #observed = new Map<ScreenDocument['name'], Observed>(
    screenDocuments.map(({ name }) => [name, { created: 0, saved: 0, mark: '' }]),
  );
  #host: HostProcess;
  #browser: RigBrowser;
  #projectId = '';
  readonly #pages = new Map<ScreenDocument['name'], Page>();
  #sawSaved: (observed: Observed) => void = () => undefined;

  constructor(options: {
    folder: string;
    random: Random;
    disk: RigDisk | null;
    host: HostProcess;
    browser: RigBrowser;
  }) {
    this.#folder = options.folder;
    this.#random = options.random;
    this.#disk = options.disk;
    this.#host = options.host;
    this.#browser = options.browser;
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  async makeProject(): Promise<void> {
    this.#projectId = await inTime('The first project', makeProject(this.#data));
  }

  /** Opens every document, looks whether all that was called saved is there, and types on. */
  async openAll(padding = 0): Promise<void> {
    const displayed: Promise<void>[] = [];
    for (const document of screenDocuments) {
      const page = await this.#openPage(document);
      displayed.push(this.#typeOn(page, document, padding));
    }
    await Promise.all(displayed);
  }

  async #openPage(document: ScreenDocument): Promise<Page> {
    const observed = this.#observed.get(document.name)!;
    const address = new URL(await this.#host.link());
    address.pathname =
      document.view === null
        ? projectPath('local', this.#projectId)
        : projectViewPath('local', this.#projectId, document.view);
    const page = await this.#browser.openPage(address.href, async (newPage) => {
      await newPage.exposeFunction(observer, (observation: Observation) => this.#see(observed, observation));
    });
    this.#pages.set(document.name, page);
    return page;
  }

  async #typeOn(page: Page, document: ScreenDocument, padding: number): Promise<void> {
    const observed = this.#observed.get(document.name)!;
    await this.#compare(page, document, observed);
    await page.evaluate(typeAndObserve, {
      selector: document.field,
      first: observed.created + 1,
      pauses: Array.from({ length: 20 }, () => this.#pauseOfTyping()),
      padding: document.name === 'timeline' ? 0 : padding,
      limit: document.name === 'timeline' ? 150 : 2000 + 2 * padding,
    });
  }

  /** Milliseconds: bursts, short rests, and now and then one that a busy machine needs to write. */
  #pauseOfTyping(): number {
    if (this.#random.bool(0.7)) return this.#random.between(20, 120);
    return this.#random.bool(0.7) ? this.#random.between(350, 900) : this.#random.between(1200, 2500);
  }

  #see(observed: Observed, { count, mark }: Observation): void {
    this.report.typed += Math.max(0, count - observed.created);
    observed.created = Math.max(observed.created, count);
    if (!isCalledSaved(mark) || count <= observed.saved) return;
    observed.saved = count;
    observed.mark = mark.slice(0, 20);
    this.report.calledSaved += 1;
    this.#sawSaved(observed);
  }

  /** A rig that sees nothing would find nothing missing. */
  unseen(): string[] {
    const unseen = [...this.#observed].filter(([, { created }]) => created === 0);
    return unseen.map(([name]) => `${name}: nothing of what was typed was seen.`);
  }

  /** Resolves at a random moment, most often just after something newer was called saved: then it has to be there. */
  async #waitForSave(documents: readonly ScreenDocument[]): Promise<void> {
    if (this.#random.bool(0.25)) return pause(this.#random.between(100, 2500));
    const watched = documents.map(({ name }) => this.#observed.get(name));
    const saved = new Promise<void>((resolve) => {
      this.#sawSaved = (observed) => watched.includes(observed) && resolve();
    });
    await Promise.race([saved, pause(SAVE_TIMEOUT_MS)]);
    await pause(this.#random.between(0, 150));
  }

  /** Looks for what was called saved. */
  async #compare(page: Page, document: ScreenDocument, observed: Observed): Promise<void> {
    if (document.name === 'timeline') {
      const field = page.getByLabel('Name of the timeline', { exact: true });
      await field.waitFor({ timeout: DISPLAY_TIMEOUT_MS });
      await field.evaluate((element) => element.setAttribute('data-rig-field', ''));
    }
    const field = page.locator(document.field).first();
    await field.waitFor({ timeout: DISPLAY_TIMEOUT_MS }).catch(async (cause: unknown) => {
      throw new Error(`${document.name} is not shown within four minutes. ${await describePage(page)}`, {
        cause,
      });
    });
    const until = performance.now() + DISPLAY_TIMEOUT_MS;
    let text = await field.inputValue();
    // What the last window left comes a moment after the rest.
    while (!hasNumber(text, observed.saved) && performance.now() < until) {
      if ((await page.locator('button[data-kind="conflict"]').count()) > 0) await this.#selectNewer(page);
      await pause(50);
      text = await field.inputValue();
    }
    if (!hasNumber(text, observed.saved)) {
      const mark = await page.locator('button[data-kind]').first().getAttribute('aria-label');
      this.report.problems.push(
        `${document.name}: ${observed.saved} was called saved (“${observed.mark}…”) of ${observed.created}, and “…${endOf(text)}” is shown (“${mark?.slice(0, 60)}…”); the service has “…${endOf(await this.#atService(document))}”.`,
      );
      observed.saved = 0;
    }
  }

  /**
   * Where a full disk had no room reserved for what the service took, the person is asked. The service has the newer text.
   */
  async #selectNewer(page: Page): Promise<void> {
    const dialog = page.getByRole('dialog', { name: 'Somebody changed the same thing' });
    if (!(await dialog.isVisible())) await page.locator('button[data-kind="conflict"]').click();
    await dialog.getByRole('radio').last().check();
    await dialog.getByRole('button', { name: 'Save the choice' }).click();
    this.report.requested += 1;
  }

  /** What the service has of what is typed into a document. */
  async #atService({ view }: ScreenDocument): Promise<string> {
    return JSON.stringify(await readProject(this.#data, this.#projectId, view));
  }

  /** @param victim what a kill kills; one of them at random where none is named. */
  async strike(problem: Problem, victim?: Victim): Promise<void> {
    switch (problem) {
      case 'kill':
        return this.#kill(victim ?? this.#random.pick(victims));
      case 'full-disk':
        return this.#fillDisk();
      case 'stopped-core':
        return this.#stopCore();
      default:
        return problem satisfies never;
    }
  }

  #note(eventName: string): void {
    this.report.happened[eventName] = (this.report.happened[eventName] ?? 0) + 1;
  }

  async #kill(victim: Victim): Promise<void> {
    this.#note(victim);
    if (victim === 'page') return this.#killPage(this.#random.pick(screenDocuments));
    await this.#waitForSave(screenDocuments);
    if (victim === 'service') {
      this.#killService();
      // The pages go on; what they say then holds as well.
      await pause(this.#random.between(200, 1500));
      await this.#browser.killRenderers();
      await this.#browser.closePages();
      return this.openAll();
    }
    if (victim === 'all') this.#killService();
    const deaths: Promise<void>[] = [];
    if (victim === 'core' || victim === 'all') deaths.push(this.#host.kill());
    if (victim === 'pages') deaths.push(this.#browser.killRenderers());
    if (victim === 'browser' || victim === 'all') deaths.push(this.#browser.kill());
    await Promise.all(deaths);
    if (victim === 'core') {
      // The pages live on for a moment and find nobody there.
      await pause(this.#random.between(0, 300));
      await this.#browser.killRenderers();
    }
    await this.#recover({
      isHostDead: victim === 'core' || victim === 'all',
      isBrowserDead: victim === 'browser' || victim === 'all',
    });
    return this.openAll();
  }

  async #killPage(document: ScreenDocument): Promise<void> {
    await this.#waitForSave([document]);
    await this.#browser.killPage(this.#pages.get(document.name)!);
    await this.#typeOn(await this.#openPage(document), document, 0);
  }

  async #recover({
    isHostDead,
    isBrowserDead,
  }: {
    isHostDead: boolean;
    isBrowserDead: boolean;
  }): Promise<void> {
    if (isBrowserDead) this.#browser = await startBrowser();
    else await this.#browser.closePages();
    if (!isHostDead) return;
    this.report.problems.push(...checkDatabases(this.#data, ['desk']));
    this.#host = await startHostProcess(this.#folder, pagesFolder);
  }

  /** The disk fills while somebody types; then everything dies, and there is room again. */
  async #fillDisk(): Promise<void> {
    this.#note('full disk');
    await pause(this.#random.between(50, 600));
    this.#disk?.fill();
    await pause(this.#random.between(300, 2500));
    const victim = this.#random.pick(['renderer', 'all'] as const);
    await this.#browser.killRenderers();
    if (victim === 'all') {
      this.#killService();
      await this.#host.kill();
    }
    this.#disk?.free();
    await this.#recover({ isHostDead: victim === 'all', isBrowserDead: false });
    await this.openAll(PADDING);
  }

  /** The desktop process stands still while somebody types; the pages die before it goes on, or dies as well. */
  async #stopCore(): Promise<void> {
    this.#note('stopped core');
    await pause(this.#random.between(50, 600));
    process.kill(this.#host.pid, 'SIGSTOP');
    // Now and then for so long that it is said to be a problem.
    await pause(this.#random.bool(0.25) ? this.#random.between(5000, 6500) : this.#random.between(300, 2000));
    await this.#browser.killRenderers();
    const isHostDead = this.#random.bool(0.4);
    if (isHostDead) await this.#host.kill();
    else process.kill(this.#host.pid, 'SIGCONT');
    await this.#recover({ isHostDead, isBrowserDead: false });
    await this.openAll();
  }

  #killService(): void {
    const pid = servicePid(this.#folder);
    if (pid !== null) process.kill(pid, 'SIGKILL');
  }

  async end(): Promise<void> {
    await this.#browser.kill();
    await this.#host.kill();
    this.#killService();
  }
}

/** What was typed last of a text or a document. */
const endOf = (text: string): string => (text.match(/\d{1,6}(?=x*(?:\s|"|$))/g) ?? []).slice(-8).join(' ');

/** Whether what was typed up to a number has come to a text: that number or a later one is in it. */
const hasNumber = (text: string, count: number): boolean =>
  Math.max(0, ...(text.match(/\d+/g) ?? []).map(Number)) >= count;

/** What a page that does not show what it should says, and whether the browser draws it at all. */
async function describePage(page: Page): Promise<string> {
  const { text, visibility, hasFrames } = await page.evaluate(async () => ({
    text: document.body.innerText,
    visibility: document.visibilityState,
    hasFrames: await Promise.race([
      new Promise((resolve) => requestAnimationFrame(() => resolve(true))),
      new Promise((resolve) => setTimeout(() => resolve(false), 5000)),
    ]),
  }));
  const painting = hasFrames === true ? 'is drawn' : 'is not drawn';
  return `The page is ${visibility}, ${painting}, and says “${text.replaceAll(/\s+/g, ' ').slice(0, 600)}”.`;
}

/** Several worlds begin at once, and one of them builds. */
let built: Promise<void> | null = null;

const pagesFolder = join(root, 'out/renderer');

/**
 * Somebody types into graph, storyboard and timeline in a real browser, and what the mark on screen called saved is looked for
 * after each trouble. @param times how often. @param random decides what, and when. @param order what the first kills kill.
 * @returns null where no small disk can be mounted.
 */
export async function playScreen(
  problem: Problem,
  times: number,
  random: Random,
  order: readonly Victim[] = [],
): Promise<ScreenReport | null> {
  await (built ??= bundleStale(browserTargets));
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-screen-'));
  const disk = problem === 'full-disk' ? mountRigDisk(folder, DISK_BYTES) : null;
  if (problem === 'full-disk' && disk === null) {
    await rm(folder, { recursive: true, force: true });
    return null;
  }
  const [host, browser] = await Promise.all([startHostProcess(folder, pagesFolder), startBrowser()]);
  const world = new ScreenWorld({ folder, random, disk, host, browser });
  const { problems } = world.report;
  try {
    await world.makeProject();
    await world.openAll(problem === 'full-disk' ? PADDING : 0);
    for (let count = 1; count <= times; count += 1) {
      const before = problems.length;
      await inTime(`What follows ${problem} ${count}`, world.strike(problem, order[count - 1]));
      for (let at = before; at < problems.length; at += 1) {
        problems[at] = `After ${problem} ${count}: ${problems[at]}`;
      }
    }
    problems.push(...world.unseen());
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    await world.end();
    disk?.unmount();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
  return world.report;
}
