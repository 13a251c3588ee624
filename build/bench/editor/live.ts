import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharp } from '#native/testing/sharp.ts';
import type { Page } from 'playwright';
import { liveSideFor } from '#shared/desk/run-origin.ts';
import { percentile, type Figure } from '../measure.ts';
import { root, type App } from '../processes.ts';
import { launch, openApp, VIEWPORT } from './browser.ts';
import { timelineOf, traceTable } from './live-trace.ts';
import { recordLive, recordTrace, copyRecord, type LiveRecord } from './page-live.ts';
import { requestOf, uploadPicture } from './sample-project.ts';
import type { endpoints, PublicProjectDetail, ResultOf, RunFileOutput } from '#shared/api/index.ts';

/**
 * Dragging a number in a chain of three image nodes below a photo of 12 megapixels: from the pointer's event to the
 * frame that shows the picture of exactly that number, beside the same work by sharp in a process alone.
 */

const PHOTO = { width: 4000, height: 3000 };
/** As large as the page shows a picture at 100 %: longest side, in pixels of the page. */
const PICTURE_PIXELS = 320;
/** A display of 60 frames a second gives a page one move a frame. Milliseconds. */
const MOVE_MS = 16;
const MOVES_A_DRAG = 90;
/** After so long without a run or a picture there comes none any more. Milliseconds. */
const SETTLED_MS = 1500;
/** Pixels of a step of a number. */
const STEP_PIXELS = 2;
const STEP = 0.01;
const FIRST_VALUE = 1;

const DRAGGED = { nodeId: 'adjust', input: 'brightness' };

