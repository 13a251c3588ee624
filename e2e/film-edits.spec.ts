import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { endpoints } from '#shared/api/index.ts';
import { expect, test } from './app.ts';
import { openNewProject } from './pages/new-project.ts';
import { colleague } from './service-client.ts';
import { violations } from './violations.ts';

const clipNamed = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name}, Video`) });
const field = (page: Page, name: string): Locator =>
  page.getByRole('complementary', { name: 'Clip' }).getByLabel(name, { exact: true });
async function type(page: Page, name: string, text: string): Promise<void> {
  await field(page, name).fill(text);
  await field(page, name).press('Enter');
}

const EDL = [
  'TITLE: Kitchen',
  'FCM: NON-DROP FRAME',
  '* FRAME RATE: 24',
  '001  A        V     C        00:00:10:00 00:00:12:00 00:00:00:00 00:00:02:00',
  '* FROM CLIP NAME: kettle.mov',
  '002  B        V     C        00:00:20:00 00:00:22:00 00:00:02:00 00:00:04:00',
  '* FROM CLIP NAME: window.mov',
  '003  C        V     C        00:00:30:00 00:00:32:00 00:00:04:00 00:00:06:00',
  '* FROM CLIP NAME: door.mov',
  '',
].join('\n');

/** The events of an edit list: their times in the media and on the tape, without what the numbers of reels are. */
const events = (list: string): string[] =>
  [
    ...list.matchAll(
      /^\d{3}\s.*?((?:\d\d:){3}\d\d) ((?:\d\d:){3}\d\d) ((?:\d\d:){3}\d\d) ((?:\d\d:){3}\d\d)/gm,
    ),
  ].map(([, ...times]) => times.join(' '));

test('a cut from elsewhere is edited, goes out with that edit, and is the same when it is compared @long', async ({
  desk,
  dataFolder,
}) => {
  await (await openNewProject(desk)).saved();
  const list = join(dataFolder, 'kitchen.edl');
  await writeFile(list, EDL);
  await desk.keyboard.press('ControlOrMeta+Shift+I');
  const importing = desk.getByRole('dialog', { name: /^Import (?:OTIO|an edit)$/ });
  await importing.locator('input[type=file]').setInputFiles(list);
  await importing.getByRole('button', { name: 'Import', exact: true }).click();
  await desk.getByRole('button', { name: 'Open timeline' }).click();

  // The second clip is a second shorter, and the third comes right behind it.
  await clipNamed(desk, 'window.mov').click();
  await type(desk, 'Length', '00:00:01:00');
  await clipNamed(desk, 'door.mov').click();
  await type(desk, 'In', '00:00:03:00');
  await expect(clipNamed(desk, 'door.mov')).toHaveAccessibleName(/from 3 seconds, 2 seconds/);
  await desk.keyboard.press('Escape');

  await desk.keyboard.press('ControlOrMeta+Shift+E');
  const exporting = desk.getByRole('dialog', { name: 'Export the timeline' });
  await exporting.getByText('EDL (CMX 3600)').click();
  const [download] = await Promise.all([
    desk.waitForEvent('download'),
    exporting.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  const written = await readFile(await download.path(), 'utf8');
  expect(events(written)).toEqual([
    events(EDL)[0],
    '00:00:20:00 00:00:21:00 00:00:02:00 00:00:03:00',
    '00:00:30:00 00:00:32:00 00:00:03:00 00:00:05:00',
  ]);

  const back = join(dataFolder, 'kitchen back.edl');
  await writeFile(back, written);
  await desk.keyboard.press('ControlOrMeta+Shift+I');
  await importing.locator('input[type=file]').setInputFiles(back);
  await importing.getByText('Compare with this project’s timeline').click();
  await importing.getByRole('button', { name: 'Compare', exact: true }).click();
  const comparing = desk.getByRole('dialog', { name: 'Compare the cuts' });
  await expect(comparing.getByText('All 3 clips are as they are here.')).toBeVisible();
  expect(await violations(desk)).toEqual([]);
});

test('two windows edit one timeline at once: both edits stay, in both @rig', async ({ desk, dataFolder }) => {
  await openNewProject(desk);
  const projectPath = new URL(desk.url()).pathname.replace(/\/$/, '');
  const { call } = await colleague(dataFolder);
  const params = { project_id: projectPath.split('/').pop() ?? '' };
  const { version } = await call(endpoints.projects.getDocument, { params });
  const clip = (id: string, startTime: number) => {
    return {
      id,
      trackId: 'V1',
      name: id,
      filename: `${id}.mov`,
      startTime,
      duration: 4,
      trimStart: 2,
      trimEnd: 2,
    };
  };
  const timeline = {
    frameRate: 25,
    tracks: [{ id: 'V1', name: 'Picture' }],
    clips: [clip('Kettle', 0), clip('Window', 6)],
  };
  await call(endpoints.timelines.replace, {
    params,
    body: { expectedVersion: version, document: { serviceType: 'timeline', version: 1, timeline } },
  });
  await desk.goto(new URL(`${projectPath}/timeline`, desk.url()).href);
  await clipNamed(desk, 'Window').click();
  const popup = desk.waitForEvent('popup');
  await desk.evaluate(() => void window.open(location.href));
  const second = await popup;
  await clipNamed(second, 'Window').click();

  // The same clip at once: moved here, made half transparent there. And two clips, one each.
  await Promise.all([type(desk, 'In', '00:00:10:00'), type(second, 'Opacity %', '50')]);
  await expect(clipNamed(second, 'Window')).toHaveAccessibleName(/from 10 seconds/);
  await expect(field(desk, 'Opacity %')).toHaveValue('50');
  await clipNamed(second, 'Kettle').click();
  await Promise.all([type(desk, 'Length', '3'), type(second, 'Length', '2')]);
  const stored = async () => {
    const { document } = await call(endpoints.timelines.get, { params });
    const { clips } = (document as { timeline: { clips: (typeof timeline.clips)[number][] } }).timeline;
    return clips.map(({ id, startTime, duration, ...more }) => [
      id,
      startTime,
      duration,
      'opacity' in more ? more.opacity : 1,
    ]);
  };
  const both = [
    ['Kettle', 0, 2, 1],
    ['Window', 10, 3, 0.5],
  ];
  await expect.poll(stored).toEqual(both);
  for (const page of [desk, second]) {
    await expect(clipNamed(page, 'Kettle')).toHaveAccessibleName(/from 0 seconds, 2 seconds/);
    await expect(clipNamed(page, 'Window')).toHaveAccessibleName(/from 10 seconds, 3 seconds/);
  }
  await second.close();
  await desk.reload();
  await expect(clipNamed(desk, 'Window')).toHaveAccessibleName(/from 10 seconds, 3 seconds/);
  expect(await stored()).toEqual(both);
});
