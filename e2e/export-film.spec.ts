import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '#shared/api/index.ts';
import { expect, test } from './app.ts';
import { hasFfmpeg, makeNumberedFilm, readNumberedFilm } from './numbered-film.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';
import { colleague } from './service-client.ts';
import { violations } from './violations.ts';

test('two films are cut, played and exported, each frame and beep in its place', async ({
  desk,
  dataFolder,
}) => {
  test.skip(!(await hasFfmpeg()), 'There is no ffmpeg here to make films with and to read them back.');
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-film-'));
  const [one, two] = [join(folder, 'one.mp4'), join(folder, 'two.mp4')];
  await makeNumberedFilm(one, { seconds: 3, first: 0 });
  await makeNumberedFilm(two, { seconds: 3, first: 1000 });

  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.create();
  const editor = new EditorPage(desk);
  await editor.shown();
  await editor.dropFiles([one, two]);
  await expect(desk.locator('[data-editor-stage] [data-node]')).toHaveCount(2);
  const projectId = new URL(desk.url()).pathname.split('/').pop() ?? '';
  const params = { project_id: projectId };
  const other = await colleague(dataFolder);
  const stored = () => other.call(endpoints.projects.getDocument, { params });
  // The uploads have ended when the nodes hold their files.
  await expect
    .poll(
      async () =>
        (await stored()).document.graph.nodes.filter((node) => 'file' in (node.inputs ?? {})).length,
    )
    .toBe(2);
  await editor.saved();

  const clip = (id: string, filename: string, startTime: number, trimStart: number) => {
    return { id, trackId: 'V1', name: id, filename, startTime, duration: 2, trimStart };
  };
  const timeline = {
    frameRate: 25,
    projectResolution: { width: 320, height: 180 },
    tracks: [{ id: 'V1', name: 'Picture' }],
    clips: [clip('first', 'one.mp4', 0, 1), clip('second', 'two.mp4', 2, 0)],
  };
  await other.call(endpoints.timelines.replace, {
    params,
    body: {
      expectedVersion: (await stored()).version,
      document: { serviceType: 'timeline', version: 1, timeline },
    },
  });

  await desk.goto(`${desk.url().replace(/\/$/, '')}/timeline`);
  await desk.reload();
  const monitor = desk.getByRole('region', { name: 'Monitor' });
  await expect(monitor).toBeVisible();
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
  await expect(position).toHaveAttribute('aria-valuetext', '0:00:03:24');

  await monitor.getByRole('button', { name: 'Export film…' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Export film' });
  await expect(dialog.getByRole('status')).toContainText('100 frames');
  expect(await violations(desk)).toEqual([]);
  const download = desk.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  const saved = join(folder, 'exported.mp4');
  await (await download).saveAs(saved);

  const facts = await readNumberedFilm(saved);
  expect(facts.numbers).toEqual(
    Array.from({ length: 100 }, (_, frame) => (frame < 50 ? frame + 25 : 950 + frame)),
  );
  expect(facts.streams).toEqual([
    { codec: 'h264', width: 320, height: 180 },
    { codec: 'aac', width: null, height: null },
  ]);
  expect(Math.abs(facts.seconds - 4)).toBeLessThan(0.08);
  expect(facts.beeps).toHaveLength(4);
  for (const [second, at] of facts.beeps.entries()) expect(Math.abs(at - second)).toBeLessThan(1 / 25);
  await rm(folder, { recursive: true, force: true });
});
