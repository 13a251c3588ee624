import { chromium, type Browser, type BrowserServer, type Page } from 'playwright-core';
import { findChromium } from '#build/start/browser-window.ts';

/** A real browser in a process that can be killed. */
export interface RigBrowser {
  /** Opens an address, one after the other. @param before what is done to the page first. */
  openPage(address: string, before: (page: Page) => Promise<void>): Promise<Page>;
  /** Kills the process that draws a page. */
  killPage(page: Page): Promise<void>;
  /** Kills the processes that draw pages. */
  killRenderers(): Promise<void>;
  kill(): Promise<void>;
  closePages(): Promise<void>;
}

export async function startBrowser(): Promise<RigBrowser> {
  const executablePath = findChromium(process.platform, process.env) ?? chromium.executablePath();
  const server = await chromium.launchServer({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      // Each process that draws is that of a page.
      '--disable-features=SpareRendererForSitePerProcess',
    ],
  });
  return new LocalBrowser(server, await chromium.connect(server.wsEndpoint()));
}

const VIEWPORT = { width: 1280, height: 800 };

class LocalBrowser implements RigBrowser {
  readonly #server: BrowserServer;
  readonly #browser: Browser;
  /** Processes that draw each page. */
  readonly #renderers = new Map<Page, number[]>();

  constructor(server: BrowserServer, browser: Browser) {
    this.#server = server;
    this.#browser = browser;
  }

  async openPage(address: string, before: (page: Page) => Promise<void>): Promise<Page> {
    const context = this.#browser.contexts()[0] ?? (await this.#browser.newContext({ viewport: VIEWPORT }));
    const page = await context.newPage();
    await before(page);
    await page.goto(address);
    const existing = new Set([...this.#renderers.values()].flat());
    this.#renderers.set(
      page,
      (await this.#rendererIds()).filter((id) => !existing.has(id)),
    );
    return page;
  }

  async killPage(page: Page): Promise<void> {
    const crashed = page.waitForEvent('crash');
    for (const id of this.#renderers.get(page) ?? []) killProcess(id);
    this.#renderers.delete(page);
    await crashed;
    await page.close();
  }

  async #rendererIds(): Promise<number[]> {
    const session = await this.#browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    await session.detach();
    return processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  }

  async killRenderers(): Promise<void> {
    for (const id of await this.#rendererIds()) killProcess(id);
    this.#renderers.clear();
  }

  async closePages(): Promise<void> {
    for (const context of this.#browser.contexts()) await context.close();
  }

  async kill(): Promise<void> {
    const child = this.#server.process();
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await exited;
  }
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself since it was listed.
  }
}
