import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { sharp } from '#native/testing/sharp.ts';
import { expect, test } from './app.ts';
import { dropFiles } from './pages/drop-files.ts';
import { openNewProject } from './pages/new-project.ts';
import { violations } from './violations.ts';

const view = (desk: Page, name: string): Locator =>
  desk.getByRole('navigation', { name: 'Views of the project' }).getByRole('link', { name });
const clipNamed = (desk: Page, name: string): Locator =>
  desk.getByRole('button', { name: new RegExp(`^${name}, (?:Image|Video)`) });

async function middleOf(place: Locator): Promise<[number, number]> {
  const box = await place.boundingBox();
  if (!box) throw new Error('It is not shown.');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Drags something by the pointer over a view of the project until that opens, and from there onto a place in it. */
async function dragThroughView(desk: Page, from: Locator, name: string, place: Locator): Promise<void> {
  await desk.mouse.move(...(await middleOf(from)));
  await desk.mouse.down();
  await desk.mouse.move(...(await middleOf(view(desk, name))), { steps: 6 });
  await expect(place).toBeVisible();
  await desk.mouse.move(...(await middleOf(place)), { steps: 4 });
  await desk.mouse.up();
}

test('outputs of the gallery and shots of the board are dragged onto tracks, and missing files are found again @long', async ({
  desk,
  dataFolder,
}) => {
  const editor = await openNewProject(desk);
  await editor.addFromPalette('Gradient');
  await editor.saved();
  await editor.run();
  await editor.runFinished();

  await view(desk, 'Timeline').click();
  await desk.getByRole('button', { name: 'Start with empty tracks' }).click();
  const track = desk.getByRole('list', { name: 'Video 1' });
  await expect(track).toBeVisible();

  await view(desk, 'Gallery').click();
  const output = desk.getByRole('listbox', { name: 'Outputs' }).getByRole('option').first();
  await expect(output.locator('img')).toBeVisible();
  await output.click();
  await expect(output).toHaveAttribute('draggable', 'true');
  await dragThroughView(desk, output.locator('img'), 'Timeline', track);
  await expect(track.getByRole('button')).toHaveCount(1);

  const picture = join(dataFolder, 'harbor wall.png');
  await sharp({ create: { width: 320, height: 180, channels: 3, background: '#8a5a2b' } }).toFile(picture);
  await view(desk, 'Storyboard').click();
  await desk.getByRole('button', { name: 'Start a storyboard' }).click();
  const frame = desk.getByRole('button', { name: 'Frame of shot 1.1:' });
  await dropFiles(frame, [picture], { x: 0.5, y: 0.5 });
  await expect(
    desk
      .getByRole('article', { name: /^Shot 1.1/ })
      .getByAltText('harbor wall.png')
      .first(),
  ).toBeVisible();
  await desk.getByLabel('What happens').first().fill('The quay');
  await dragThroughView(desk, frame, 'Timeline', track);
  await expect(clipNamed(desk, 'The quay')).toBeVisible();

  // A cut from elsewhere asks for a file that has another name here.
  const cut = join(dataFolder, 'from elsewhere.otio');
  const range = (duration: number) => ({
    OTIO_SCHEMA: 'TimeRange.1',
    start_time: { OTIO_SCHEMA: 'RationalTime.1', rate: 24, value: 0 },
    duration: { OTIO_SCHEMA: 'RationalTime.1', rate: 24, value: duration },
  });
  const external = { OTIO_SCHEMA: 'ExternalReference.1' };
  const clip = {
    OTIO_SCHEMA: 'Clip.2',
    name: 'Wall',
    source_range: range(48),
    media_references: {
      DEFAULT_MEDIA: { ...external, target_url: 'Harbor_Wall (1).png' },
    },
    active_media_reference_key: 'DEFAULT_MEDIA',
  };
  const timelineOf = (clips: object[]): string => {
    const children = [{ OTIO_SCHEMA: 'Track.1', name: 'Picture', kind: 'Video', children: clips }];
    return JSON.stringify({
      OTIO_SCHEMA: 'Timeline.1',
      name: 'Else',
      tracks: { OTIO_SCHEMA: 'Stack.1', children },
    });
  };
  await writeFile(cut, timelineOf([clip]));
  await dropFiles(track, [cut], { x: 0.5, y: 0.5 });
  await desk.getByRole('radio', { name: /^Into this project/ }).click();
  await desk.getByRole('button', { name: 'Import', exact: true }).click();
  await desk.getByRole('button', { name: 'Find missing files…' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Find missing files' });
  await expect(dialog.getByText('Similar')).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await dialog.getByRole('checkbox', { name: 'Link Harbor_Wall (1).png' }).click();
  await dialog.getByRole('button', { name: 'Link 1 file' }).click();
  await expect(clipNamed(desk, 'Wall')).toHaveAccessibleName(/^Wall, Image, from/);

  // A folder of an editing program comes in as it is, with its media.
  const folder = join(dataFolder, 'Board.otiod');
  await mkdir(join(folder, 'media'), { recursive: true });
  const inFolder = {
    ...clip,
    media_references: { DEFAULT_MEDIA: { ...external, target_url: 'media/pier.png' } },
  };
  await copyFile(picture, join(folder, 'media', 'pier.png'));
  await writeFile(join(folder, 'content.otio'), timelineOf([inFolder]));
  await dropFiles(clipNamed(desk, 'Wall'), [folder], { x: 0.5, y: 0.5 });
  await expect(desk.getByText('Board.otiod')).toBeVisible();
  await desk.getByRole('radio', { name: /^Into a new project/ }).click();
  await desk.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(desk.getByText('Everything in the file has its place in the timeline.')).toBeVisible();
  await desk.getByRole('button', { name: 'Open timeline' }).click();
  await expect(clipNamed(desk, 'Wall')).toHaveAccessibleName(/^Wall, Image, from/);
});
