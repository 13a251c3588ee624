import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';
import { violations } from './violations.ts';

const RATE = 25;
const time = (frames: number) => ({ OTIO_SCHEMA: 'RationalTime.1', rate: RATE, value: frames });
const range = (start: number, duration: number) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: time(start),
  duration: time(duration),
});
/** Four seconds out of the middle of a medium of ten. */
const clip = (name: string) => ({
  OTIO_SCHEMA: 'Clip.2',
  name,
  source_range: range(75, 100),
  media_references: {
    DEFAULT_MEDIA: {
      OTIO_SCHEMA: 'ExternalReference.1',
      target_url: `${name}.mov`,
      available_range: range(0, 250),
    },
  },
  active_media_reference_key: 'DEFAULT_MEDIA',
});
const cut = {
  OTIO_SCHEMA: 'Timeline.1',
  name: 'Scene',
  tracks: {
    OTIO_SCHEMA: 'Stack.1',
    children: [
      {
        OTIO_SCHEMA: 'Track.1',
        name: 'Picture',
        kind: 'Video',
        children: ['Kettle', 'Window', 'Door'].map(clip),
      },
    ],
  },
};

const clipNamed = (desk: Page, name: string): Locator =>
  desk.getByRole('button', { name: new RegExp(`^${name},`) });
const field = (desk: Page, name: string): Locator =>
  desk.getByRole('complementary', { name: 'Clip' }).getByLabel(name, { exact: true });

/** The clips from left to right, each with where it starts. */
const clips = (desk: Page): Promise<string[]> =>
  desk
    .getByRole('list', { name: 'Picture' })
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.map((button) => (button.getAttribute('aria-label') ?? '').replace(/, Video(, missing)?/, '')),
    );

async function drag(desk: Page, from: { x: number; y: number }, by: number): Promise<void> {
  await desk.mouse.move(from.x, from.y);
  await desk.mouse.down();
  await desk.mouse.move(from.x + by / 2, from.y, { steps: 4 });
  await desk.mouse.move(from.x + by, from.y, { steps: 4 });
  await desk.mouse.up();
}

test('an imported edit is moved, trimmed, split and closed up, taken back and made again, and kept', async ({
  desk,
  dataFolder,
}) => {
  // Every step is drawn, saved and looked at in both themes.
  test.slow();
  const file = join(dataFolder, 'scene.otio');
  await writeFile(file, JSON.stringify(cut));
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.create();
  await new EditorPage(desk).saved();
  await desk
    .getByRole('navigation', { name: 'Views of the project' })
    .getByRole('link', { name: 'Timeline' })
    .click();
  await desk.getByRole('main').getByRole('button', { name: 'Import an edit…' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Import an edit' });
  await dialog.locator('input[type=file]').setInputFiles(file);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await desk.getByRole('button', { name: 'Open timeline' }).click();
  const first = [
    'Kettle, from 0 seconds, 4 seconds long',
    'Window, from 4 seconds, 4 seconds long',
    'Door, from 8 seconds, 4 seconds long',
  ];
  await expect.poll(() => clips(desk)).toEqual(first);

  // Moved by the pointer, and put exactly by its time.
  const door = (await clipNamed(desk, 'Door').boundingBox())!;
  await drag(desk, { x: door.x + door.width / 2, y: door.y + door.height / 2 }, 40);
  await expect.poll(async () => (await clips(desk))[2]).not.toBe(first[2]);
  await field(desk, 'In').fill('00:00:10:00');
  await desk.keyboard.press('Enter');
  await expect.poll(async () => (await clips(desk))[2]).toBe('Door, from 10 seconds, 4 seconds long');
  expect(await violations(desk)).toEqual([]);

  // Trimmed as far as its neighbor, by its edge.
  const window = (await clipNamed(desk, 'Window').boundingBox())!;
  await drag(desk, { x: window.x + window.width - 3, y: window.y + window.height / 2 }, 400);
  await expect.poll(async () => (await clips(desk))[1]).toBe('Window, from 4 seconds, 6 seconds long');

  // Split where the playhead is, and what is left of it goes with its gap.
  await clipNamed(desk, 'Kettle').click();
  await desk.keyboard.press('Home');
  await desk.keyboard.press('ArrowDown');
  await desk.keyboard.press('ArrowDown');
  await desk.keyboard.press('ArrowLeft');
  await desk.keyboard.press('s');
  await expect.poll(async () => (await clips(desk)).length).toBe(4);
  await clipNamed(desk, 'Kettle').click();
  await desk.keyboard.press('Shift+Delete');
  const last = [
    'Window, from 0 seconds, 5 seconds 24 frames long',
    'Window, from 5 seconds 24 frames, 1 frame long',
    'Door, from 6 seconds, 4 seconds long',
  ];
  await expect.poll(() => clips(desk)).toEqual(last);

  const undo = desk.getByRole('button', { name: /^Undo/ });
  await expect(undo).toHaveAccessibleName(/close the gap/);
  for (let step = 0; step < 5; step += 1) await undo.click();
  await expect.poll(() => clips(desk)).toEqual(first);
  const redo = desk.getByRole('button', { name: /^Redo/ });
  for (let step = 0; step < 5; step += 1) await redo.click();
  await expect.poll(() => clips(desk)).toEqual(last);
  await expect(desk.getByRole('button', { name: /^Saved v/ })).toBeVisible();

  await desk.reload();
  await expect.poll(() => clips(desk)).toEqual(last);
});
