import { readFileSync, readdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright';

/** Processor time by the system's own account, which other programs on the machine touch least. */

/** Milliseconds that one thread of a process has run so far. */
const threadTime = (pid: number, thread: number | string): number =>
  Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6;

/** Milliseconds that the threads of a process have run so far. */
function threadsTime(pid: number): number {
  let sum = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      sum += threadTime(pid, thread);
    } catch {
      // A thread that ended between the two reads has nothing to add.
    }
  }
  return sum;
}

/** Turns in which a page is made to work, and how long in each by the clock. Milliseconds. */
const ROUNDS = 5;
const WORK_MS = 200;

export interface PageProcesses {
  /** Milliseconds of the page's own process: scripts, styles, layout, painting, and putting layers together. */
  page(): number;
  /** Milliseconds of the process that puts what pages have painted on the screen. */
  screen(): number;
}

/** Finds the processes that show a page: of all processes of pages, its own is the one that works when it is told to. */
export async function processesOf(browser: Browser, page: Page): Promise<PageProcesses> {
  if (process.platform !== 'linux') {
    throw new Error('Processor time is read from /proc: run this benchmark on Linux.');
  }
  const cdp = await browser.newBrowserCDPSession();
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  await cdp.detach();
  const screen = processInfo.find(({ type }) => type === 'GPU')?.id;
  const pages = processInfo.flatMap(({ type, id }) => (type === 'renderer' ? [id] : []));
  // The least of some turns by its main thread alone: another page may work meanwhile, but not in each of them.
  const worked = new Map(pages.map((pid) => [pid, Infinity]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = new Map(pages.map((pid) => [pid, threadTime(pid, pid)]));
    await page.evaluate((ms) => {
      const end = performance.now() + ms;
      while (performance.now() < end);
    }, WORK_MS);
    for (const [pid, least] of worked) {
      worked.set(pid, Math.min(least, threadTime(pid, pid) - (before.get(pid) ?? 0)));
    }
  }
  const pageProcess = pages.toSorted((a, b) => (worked.get(b) ?? 0) - (worked.get(a) ?? 0))[0];
  if (pageProcess === undefined || screen === undefined)
    throw new Error('The browser did not name its processes.');
  return { page: () => threadsTime(pageProcess), screen: () => threadsTime(screen) };
}
