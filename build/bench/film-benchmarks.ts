import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright';
import { findFfmpeg } from '#native/media/ffmpeg.ts';
import { launch, openApp } from './editor/browser.ts';
import { requestOf, uploadPicture } from './editor/sample-project.ts';
import { timed, type Figure } from './measure.ts';
import type { App } from './processes.ts';
import type { PublicProjectDetail } from '#shared/api/index.ts';

/**
 * Making a film of 60 s in 1080p out of ten clips with sound, by a run of the service and by the window; and one of 20 s in which
 * a second video lies small over the first, with words over both, by the service.
 */

const SECONDS = 60;
const CLIPS = 10;
const CLIP_SECONDS = SECONDS / CLIPS;
/** Films that the clips are cut from. */
const SOURCES = 5;
/** Of the film whose layers lie over each other. */
const LAYERED_SECONDS = 20;
/** Of the length of the film. */
const LIMIT = 3;
const MAX_MS = 20 * 60_000;

const run = promisify(execFile);

const sourceName = (index: number): string => `source-${index % SOURCES}.mp4`;

/** A film of 1080p in which everything moves, as cameras give it, with a tone. */
async function makeSource(program: string, path: string, index: number): Promise<void> {
  const picture = `testsrc2=s=1920x1080:r=25,hue=h=${index * 60},noise=alls=6:allf=t,format=yuv420p`;
  const sound = `aevalsrc='0.3*sin(2*PI*${220 + index * 60}*t)':s=48000`;
  const inputs = [picture, sound].flatMap((source) => ['-f', 'lavfi', '-i', source]);
  const encoders = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-g', '50', '-c:a', 'aac'];
  await run(program, ['-v', 'error', '-y', ...inputs, ...encoders, '-t', String(CLIP_SECONDS + 2), path]);
}

async function uploadSources(app: App, program: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-film-'));
  try {
    for (let index = 0; index < SOURCES; index += 1) {
      const path = join(folder, sourceName(index));
      await makeSource(program, path, index);
      await uploadPicture(app, await readFile(path), { filename: sourceName(index), type: 'video/mp4' });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const clipAt = (index: number, trackId: string) => ({
  id: `${trackId}${index}`,
  trackId,
  filename: sourceName(index),
  startTime: index * CLIP_SECONDS,
  duration: CLIP_SECONDS,
  trimStart: 1,
});

/** One clip after the other. */
const basicClips = () => Array.from({ length: CLIPS }, (_, index) => clipAt(index, 'v'));

/** The same with another video small over each, and words. */
function layeredClips() {
  const count = Math.ceil(LAYERED_SECONDS / CLIP_SECONDS);
  return Array.from({ length: count }, (_, index) => {
    const duration = Math.min(CLIP_SECONDS, LAYERED_SECONDS - index * CLIP_SECONDS);
    const transform = { x: 480, y: -270, scale: 0.4, rotation: 0 };
    const thumbnailClip = { ...clipAt(index, 'small'), filename: sourceName(index + 1), duration, transform };
    const words = { ...clipAt(index, 'words'), filename: '', type: 'text', name: 'Words', duration };
    return [{ ...clipAt(index, 'v'), duration }, thumbnailClip, words];
  }).flat();
}

/** @returns the id of the project */
async function createProject(app: App, name: string, clips: readonly object[]): Promise<string> {
  const request = requestOf(app);
  const api = `/api/${app.connectionId}/v1`;
  const project = (await request('POST', `${api}/projects`, { name })) as Pick<
    PublicProjectDetail,
    'id' | 'version'
  >;
  const timeline = {
    frameRate: 25,
    projectResolution: { width: 1920, height: 1080 },
    tracks: ['v', 'small', 'words'].map((id) => ({ id, name: id })),
    clips,
  };
  await request('PUT', `${api}/projects/${project.id}/timeline`, {
    expectedVersion: project.version,
    document: { serviceType: 'timeline', version: 1, name, timeline },
  });
  return project.id;
}

/** Opens the dialog, chooses who makes the film, and begins. @returns once it has begun */
async function begin(page: Page, by: string): Promise<void> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Export film…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Export film' });
  await dialog.getByRole('combobox', { name: 'Made by' }).click();
  await page.getByRole('option', { name: by }).click();
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
}

const figure = (name: string, milliseconds: number, seconds = SECONDS): Figure => ({
  name,
  measured: { label: 'from the click to the film', value: milliseconds / 1000, unit: 's' },
  reference: { label: 'the film', value: seconds, unit: 's' },
  ratio: milliseconds / 1000 / seconds,
  target: `≤ ${LIMIT}`,
  budget: LIMIT,
});

/** @returns nothing where there is no ffmpeg. */
export async function filmFigures(app: App, log: (text: string) => void): Promise<Figure[]> {
  const program = await findFfmpeg();
  if (program === null) {
    log('There is no ffmpeg here, which films are made with.');
    return [];
  }
  await uploadSources(app, program);
  const basic = await createProject(app, 'Film', basicClips());
  const layered = await createProject(app, 'Layers', layeredClips());
  const browser = await launch('display');
  try {
    const context = await browser.newContext({ acceptDownloads: true });
    const page = await openApp(context, app, { realRuns: true });
    const open = (id: string) => page.goto(`${app.origin}/projects/${app.connectionId}/${id}/timeline`);
    await open(basic);
    const loads: string[] = [];
    const load = () => loads.push((loadavg()[0] ?? 0).toFixed(1));
    load();
    const byRun = await timed(async () => {
      await begin(page, 'The service, beside other work');
      await page.getByText('“Film.mp4” is exported').waitFor({ timeout: MAX_MS });
    });
    load();
    const byWindow = await timed(async () => {
      const download = page.waitForEvent('download', { timeout: MAX_MS });
      await begin(page, 'This window, which stays open');
      await download;
    });
    load();
    await open(layered);
    const byLayers = await timed(async () => {
      await begin(page, 'The service, beside other work');
      await page.getByText('“Layers.mp4” is exported').waitFor({ timeout: MAX_MS });
    });
    load();
    log(`Load of the machine before, between and after: ${loads.join(', ')}.`);
    return [
      figure('film by the service', byRun),
      figure('film by the window', byWindow),
      figure('film of layers by the service', byLayers, LAYERED_SECONDS),
    ];
  } finally {
    await browser.close();
  }
}
