import type { Browser, CDPSession, Locator, Page } from 'playwright';
import type {
  Batch,
  BatchDraft,
  BatchItem,
  FileRecord,
  OutputPage,
  OutputSearch,
} from '#shared/desk/index.ts';
import type { PublicProjectDetail } from '#shared/api/index.ts';
import { median, type Figure } from '../measure.ts';
import type { App } from '../processes.ts';
import { mainThreadTime, openApp, VIEWPORT } from './browser.ts';
import { requestOf, uploadPicture, type AppRequest } from './sample-project.ts';

/**
 * The lists of 10,000 entries: a batch of a table that has run, the outputs it made in the gallery, and uploaded files in the
 * Files panel, in this build and in another one. Some rows, runs and files are real; the page gets each of them many times over, as
 * its own build says it, since a build takes half an hour to run 10,000 rows.
 */

const COUNT = 10_000;
/** Entries of each list that are real. */
const REAL = 40;
const FRAMES = 120;
/** Pixels of one frame: a quick turn of a wheel. */
const STEP = 90;
/** Between two looks at whether the page is at rest. Milliseconds. */
const POLL_MS = 300;
/** Main-thread work between two looks that counts as rest. Milliseconds. */
const IDLE_MS = 15;

/** An app that holds the lists. */
interface ListApp {
  name: string;
  app: App;
  projectId: string;
  batchId: string;
}

interface ListActions {
  /** Brings the page to where the list is one step away. */
  approach: (page: Page, app: ListApp) => Promise<void>;
  /** Takes that step. @returns the first entry. */
  open: (page: Page) => Promise<Locator>;
}

const approachProjects = async (page: Page, { app }: ListApp) => {
  await page.goto(`${app.origin}/`);
  await page.getByRole('navigation').getByRole('link', { name: 'Gallery' }).waitFor();
};

/** The lists and how each is opened in a page that is there: what the start of a page costs is measured by `opening`. */
const lists: Record<string, ListActions> = {
  'batch table': {
    approach: async (page, { app }) => {
      await page.goto(`${app.origin}/batches`);
      await page.getByRole('link', { name: 'Headlines' }).first().waitFor();
    },
    open: async (page) => {
      await page.getByRole('link', { name: 'Headlines' }).first().click();
      return page.getByRole('table').getByRole('row').nth(1);
    },
  },
  gallery: {
    approach: approachProjects,
    open: async (page) => {
      await page.getByRole('navigation').getByRole('link', { name: 'Gallery' }).click();
      return page.getByRole('option').first();
    },
  },
  Files: {
    approach: async (page, { app, projectId }) => {
      await page.goto(`${app.origin}/projects/${app.connectionId}/${projectId}`);
      await page.getByRole('tab', { name: 'Files', exact: true }).waitFor();
    },
    open: async (page) => {
      await page.getByRole('tab', { name: 'Files', exact: true }).click();
      return page.getByText(/^list-\d+\.txt$/).first();
    },
  },
};

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** A batch whose rows are words in capitals, run to its end. @returns its id. */
async function runBatch(app: App, request: AppRequest, projectId: string): Promise<string> {
  const id = 'batch_40-rows-of-many';
  const upper = {
    id: 'upper',
    type: 'text/case',
    title: 'Headline',
    position: { x: 0, y: 0 },
    inputs: { case: { type: 'string' as const, value: 'UPPER' } },
  };
  await request<Batch>('POST', '/desk/batches', {
    id,
    connectionId: app.connectionId,
    kind: 'table',
    name: 'Headlines',
    source: {
      kind: 'graph',
      projectId,
      projectVersion: null,
      targetNodeIds: ['upper'],
      graph: { nodes: [upper], connections: [] },
    },
    fields: [{ of: 'node', nodeId: 'upper', input: 'text', label: 'Text', type: 'string' }],
    layout: null,
    limits: { maxRuns: null, maxMicrocredits: null, inFlight: 8 },
  } satisfies BatchDraft);
  const items = Array.from({ length: REAL }, (_, index) => ({
    place: [],
    values: [{ type: 'string', value: `Headline ${index}` }],
  }));
  await request<Batch>('POST', `/desk/batches/${id}/items`, { from: 0, items });
  await request<Batch>('POST', `/desk/batches/${id}/resume`, {});
  for (;;) {
    const { state, counts } = await request<Batch>('GET', `/desk/batches/${id}`);
    if (counts.failed > 0) throw new Error(`${counts.failed} rows of the batch failed.`);
    if (state === 'done') return id;
    await pause(200);
  }
}

