import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { bundleStale } from '#build/bundle/bundle.ts';
import { browserTargets, root } from '#build/bundle/targets.ts';
import { createApiClient, endpoints, type ApiRequest } from '#shared/api/index.ts';
import { projectPath, projectViewPath } from '#shared/desk/places.ts';
import type { Random } from '../../random.ts';
import { servicePid, startHostProcess, type HostProcess } from '../host-process.ts';
import { checkDatabases } from '../left-behind.ts';
import { inTime, pause } from '../page-process.ts';
import { startBrowser, type RigBrowser } from './browser.ts';
import { isCalledSaved, screenDocuments, typeAndLook, type ScreenDocument, type Seen } from './eye.ts';
import { mountRigDisk, type RigDisk } from './small-disk.ts';

/** What happens to somebody who is typing. */
export const troubles = ['kill', 'full-disk', 'stopped-core'] as const;
export type Trouble = (typeof troubles)[number];

/** Most often the page of one document alone. */
const victims = ['page', 'page', 'page', 'page', 'pages', 'browser', 'core', 'service', 'all'] as const;
type Victim = (typeof victims)[number];

export interface ScreenReport {
  /** How often each thing happened. */
  happened: Record<string, number>;
  /** Numbers that were typed, and those that the mark called saved while they were on screen. */
  typed: number;
  calledSaved: number;
  problems: string[];
}

/** Room on the small disk. The data of a new app takes about 30 MB. */
const DISK_BYTES = 160 * 1024 ** 2;
/** Characters that are typed with each number onto a disk that is full. */
const PADDING = 6_000;
/** Milliseconds within which a page shows what it has. */
const SHOWN_WITHIN = 60_000;

interface Told {
  made: number;
  saved: number;
  mark: string;
}

