import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { endpoints } from '#shared/api/index.ts';
import { expect, test } from './app.ts';
import { hasFfmpeg, makeNumberedFilm, readNumberedFilm } from './numbered-film.ts';
import { dropFiles } from './pages/drop-files.ts';
import { openNewProject } from './pages/new-project.ts';
import { colleague } from './service-client.ts';

/** Drags what is under the pointer over places, one after the other; what is first taken hold of comes first. */
async function drag(page: Page, places: readonly Locator[]): Promise<void> {
  for (const [index, place] of places.entries()) {
    const box = await place.boundingBox();
    if (!box) throw new Error('It is not shown.');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 6 });
    if (index === 0 && places.length > 1) await page.mouse.down();
  }
}

test('an empty board becomes an MP4 of just its frames, which is in the gallery and is not made twice @long', async ({
  desk,
  dataFolder,
}) => {
  test.skip(!(await hasFfmpeg()), 'There is no ffmpeg here to make films with and to read them back.');
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-board-film-'));
  const [boats, gulls] = [join(folder, 'boats.mp4'), join(folder, 'gulls.mp4')];
  await makeNumberedFilm(boats, { seconds: 3, first: 0 });
  await makeNumberedFilm(gulls, { seconds: 3, first: 1000 });
  await (await openNewProject(desk)).saved();
  // Runs in the order of their start, from the addresses that the page asks: answers' bodies are not kept for long.
  const started = new Set<string>();
  desk.on('request', (request) => {
    const id = /\/v1\/runs\/([^/?]+)/.exec(request.url())?.[1];
    if (id !== undefined) started.add(id);
  });

  // Two shots are written, get a video and a length each.
  await desk.getByRole('link', { name: 'Storyboard', exact: true }).click();
  await desk.getByRole('button', { name: 'Start a storyboard' }).click();
  await desk.keyboard.type('Boats come in');
  await desk.keyboard.press('Escape');
  await desk.keyboard.press('n');
  await desk.keyboard.type('Gulls');
  await desk.keyboard.press('Escape');
  for (const [number, video, seconds] of [
    ['1.1', boats, '2'],
    ['1.2', gulls, '1'],
  ] as const) {
    const frame = desk.getByRole('button', { name: `Frame of shot ${number}:` });
    const shot = desk.getByRole('article', { name: new RegExp(`^Shot ${number},`) });
    await dropFiles(frame, [video], { x: 0.5, y: 0.5 });
    await expect(frame).toHaveAccessibleName(/\.mp4$/);
    await shot.getByLabel('Seconds').fill(seconds);
    await shot.getByLabel('Seconds').press('Enter');
  }

  await desk.getByRole('button', { name: 'Timeline…' }).click();
  const making = desk.getByRole('dialog', { name: 'Make the timeline' });
  for (const [label, option] of [
    ['Frame rate', '25 fps'],
    ['Size', 'HD (720)'],
  ] as const) {
    await making.getByRole('combobox', { name: label }).click();
    await desk.getByRole('option', { name: option }).click();
  }
  await expect(making.getByText('2 clips · 3 s')).toBeVisible();
  await making.getByRole('button', { name: 'Make timeline' }).click();
  await desk.getByRole('button', { name: 'Show it' }).last().click();

  const monitor = desk.getByRole('region', { name: 'Monitor' });
  const exportFilm = async (): Promise<void> => {
    await desk.getByRole('button', { name: 'Export', exact: true }).click();
    await desk.getByRole('menuitem', { name: 'Export film…' }).click();
    const dialog = desk.getByRole('dialog', { name: 'Export film' });
    await expect(dialog.getByRole('status')).toContainText('75 frames');
    await dialog.getByRole('button', { name: 'Export' }).click();
    await expect(dialog).toBeHidden();
  };
  const list = monitor.getByRole('list', { name: 'Exports of this film' });
  await exportFilm();
  await expect(list.getByRole('status')).toContainText('is exported', { timeout: 150_000 });
  const saving = desk.waitForEvent('download');
  await list.getByRole('button', { name: 'Save…' }).click();
  const film = join(folder, 'film.mp4');
  await (await saving).saveAs(film);
  const facts = await readNumberedFilm(film);
  expect(facts.numbers).toEqual(Array.from({ length: 75 }, (_, at) => (at < 50 ? at : 950 + at)));
  expect(facts.streams).toEqual([
    { codec: 'h264', width: 1280, height: 720 },
    { codec: 'aac', width: null, height: null },
  ]);
  expect(Math.abs(facts.seconds - 3)).toBeLessThan(0.08);
  expect(facts.beeps).toHaveLength(3);
  for (const [second, at] of facts.beeps.entries()) expect(Math.abs(at - second)).toBeLessThan(1 / 25);

  // The same once more is answered from the cache.
  await exportFilm();
  await expect.poll(() => started.size).toBe(2);
  const { call } = await colleague(dataFolder);
  const eventsOf = async (run: number) =>
    JSON.stringify(await call(endpoints.runs.listEvents, { params: { run_id: [...started][run] ?? '' } }));
  await expect.poll(() => eventsOf(1)).toContain('node.cached');
  expect(await eventsOf(0)).not.toContain('node.cached');

  // No other run of this project made anything. The film is dragged from there into a shot of the board.
  await list.getByRole('button', { name: 'Show in the gallery' }).last().click();
  const output = desk.getByRole('listbox', { name: 'Outputs' }).getByRole('option').first();
  await output.click();
  await expect(output).toHaveAttribute('draggable', 'true');
  const frame = desk.getByRole('button', { name: 'Frame of shot 1.1:' });
  await drag(desk, [output, desk.getByRole('link', { name: 'Storyboard', exact: true })]);
  await expect(frame).toBeVisible();
  await drag(desk, [frame]);
  await desk.mouse.up();
  const shot = desk.getByRole('article', { name: /^Shot 1\.1,/ });
  await expect(shot.getByRole('button', { name: /^Panel / })).toHaveCount(2);
  await rm(folder, { recursive: true, force: true });
});