async function prepare(name: string, app: App): Promise<ListApp> {
  const request = requestOf(app);
  const { id: projectId } = await request<Pick<PublicProjectDetail, 'id'>>(
    'POST',
    `/api/${app.connectionId}/v1/projects`,
    { name: 'Long lists' },
  );
  const batchId = await runBatch(app, request, projectId);
  for (let index = 0; index < REAL; index += 1) {
    const filename = `list-${String(index).padStart(5, '0')}.txt`;
    await uploadPicture(app, Buffer.from(`File ${index}`), { filename, type: 'text/plain' });
  }
  return { name, app, projectId, batchId };
}

/** The entries from `start` on, each a real one under an id or number of its own. */
const cloneEntries = <Entry extends object>(
  entries: readonly Entry[],
  start: number,
  limit: number,
  identity: (index: number, entry: Entry) => Partial<Entry>,
): Entry[] =>
  Array.from({ length: Math.max(0, Math.min(limit, COUNT - start)) }).flatMap((_, offset) => {
    const entry = entries[(start + offset) % entries.length];
    return entry === undefined ? [] : [{ ...entry, ...identity(start + offset, entry) }];
  });

/** The counts of a batch as if it had all the rows. */
const scaledCounts = (counts: Batch['counts']): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).map(([state, count]) => [state, (count / REAL) * COUNT]));

/** Gives the page each real entry as often as makes 10,000 of them. */
async function repeatEntries(page: Page, { app, batchId, projectId }: ListApp): Promise<void> {
  const request = requestOf(app);
  const batch = await request<Pick<Batch, 'counts'>>('GET', `/desk/batches/${batchId}`);
  await page.route(`**/desk/batches/${batchId}`, (route) =>
    route.fulfill({ json: { ...batch, counts: scaledCounts(batch.counts) } }),
  );
  const { items } = await request<Record<'items', BatchItem[]>>(
    'GET',
    `/desk/batches/${batchId}/items?limit=${REAL}`,
  );
  await page.route(/\/desk\/batches\/[^/]+\/items\?/, (route) => {
    const { searchParams } = new URL(route.request().url());
    const start = Number(searchParams.get('from') ?? 0);
    const limit = Number(searchParams.get('limit') ?? COUNT);
    return route.fulfill({ json: { items: cloneEntries(items, start, limit, (index) => ({ index })) } });
  });
  await page.route(/\/desk\/outputs\/search/, async (route) => {
    const { cursor = '0', limit = 120, ...search } = route.request().postDataJSON() as OutputSearch;
    const body = { ...search, limit: REAL };
    const { outputs, ...answer } = await request<OutputPage>('POST', '/desk/outputs/search', body);
    const start = Number(cursor);
    const end = Math.min(COUNT, start + limit);
    await route.fulfill({
      json: {
        ...answer,
        outputs: cloneEntries(outputs, start, limit, (index) => ({ id: String(COUNT - index) })),
        nextCursor: end < COUNT ? String(end) : null,
        total: start === 0 ? COUNT : null,
      },
    });
  });
  await page.route(/\/desk\/files\?/, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const { files } = await request<Record<'files', FileRecord[]>>('GET', `${pathname}${search}`);
    const identity = (index: number, { filename }: FileRecord) => ({
      fileId: `file_${index}`,
      projectId,
      filename: filename.replace(/\d+/, String(index).padStart(5, '0')),
    });
    await route.fulfill({ json: { files: cloneEntries(files, 0, COUNT, identity) } });
  });
}

