import { chromium, type Browser, type BrowserServer, type Page } from 'playwright-core';
import { findChromium } from '#build/start/browser-window.ts';

/** A real browser in a process that can be killed. */
export interface RigBrowser {
  newPage(): Promise<Page>;
  /** Ends the process that draws one page, from one instruction to the next. */
  crash(page: Page): Promise<void>;
  /** Kills the processes that draw pages. */
  killRenderers(): Promise<void>;
  kill(): Promise<void>;
  closePages(): Promise<void>;
}

export async function startBrowser(): Promise<RigBrowser> {
  const executablePath = findChromium(process.platform, process.env) ?? chromium.executablePath();
  const server = await chromium.launchServer({
    executablePath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  });
  return new LocalBrowser(server, await chromium.connect(server.wsEndpoint()));
}

class LocalBrowser implements RigBrowser {
  readonly #server: BrowserServer;
  readonly #browser: Browser;

  constructor(server: BrowserServer, browser: Browser) {
    this.#server = server;
    this.#browser = browser;
  }

  async newPage(): Promise<Page> {
    const context =
      this.#browser.contexts()[0] ??
      (await this.#browser.newContext({ viewport: { width: 1280, height: 800 } }));
    return context.newPage();
  }

  async crash(page: Page): Promise<void> {
    const crashed = page.waitForEvent('crash');
    const session = await page.context().newCDPSession(page);
    // It has no answer: who would give it is gone.
    session.send('Page.crash').catch(() => undefined);
    await crashed;
    await page.close();
  }

  async killRenderers(): Promise<void> {
    const session = await this.#browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    for (const { type, id } of processInfo) if (type === 'renderer') endNow(id);
    await session.detach();
  }

  async closePages(): Promise<void> {
    for (const context of this.#browser.contexts()) await context.close();
  }

  async kill(): Promise<void> {
    const child = this.#server.process();
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
  }
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself since it was listed.
  }
}