class ScreenWorld {
  readonly report: ScreenReport = { happened: {}, typed: 0, calledSaved: 0, problems: [] };
  readonly #folder: string;
  readonly #random: Random;
  readonly #disk: RigDisk | null;
  readonly #told = new Map<ScreenDocument['name'], Told>(
    screenDocuments.map(({ name }) => [name, { made: 0, saved: 0, mark: '' }]),
  );
  #host: HostProcess;
  #browser: RigBrowser;
  #projectId = '';
  readonly #pages = new Map<ScreenDocument['name'], Page>();

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
    this.#projectId = await inTime(makeProject(this.#data));
  }

  /** Opens every document, looks whether all that was called saved is there, and types on. */
  async openAll(padding = 0): Promise<void> {
    for (const document of screenDocuments) await this.#open(document, padding);
  }

  async #open(document: ScreenDocument, padding: number): Promise<void> {
    const told = this.#told.get(document.name)!;
    const address = new URL(await this.#host.link());
    address.pathname =
      document.view === null
        ? projectPath('local', this.#projectId)
        : projectViewPath('local', this.#projectId, document.view);
    const page = await this.#browser.openPage(address.href, async (opened) => {
      await opened.exposeFunction('seen', (seen: Seen) => this.#see(told, seen));
    });
    this.#pages.set(document.name, page);
    await this.#compare(page, document, told);
    await page.evaluate(typeAndLook, {
      selector: document.field,
      first: told.made + 1,
      pauses: Array.from({ length: 20 }, () =>
        this.#random.bool(0.7) ? this.#random.between(20, 120) : this.#random.between(350, 900),
      ),
      padding: document.name === 'timeline' ? 0 : padding,
      limit: document.name === 'timeline' ? 150 : 2000 + 2 * padding,
    });
  }

  #see(told: Told, { count, mark }: Seen): void {
    this.report.typed += Math.max(0, count - told.made);
    told.made = Math.max(told.made, count);
    if (!isCalledSaved(mark) || count <= told.saved) return;
    told.saved = count;
    told.mark = mark.slice(0, 20);
    this.report.calledSaved += 1;
  }

  /** Looks for what was called saved. */
  async #compare(page: Page, document: ScreenDocument, told: Told): Promise<void> {
    if (document.name === 'timeline') {
      const field = page.getByLabel('Name of the timeline', { exact: true });
      await field.waitFor({ timeout: SHOWN_WITHIN });
      await field.evaluate((element) => element.setAttribute('data-rig-field', ''));
    }
    const field = page.locator(document.field).first();
    await field.waitFor({ timeout: SHOWN_WITHIN });
    const until = performance.now() + SHOWN_WITHIN / 3;
    let text = await field.inputValue();
    // What the last window left comes a moment after the rest.
    while (!hasNumber(text, told.saved) && performance.now() < until) {
      await pause(50);
      text = await field.inputValue();
    }
    if (!hasNumber(text, told.saved)) {
      this.report.problems.push(
        `${document.name}: ${told.saved} was called saved (“${told.mark}…”) of ${told.made}, and “…${text.replaceAll(/x+/g, '').slice(-60)}” is shown.`,
      );
      told.saved = 0;
    }
  }

  async strike(trouble: Trouble): Promise<void> {
    switch (trouble) {
      case 'kill':
        return this.#kill(this.#random.pick(victims));
      case 'full-disk':
        return this.#fillDisk();
      case 'stopped-core':
        return this.#stopCore();
      default:
        return trouble satisfies never;
    }
  }

  #note(what: string): void {
    this.report.happened[what] = (this.report.happened[what] ?? 0) + 1;
  }

  async #kill(victim: Victim): Promise<void> {
    this.#note(victim);
    await pause(this.#random.between(100, 2500));
    if (victim === 'page') {
      const document = this.#random.pick(screenDocuments);
      await this.#browser.killPage(this.#pages.get(document.name)!);
      return this.#open(document, 0);
    }
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

/** Whether what was typed up to a number has come to a text: that number or a later one is in it. */
const hasNumber = (text: string, count: number): boolean =>
  Math.max(0, ...(text.match(/\d+/g) ?? []).map(Number)) >= count;

/** Several worlds begin at once, and one of them builds. */
let built: Promise<void> | null = null;

const pagesFolder = join(root, 'out/renderer');

/** A project with one text to write in each of its documents. */
async function makeProject(data: string): Promise<string> {
  const desk = join(data, 'desk');
  for (;;) {
    try {
      const note = await readFile(join(desk, 'local-service.json'), 'utf8');
      const port = /"port":\s*(\d+)/.exec(note)?.[1] ?? /127\.0\.0\.1:(\d+)/.exec(note)?.[1];
      const keys = JSON.parse(await readFile(join(desk, 'keys.json'), 'utf8')) as {
        secrets: { local: string };
      };
      const call = createApiClient((request: ApiRequest) =>
        fetch(`http://127.0.0.1:${port}${request.path}`, {
          method: request.method,
          headers: { ...request.headers, authorization: `Bearer ${keys.secrets.local}` },
          body: request.body,
        }),
      );
      const created = await call(endpoints.projects.create, { body: { name: 'Screen' } });
      const params = { project_id: created.id };
      const node = { id: 'text', type: 'input/text', position: { x: 200, y: 200 }, inputs: {} };
      const { version } = await call(endpoints.projects.patchDocument, {
        params,
        body: { expectedVersion: created.version, operations: [{ op: 'addNode', node }] },
      });
      const timeline = {
        serviceType: 'timeline',
        version: 1,
        name: 'Film',
        timeline: { tracks: [{ id: 'v1' }], clips: [] },
      };
      const made = await call(endpoints.timelines.replace, {
        params,
        body: { document: timeline, expectedVersion: version },
      });
      const document = {
        serviceType: 'storyboard',
        version: 1,
        sequences: [{ id: 'scene', shots: [{ id: 'shot', description: '' }] }],
      };
      await call(endpoints.storyboards.replace, {
        params,
        body: { document, expectedVersion: made.version, mode: 'replace' },
      });
      return created.id;
    } catch (error) {
      // The service starts after the desktop process.
      if (error instanceof SyntaxError || error instanceof TypeError || isMissing(error)) await pause(100);
      else throw error;
    }
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Somebody types into graph, storyboard and timeline in a real browser, and what the mark on screen called saved is looked for
 * after each trouble. @param times how often. @param random decides what, and when.
 * @returns null where no small disk can be mounted.
 */
export async function playScreen(
  trouble: Trouble,
  times: number,
  random: Random,
): Promise<ScreenReport | null> {
  await (built ??= bundleStale(browserTargets));
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-screen-'));
  const disk = trouble === 'full-disk' ? mountRigDisk(folder, DISK_BYTES) : null;
  if (trouble === 'full-disk' && disk === null) {
    await rm(folder, { recursive: true, force: true });
    return null;
  }
  const [host, browser] = await Promise.all([startHostProcess(folder, pagesFolder), startBrowser()]);
  const world = new ScreenWorld({ folder, random, disk, host, browser });
  const { problems } = world.report;
  try {
    await world.makeProject();
    await world.openAll(trouble === 'full-disk' ? PADDING : 0);
    for (let count = 1; count <= times; count += 1) {
      const before = problems.length;
      await inTime(world.strike(trouble));
      for (let at = before; at < problems.length; at += 1) {
        problems[at] = `After ${trouble} ${count}: ${problems[at]}`;
      }
    }
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    await world.end();
    disk?.unmount();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
  return world.report;
}