/** Waits until the page has nothing to do for three looks. @returns its main-thread time then, in milliseconds. */
async function idleTime(cdp: CDPSession): Promise<number> {
  let before = await mainThreadTime(cdp);
  for (let idle = 0; idle < 3;) {
    await pause(POLL_MS);
    const total = await mainThreadTime(cdp);
    idle = total - before < IDLE_MS ? idle + 1 : 0;
    before = total;
  }
  return before;
}

/** Scrolls what an element lies in, one step in each frame; runs in the page. */
async function scrollFrames(
  element: Element,
  { frames, step }: { frames: number; step: number },
): Promise<void> {
  let scroller: Element | null = element;
  while (scroller && scroller.scrollHeight <= scroller.clientHeight + 1) scroller = scroller.parentElement;
  while (scroller && !['auto', 'scroll'].includes(getComputedStyle(scroller).overflowY))
    scroller = scroller.parentElement;
  const target = scroller ?? document.scrollingElement;
  if (!target) throw new Error('There is nothing to scroll.');
  const before = target.scrollTop;
  for (let frame = 0; frame < frames; frame += 1) {
    target.scrollTop += step;
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  }
  if (target.scrollTop <= before) throw new Error('The list did not scroll.');
}

interface Sample {
  /** Main-thread time from the click until the page is at rest with the list. Milliseconds. */
  loadTime: number;
  /** Main-thread time of a frame of scrolling. Milliseconds. */
  frame: number;
}

async function measureList(
  browser: Browser,
  target: ListApp,
  { approach, open }: ListActions,
): Promise<Sample> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    const page = await openApp(context, target.app);
    const cdp = await context.newCDPSession(page);
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await repeatEntries(page, target);
    await approach(page, target);
    const before = await idleTime(cdp);
    const first = await open(page);
    await first.waitFor();
    const after = await idleTime(cdp);
    await first.evaluate(scrollFrames, { frames: FRAMES, step: STEP });
    return { loadTime: after - before, frame: ((await mainThreadTime(cdp)) - after) / FRAMES };
  } finally {
    await context.close();
  }
}

/**
 * Each list in this build and in another, in turns.
 * @param base the app of the other build.
 */
export async function listFigures(
  browser: Browser,
  app: App,
  base: { name: string; app: App },
  rounds: number,
  log: (text: string) => void,
): Promise<Figure[]> {
  log(`making ${REAL} rows and files in both builds…`);
  const current = await prepare('Patchbay', app);
  const reference = await prepare(base.name, base.app);
  const figures: Figure[] = [];
  for (const [name, actions] of Object.entries(lists)) {
    const samples: Record<'current' | 'reference', Sample[]> = { current: [], reference: [] };
    for (let round = 0; round <= rounds; round += 1) {
      const ours = await measureList(browser, current, actions);
      const theirs = await measureList(browser, reference, actions);
      // The first round warms up both.
      if (round === 0) continue;
      samples.current.push(ours);
      samples.reference.push(theirs);
    }
    log(`${name}…`);
    for (const [part, label] of [
      ['loadTime', 'main thread until it is there'],
      ['frame', 'main thread of a frame of scrolling'],
    ] as const) {
      const value = median(samples.current.map((sample) => sample[part]));
      const base = median(samples.reference.map((sample) => sample[part]));
      figures.push({
        name: `${name} of ${COUNT} entries, ${label}`,
        measured: { label: current.name, value, unit: 'ms' },
        reference: { label: reference.name, value: base, unit: 'ms' },
        ratio: value / base,
        target: '≤ 1',
      });
    }
  }
  return figures;
}
