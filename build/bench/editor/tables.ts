import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { median, timed, type Figure } from '../measure.ts';
import type { App } from '../processes.ts';
import { openApp, VIEWPORT } from './browser.ts';

/** Reading a table of 100,000 rows for a batch: how long it takes, and for how long the page answers nobody. */

const ROWS = 100_000;
/** What browsers call a long task. Milliseconds. */
const SLOW_TASK_MS = 50;

const csvOf = (rows: number): string =>
  `Title,Angle,Note,Color,Text\n${Array.from(
    { length: rows },
    (_, row) => `Poster ${row},${row % 360},"a note, with a comma",#f59e0b,"said ""yes"" ${row}"`,
  ).join('\n')}\n`;

/** Notes every long task from now on; runs in the page. */
function watchTasks(): void {
  const durations: number[] = [];
  Object.assign(window, { slowTasks: durations });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) durations.push(duration);
  }).observe({ type: 'longtask' });
}

/** The longest task since then, and none are noted any more of those before; runs in the page. */
async function longestTask(): Promise<number> {
  // Entries are handed over in a task of their own.
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, 0));
  });
  const { slowTasks } = window as unknown as { slowTasks: number[] };
  return slowTasks.splice(0).reduce((longest, duration) => Math.max(longest, duration), 0);
}

async function measureRead(page: Page, file: string): Promise<{ time: number; longest: number }> {
  await page.getByRole('textbox').fill('');
  await page.evaluate(longestTask);
  const time = await timed(async () => {
    await page.getByLabel('CSV file').setInputFiles(file);
    await page.getByText(`${ROWS.toLocaleString('en')} rows, 5 columns.`).waitFor();
  });
  const longest = await page.evaluate(longestTask);
  // The next reading is waited for by the same words.
  await page.getByRole('textbox').fill('a\n1\n');
  await page.getByRole('button', { name: 'Use the pasted table' }).click();
  await page.getByText('1 row, 1 column.').waitFor();
  return { time, longest };
}

export async function tableFigures(browser: Browser, app: App, rounds: number): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await openApp(context, app);
  await page.goto(`${app.origin}/batches`);
  await page.getByRole('button', { name: 'New batch' }).first().click();
  await page.getByLabel('CSV file').waitFor({ state: 'attached' });
  await page.evaluate(watchTasks);
  // A file of the disk: bytes that are handed over would be decoded in the page, and measured with it.
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-tables-'));
  const read: { time: number; longest: number }[] = [];
  try {
    const file = join(folder, 'rows.csv');
    await writeFile(file, csvOf(ROWS));
    await measureRead(page, file);
    for (let round = 0; round < rounds; round += 1) read.push(await measureRead(page, file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await context.close();
  const longest = read.reduce((most, sample) => Math.max(most, sample.longest), 0);
  const time = median(read.map((sample) => sample.time));
  return [
    {
      name: `a table of ${ROWS} rows, longest task of the page while it is read`,
      measured: { label: 'longest of all rounds', value: longest, unit: 'ms' },
      reference: { label: 'a long task', value: SLOW_TASK_MS, unit: 'ms' },
      ratio: longest / SLOW_TASK_MS,
      target: '≤ 2',
    },
    {
      name: `a table of ${ROWS} rows, read`,
      measured: { label: 'until its size is shown', value: time, unit: 'ms' },
      reference: { label: 'a second', value: 1000, unit: 'ms' },
      ratio: time / 1000,
      target: 'what reading takes',
    },
  ];
}