/** A photo with fine grain and soft shapes, which compresses as photos do. */
async function photo(): Promise<Buffer> {
  const { width, height } = PHOTO;
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 110, sigma: 18 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const shapes = await sharp({
    create: {
      width: 40,
      height: 30,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 120, sigma: 60 },
    },
  })
    .resize(width, height, { kernel: 'cubic' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(shapes)
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

const number = (value: number) => ({ type: 'number', value });

/** A photo, and below it brightness, blur and crop. @returns the id of the project. */
async function chainProject(app: App, fileId: string): Promise<string> {
  const request = requestOf(app);
  const api = `/api/${app.connectionId}/v1`;
  const project = await request<Pick<PublicProjectDetail, 'id' | 'version'>>('POST', `${api}/projects`, {
    name: 'Live',
  });
  const chain = [
    { id: 'photo', type: 'input/image', inputs: { file: { type: 'file', value: fileId } } },
    { id: 'adjust', type: 'image/adjust', inputs: { brightness: number(FIRST_VALUE) } },
    { id: 'blur', type: 'image/blur', inputs: { sigma: number(12) } },
    { id: 'crop', type: 'image/crop', inputs: { left: number(400), top: number(300), width: number(3200) } },
  ];
  const nodes = chain.map((node, index) => ({ ...node, title: null, position: { x: index * 320, y: 0 } }));
  const connections = chain.slice(1).map(({ id }, index) => ({
    from: [chain[index]!.id, 'image'],
    to: [id, 'image'],
  }));
  await request('PUT', `${api}/projects/${project.id}/document`, {
    expectedVersion: project.version,
    document: { graph: { nodes, connections } },
  });
  return project.id;
}

/** The file that a picture of the page shows, from its address. */
function fileIdOf(src: string): string | null {
  const [, payload] = /\/media\/([\w-]+)\./.exec(src) ?? [];
  if (payload === undefined) return null;
  const { source } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    source?: { fileId?: string };
  };
  return source?.fileId ?? null;
}

interface Drag {
  /** Milliseconds from the pointer's event to the frame, one for each picture painted. */
  latencies: number[];
  /** Runs in which no picture of the last node was seen, as another took its place first. */
  missedCount: number;
  /** Whether the last value of the drag was painted. */
  isFinalCorrect: boolean;
  /** The moments of each picture painted; none without a trace. */
  samples: NonNullable<ReturnType<typeof timelineOf>>[];
}

/** Which pointer move led to which painted picture: by the run of its file, and the value that was sent with the run. */
async function readDrag(app: App, record: LiveRecord, press: { x: number; from: number }): Promise<Drag> {
  const request = requestOf(app);
  const valueAt = (x: number) => press.from + Math.round((x - press.x) / STEP_PIXELS) * STEP;
  const isClose = (a: number, b: number) => Math.abs(a - b) < STEP / 4;
  const latencies: number[] = [];
  let lastRendered = Number.NaN;
  let missedCount = 0;
  const timelines: Drag['samples'] = [];
  const renderedAt = new Map(record.rendered.map(({ src, at }) => [fileIdOf(src), at]));
  for (const { runId, value, at: requestTime } of record.requested) {
    const { data } = await request<ResultOf<typeof endpoints.runs.listEvents>>(
      'GET',
      `/api/${app.connectionId}/v1/runs/${runId}/events?limit=100`,
    );
    const cropEvent = data.find(
      ({ nodeId, data: details }) => nodeId === 'crop' && details?.['outputs'] !== undefined,
    );
    const outputs = cropEvent?.data?.['outputs'] as Record<string, Partial<RunFileOutput>> | undefined;
    const fileId = outputs?.['image']?.fileId;
    const at = renderedAt.get(fileId ?? null);
    const move = record.moves.find(({ x }) => isClose(valueAt(x), value));
    if (at === undefined) missedCount += 1;
    if (at === undefined || move === undefined) continue;
    latencies.push(at - move.at);
    lastRendered = value;
    if (record.trace === null || fileId === undefined) continue;
    const timeline = timelineOf(
      { runId, fileId, startedAt: move.at, requestedAt: requestTime, renderedAt: at },
      record.trace,
      fileIdOf,
    );
    if (timeline !== null) timelines.push(timeline);
  }
  const isFinalCorrect = isClose(lastRendered, valueAt(record.moves.at(-1)?.x ?? 0));
  return { latencies, missedCount, isFinalCorrect, samples: timelines };
}

const brightnessIn = (page: Page) =>
  page.locator('.react-flow__node').getByLabel('Brightness of Adjust', { exact: true });

/** Waits until no further run is asked for and no further picture painted. */
async function isRendered(page: Page): Promise<void> {
  await page.waitForFunction(
    (settledMs) => {
      const { rendered, requested } = (globalThis as unknown as { benchLive: LiveRecord }).benchLive;
      const last = Math.max(0, ...[...rendered, ...requested].map(({ at }) => at));
      return rendered.length > 0 && performance.now() - last > settledMs;
    },
    SETTLED_MS,
    { polling: 100 },
  );
}

/** Drags the number to the right and back at the speed of a hand, until what was dragged last is painted. */
async function drag(app: App, page: Page, direction: 1 | -1): Promise<Drag> {
  // Another contrast, so that no picture of an earlier drag is right for this one.
  await page.locator('.react-flow__node').getByLabel('Contrast of Adjust', { exact: true }).press('ArrowUp');
  await page.evaluate(copyRecord);
  await isRendered(page);
  const field = brightnessIn(page);
  const box = await field.boundingBox();
  if (box === null) throw new Error('The number to drag is not shown.');
  const x = Math.round(box.x + box.width / 2);
  const y = Math.round(box.y + box.height / 2);
  const from = Number(await field.inputValue());
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.evaluate(copyRecord);
  for (let step = 2; step <= MOVES_A_DRAG; step += 1) {
    const deadline = performance.now() + MOVE_MS;
    await page.mouse.move(x + direction * step * STEP_PIXELS, y);
    const left = deadline - performance.now();
    if (left > 0) await new Promise((wait) => setTimeout(wait, left));
  }
  await isRendered(page);
  await page.mouse.up();
  return readDrag(app, await page.evaluate(copyRecord), { x, from });
}

/** The three steps by sharp alone, in a process of their own: decode, change, encode as the preview is encoded. */
const BARE = `
  const sharp = require('sharp');
  const { readFileSync } = require('node:fs');
  const photo = readFileSync(process.argv[1]);
  const scale = Number(process.argv[2]);
  const rounds = Number(process.argv[3]);
  const jpeg = { quality: 92, chromaSubsampling: "4:4:4", optimiseCoding: false };
  (async () => {
    const { width, height } = await sharp(photo).metadata();
    const small = await sharp(photo).resize(Math.round(width * scale), Math.round(height * scale)).jpeg(jpeg).toBuffer();
    const px = (length) => Math.round(length * scale);
    const times = [];
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      const adjusted = await sharp(small).modulate({ brightness: 1 + round / 100 }).jpeg(jpeg).toBuffer();
      const blurred = await sharp(adjusted).blur(12 * scale).jpeg(jpeg).toBuffer();
      await sharp(blurred)
        .extract({ left: px(400), top: px(300), width: px(3200), height: px(height) - px(300) })
        .jpeg(jpeg).toBuffer();
      times.push(performance.now() - start);
    }
    console.log(JSON.stringify(times.slice(5)));
  })();`;

/** Milliseconds of the bare image work, one for each round. */
async function bareWork(picture: Buffer, side: number, rounds: number): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-live-'));
  try {
    const path = join(folder, 'photo.jpg');
    await writeFile(path, picture);
    const scale = String(side / PHOTO.width);
    const child = spawn(process.execPath, ['-e', BARE, path, scale, String(rounds)], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    if (code !== 0) throw new Error(`The bare image work ended with ${String(code)}.`);
    return JSON.parse(output) as number[];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export interface LiveOptions {
  rounds: number;
  /** Whether to say when each step on the way came. */
  isTraced: boolean;
  /** Pixels of the screen for one of the page. */
  pixelRatio: number;
  log: (text: string) => void;
}

/** From the pointer to the painted preview, median and 95th percentile, beside the bare image work. */
export async function liveFigures(
  app: App,
  { rounds, isTraced, pixelRatio, log }: LiveOptions,
): Promise<readonly Figure[]> {
  const picture = await photo();
  const project = await chainProject(
    app,
    await uploadPicture(app, picture, { filename: 'photo.jpg', type: 'image/jpeg' }),
  );
  const browser = await launch('display');
  const latencies: number[] = [];
  const bare: number[] = [];
  const timelines: Drag['samples'] = [];
  try {
    const context = await browser.newContext({ viewport: VIEWPORT, deviceScaleFactor: pixelRatio });
    await context.addInitScript(recordLive, DRAGGED);
    if (isTraced) await context.addInitScript(recordTrace);
    const page = await openApp(context, app, { realRuns: true });
    await page.goto(`${app.origin}/projects/${app.connectionId}/${project}`);
    await page.locator('[data-editor-stage] .react-flow__pane').waitFor();
    await brightnessIn(page).waitFor();
    // Decoders are started, and the photo is made small once.
    await drag(app, page, 1);
    for (let round = 0; round < rounds; round += 1) {
      bare.push(...(await bareWork(picture, liveSideFor(PICTURE_PIXELS * pixelRatio), 25)));
      const dragged = await drag(app, page, round % 2 === 0 ? -1 : 1);
      const { latencies: measured, missedCount, isFinalCorrect } = dragged;
      log(
        `drag ${round + 1}: ${measured.length} painted, ${missedCount} overtaken, ms: ${measured.map(Math.round).join(' ')}`,
      );
      if (!isFinalCorrect) throw new Error('The last value of a drag was not painted.');
      latencies.push(...measured);
      timelines.push(...dragged.samples);
    }
  } finally {
    await browser.close();
  }
  if (isTraced) log(traceTable(timelines));
  const figureAt = (share: number, name: string, limit: number): Figure => {
    const latency = percentile(latencies, share);
    const reference = percentile(bare, share);
    return {
      name: `live: pointer to painted preview, ${name} of ${latencies.length}`,
      measured: { label: 'three nodes, 12 megapixels', value: latency, unit: 'ms' },
      reference: { label: 'sharp alone', value: reference, unit: 'ms' },
      ratio: latency / reference,
      target: `at most ${limit} ms: ${latency <= limit ? 'met' : 'missed'}`,
    };
  };
  return [figureAt(0.5, 'median', 150), figureAt(0.95, '95th percentile', 300)];
}
