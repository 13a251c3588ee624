import type { Browser, BrowserContext } from '@playwright/test';

/** What an origin keeps in a browser; not the scripts of the app, nor what V8 has compiled of them. */
const KEPT_BY_PAGES =
  'cookies,file_systems,indexeddb,local_storage,service_workers,cache_storage,storage_buckets';

/**
 * The browser profile that all stories of a worker use one after the other, each on an empty one. A new profile for each
 * story would fetch and compile the scripts of the app anew, a fifth of what opening a page costs.
 */
export class OneProfile {
  readonly #browser: Browser;
  #context: BrowserContext | null = null;
  readonly #origins = new Set<string>();
  #options: string | null = null;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Whether the profile has these options of a context: they are fixed when it is made, by the first story that asks. */
  has(options: object): boolean {
    const asked = JSON.stringify(options);
    this.#options ??= asked;
    return this.#options === asked;
  }

  /** The profile, with nothing in it; of pages at most a blank one. */
  async context(): Promise<BrowserContext> {
    if (this.#context === null) {
      this.#context = await this.#browser.newContext();
      this.#context.on('page', (page) => {
        page.on('framenavigated', (frame) => {
          const { protocol, origin } = new URL(frame.url());
          if (protocol.startsWith('http')) this.#origins.add(origin);
        });
      });
    }
    return this.#context;
  }

  /** Closes all pages and forgets what they kept; the next story begins in the blank page that is left. */
  async clear(): Promise<void> {
    const context = this.#context;
    if (context === null) return;
    const pages = context.pages();
    const blank = await context.newPage();
    await Promise.all(pages.map((page) => page.close()));
    const session = await context.newCDPSession(blank);
    for (const origin of this.#origins)
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: KEPT_BY_PAGES });
    this.#origins.clear();
    await context.unrouteAll();
    await context.clearCookies();
    await context.clearPermissions();
    await session.detach();
  }

  async close(): Promise<void> {
    await this.#context?.close();
  }
}
