import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endpoints } from '#shared/api/index.ts';
import { expect, test } from './app.ts';
import { hasFfmpeg, makeNumberedFilm } from './numbered-film.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';
import { colleague } from './service-client.ts';
import { violations } from './violations.ts';

test('a film that no browser decodes is played as a small copy, at the speed that its clip has @long', async ({
  desk,
  dataFolder,
}) => {
  test.skip(!(await hasFfmpeg()), 'There is no ffmpeg here to make films and their small copies with.');
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-odd-'));
  const [plain, odd] = [join(folder, 'plain.mp4'), join(folder, 'odd.mkv')];
  await makeNumberedFilm(plain, { seconds: 3, first: 0 });
  await promisify(execFile)('ffmpeg', [
    '-v',
    'error',
    '-i',
    plain,
    '-c:v',
    'mpeg4',
    '-q:v',
    '2',
    '-c:a',
    'pcm_s16le',
    odd,
  ]);

  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.create();
  const editor = new EditorPage(desk);
  await editor.shown();
  await editor.dropFiles([odd]);
  const projectId = new URL(desk.url()).pathname.split('/').pop() ?? '';
  const params = { project_id: projectId };
  const other = await colleague(dataFolder);
  const stored = () => other.call(endpoints.projects.getDocument, { params });
  await expect
    .poll(async () => (await stored()).document.graph.nodes.some((node) => 'file' in (node.inputs ?? {})))
    .toBe(true);
  await editor.saved();
  const clip = { id: 'odd', trackId: 'V1', name: 'odd', filename: 'odd.mkv', startTime: 0, duration: 3 };
  await other.call(endpoints.timelines.replace, {
    params,
    body: {
      expectedVersion: (await stored()).version,
      document: {
        serviceType: 'timeline',
        version: 1,
        timeline: {
          frameRate: 25,
          projectResolution: { width: 320, height: 180 },
          tracks: [{ id: 'V1', name: 'Picture' }],
          clips: [{ ...clip, ext: { patchbay: { version: 1, speed: -1 } } }],
        },
      },
    },
  });

  await desk.goto(`${desk.url().replace(/\/$/, '')}/timeline`);
  await desk.reload();
  const monitor = desk.getByRole('region', { name: 'Monitor' });
  await expect(monitor.getByText('1 proxy shown, exports take the originals that play here')).toBeVisible();
  // Backwards the last of its 75 frames is the first; its number stands in blocks at the top.
  const number = () =>
    monitor.getByRole('img', { name: 'The film at the playhead' }).evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) return -1;
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
      copy?.drawImage(canvas, 0, 0);
      const at = (block: number) =>
        copy?.getImageData(((block + 0.5) * canvas.width) / 12, canvas.height / 8, 1, 1).data[0] ?? 0;
      return Array.from({ length: 12 }, (_, block) => (at(block) > 127 ? 1 : 0)).reduce<number>(
        (sum, bit) => sum * 2 + bit,
        0,
      );
    });
  await expect.poll(number).toBe(74);
  const shown = desk.getByRole('button', { name: /^odd.*speed 100 % backwards, played from a proxy/ });
  await expect(shown).toBeVisible();
  await expect(shown.locator('[data-mark="Proxy"]')).toBeVisible();
  await monitor.getByRole('button', { name: /Measure loudness/ }).click();
  await expect(monitor.getByRole('button', { name: /Loudness of the film.*LUFS/ })).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await rm(folder, { recursive: true, force: true });
});
