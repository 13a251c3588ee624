import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { endpoints } from '#shared/api/index.ts';
import { expect, startApp, test } from './app.ts';
import {
  hasFfmpeg,
  likenessOf,
  makeNumberedFilm,
  readNumberedFilm,
  type FilmFacts,
} from './numbered-film.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';
import { smallPhotograph } from './photograph.ts';
import { colleague } from './service-client.ts';
import { violations } from './violations.ts';

/** A film of two numbered videos, a still that is turned and see-through, and words over both. */
const cut = (still: string) => {
  const clip = (id: string, filename: string, startTime: number, trimStart: number) => {
    return { id, trackId: 'V1', name: id, filename, startTime, duration: 2, trimStart };
  };
  const over = { trackId: 'V2', startTime: 0.4, duration: 1.2 };
  return {
    frameRate: 25,
    projectResolution: { width: 320, height: 180 },
    tracks: [
      { id: 'V1', name: 'Picture' },
      { id: 'V2', name: 'Stills' },
      {
        id: 'C1',
        name: 'Captions',
        ext: { patchbay: { version: 1, kind: 'captions', textStyle: { typeface: 'mono', align: 'right' } } },
      },
    ],
    clips: [
      clip('first', 'one.mp4', 0, 1),
      clip('second', 'two.mp4', 2, 0),
      {
        ...over,
        id: 'still',
        type: 'image',
        filename: still,
        opacity: 0.8,
        transform: { x: 60, y: 20, scale: 0.4, rotation: 12 },
      },
      {
        id: 'words',
        trackId: 'C1',
        type: 'text',
        name: 'The harbor at dusk, 07:45',
        startTime: 1,
        duration: 2,
        ext: {
          patchbay: {
            version: 1,
            textStyle: { size: 140, color: '#ffcc00', background: '#1d4ed8', backgroundOpacity: 0.8 },
          },
        },
      },
    ],
  };
};

const expectedNumbers = Array.from({ length: 100 }, (_, frame) => (frame < 50 ? frame + 25 : 950 + frame));

/** Every frame once, at the timeline's size, with its sound in step. */
function expectWhole(facts: FilmFacts): void {
  expect(facts.numbers).toEqual(expectedNumbers);
  expect(facts.streams).toEqual([
    { codec: 'h264', width: 320, height: 180 },
    { codec: 'aac', width: null, height: null },
  ]);
  expect(Math.abs(facts.seconds - 4)).toBeLessThan(0.08);
  expect(facts.beeps).toHaveLength(4);
  for (const [second, at] of facts.beeps.entries()) expect(Math.abs(at - second)).toBeLessThan(1 / 25);
}

/** Opens the timeline of a project anew. */
async function openTimeline(desk: Page, projectPath: string): Promise<Locator> {
  await desk.goto(new URL(`${projectPath}/timeline`, desk.url()).href);
  const monitor = desk.getByRole('region', { name: 'Monitor' });
  await expect(monitor).toBeVisible();
  return monitor;
}

async function openDialog(desk: Page): Promise<Locator> {
  await desk.getByRole('button', { name: 'Export', exact: true }).click();
  await desk.getByRole('menuitem', { name: 'Export film…' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Export film' });
  await expect(dialog.getByRole('status')).toContainText('frames');
  return dialog;
}

async function choose(desk: Page, dialog: Locator, label: string, option: string): Promise<void> {
  await dialog.getByRole('combobox', { name: label }).click();
  await desk.getByRole('option', { name: option }).click();
}

test('a cut is played, exported by the service and by the window, and both films are the same', async ({
  desk,
  dataFolder,
}) => {
  test.skip(!(await hasFfmpeg()), 'There is no ffmpeg here to make films with and to read them back.');
  test.setTimeout(240_000);
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-film-'));
  const [one, two] = [join(folder, 'one.mp4'), join(folder, 'two.mp4')];
  const still = await smallPhotograph();
  await makeNumberedFilm(one, { seconds: 3, first: 0 });
  await makeNumberedFilm(two, { seconds: 3, first: 1000 });

  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.create();
  const editor = new EditorPage(desk);
  await editor.shown();
  await editor.dropFiles([one, two, still]);
  await expect(desk.locator('[data-editor-stage] [data-node]')).toHaveCount(3);
  const projectPath = new URL(desk.url()).pathname.replace(/\/$/, '');
  const params = { project_id: projectPath.split('/').pop() ?? '' };
  const other = await colleague(dataFolder);
  const stored = () => other.call(endpoints.projects.getDocument, { params });
  // The uploads have ended when the nodes hold their files.
  await expect
    .poll(
      async () =>
        (await stored()).document.graph.nodes.filter((node) => 'file' in (node.inputs ?? {})).length,
    )
    .toBe(3);
  await editor.saved();
  await other.call(endpoints.timelines.replace, {
    params,
    body: {
      expectedVersion: (await stored()).version,
      document: { serviceType: 'timeline', version: 1, timeline: cut(basename(still)) },
    },
  });

  let monitor = await openTimeline(desk, projectPath);
  const position = monitor.getByRole('slider', { name: 'Position in the film' });
  const picture = monitor.getByRole('img', { name: 'The film at the playhead' });
  // Below the blocks of its number a frame is gray.
  const gray = async () =>
    picture.evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return 0;
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
      copy?.drawImage(canvas, 0, 0);
      return copy?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[0] ?? 0;
    });
  await expect.poll(gray).toBeGreaterThan(85);
  expect(await violations(desk)).toEqual([]);

  await position.focus();
  await desk.keyboard.press('Space');
  await expect(monitor.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(monitor.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(position).toHaveAttribute('aria-valuetext', '00:00:03:24');

  let dialog = await openDialog(desk);
  await expect(dialog.getByRole('status')).toContainText('100 frames');
  expect(await violations(desk)).toEqual([]);
  await choose(desk, dialog, 'Quality', 'Very high: large file');
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(dialog).toBeHidden();
  const list = () => monitor.getByRole('list', { name: 'Exports of this film' });
  await expect(list().getByRole('listitem')).toHaveCount(1);
  expect(await violations(desk)).toEqual([]);
  await desk.reload();
  await expect(list().getByRole('status')).toContainText('is exported', { timeout: 60_000 });
  expect(await violations(desk)).toEqual([]);
  const byRun = join(folder, 'by-run.mp4');
  const saving = desk.waitForEvent('download');
  await list().getByRole('button', { name: 'Save…' }).click();
  await (await saving).saveAs(byRun);
  expectWhole(await readNumberedFilm(byRun));
  await list().getByRole('button', { name: 'Show in the gallery' }).click();
  await expect(desk).toHaveURL(/\/gallery$/);

  monitor = await openTimeline(desk, projectPath);
  dialog = await openDialog(desk);
  await choose(desk, dialog, 'Quality', 'Very high: large file');
  await choose(desk, dialog, 'Made by', 'This window, which stays open');
  await expect(dialog.getByRole('button', { name: 'Export' })).toBeEnabled();
  const download = desk.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  const byWindow = join(folder, 'by-window.mp4');
  await (await download).saveAs(byWindow);
  expectWhole(await readNumberedFilm(byWindow));

  const likeness = await likenessOf(byRun, byWindow);
  expect(likeness).toHaveLength(100);
  // Encoders and the colors of decoders differ by this much; a frame beside it or words in another font by more.
  expect(Math.min(...likeness)).toBeGreaterThan(34);
  await rm(folder, { recursive: true, force: true });
});

test('an export is found again after a reload and after a restart of the app, and is stopped @long', async ({
  page,
}) => {
  test.skip(!(await hasFfmpeg()), 'There is no ffmpeg here that the service makes films with.');
  test.setTimeout(240_000);
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-long-film-'));
  const data = join(folder, 'data');
  let app = await startApp(data);
  try {
    await page.goto(app.url);
    const projects = new ProjectsPage(page);
    await projects.shown();
    await projects.create();
    await new EditorPage(page).shown();
    const projectPath = new URL(page.url()).pathname.replace(/\/$/, '');
    const { call } = await colleague(data);
    const params = { project_id: projectPath.split('/').pop() ?? '' };
    const { version } = await call(endpoints.projects.getDocument, { params });
    // Long enough to be stopped before it is done, on any computer.
    const clip = { id: 'words', trackId: 'V1', type: 'text', name: 'Words', startTime: 0, duration: 300 };
    const timeline = { frameRate: 25, tracks: [{ id: 'V1', name: 'Titles' }], clips: [clip] };
    await call(endpoints.timelines.replace, {
      params,
      body: {
        expectedVersion: version,
        document: { serviceType: 'timeline', version: 1, name: 'Long words', timeline },
      },
    });

    let monitor = await openTimeline(page, projectPath);
    const dialog = await openDialog(page);
    await dialog.getByRole('button', { name: 'Export' }).click();
    const going = () => monitor.getByRole('list', { name: 'Exports of this film' }).getByRole('progressbar');
    await expect(going()).toHaveAttribute('aria-valuenow', /\d/);
    await page.reload();
    await expect(going()).toHaveAttribute('aria-valuenow', /\d/);

    await page.goto('about:blank');
    await app.stop();
    app = await startApp(data);
    // Another address: nothing that the browser wrote down is found there.
    await page.goto(app.url);
    await projects.shown();
    monitor = await openTimeline(page, projectPath);
    await expect(going()).toHaveAccessibleName('Exporting “Long words”', { timeout: 60_000 });
    await monitor.getByRole('button', { name: 'Stop export' }).click();
    await expect(page.getByText('The export of “Long words” was stopped')).toBeVisible();
    await expect(going()).toHaveCount(0);
    await page.reload();
    await expect(monitor).toBeVisible();
    await expect(going()).toHaveCount(0);
  } finally {
    await page.goto('about:blank');
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
