import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';
import { violations } from './violations.ts';

const EDL = [
  'TITLE: Opening',
  'FCM: NON-DROP FRAME',
  '* FRAME RATE: 24',
  '001  A        V     C        00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00',
  '* FROM CLIP NAME: walk.mov',
  '002  B        V     C        00:00:00:00 00:00:02:00 01:00:02:00 01:00:04:00',
  '* FROM CLIP NAME: door.mov',
  '003  C        V     C        00:00:00:00 00:00:02:00 01:00:04:00 01:00:06:00',
  '* FROM CLIP NAME: street.mov',
  '',
].join('\n');

test('an edit list comes in, goes out, is cut elsewhere and comes home clip by clip', async ({
  desk,
  dataFolder,
}) => {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.create();
  await new EditorPage(desk).saved();

  await desk.keyboard.press('ControlOrMeta+Shift+I');
  const importing = desk.getByRole('dialog', { name: 'Import an edit' });
  const list = join(dataFolder, 'opening.edl');
  await writeFile(list, EDL);
  await importing.locator('input[type=file]').setInputFiles(list);
  await importing.getByRole('button', { name: 'Import', exact: true }).click();
  const done = desk.getByRole('dialog', { name: 'Timeline imported' });
  await done.getByRole('button', { name: 'Open timeline' }).click();
  await expect(desk.getByText('street.mov').first()).toBeVisible();

  await desk.keyboard.press('ControlOrMeta+Shift+E');
  const exporting = desk.getByRole('dialog', { name: 'Export the timeline' });
  await exporting.getByText('EDL (CMX 3600)').click();
  const [download] = await Promise.all([
    desk.waitForEvent('download'),
    exporting.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Opening V1.edl');
  const written = await readFile(await download.path(), 'utf8');

  // Elsewhere the second clip is half as long, and the third follows it.
  const recut = written
    .replace(
      '00:00:00:00 00:00:02:00 01:00:02:00 01:00:04:00',
      '00:00:00:00 00:00:01:00 01:00:02:00 01:00:03:00',
    )
    .replace('01:00:04:00 01:00:06:00', '01:00:03:00 01:00:05:00');
  expect(recut).not.toBe(written);
  const changed = join(dataFolder, 'recut.edl');
  await writeFile(changed, recut);
  await desk.keyboard.press('ControlOrMeta+Shift+I');
  await importing.locator('input[type=file]').setInputFiles(changed);
  // A timeline is never replaced unless somebody chooses that.
  await expect(importing.getByRole('radio', { name: /^Compare with/ })).toBeChecked();
  await importing.getByRole('button', { name: 'Compare', exact: true }).click();
  const comparing = desk.getByRole('dialog', { name: 'Compare the cuts' });
  await expect(comparing.getByText('All 1 change')).toBeVisible();
  await expect(comparing.getByText('Trimmed')).toBeVisible();
  await expect(comparing.getByText('1 clip moved along')).toBeVisible();

  // The changes stand on the clips, and are taken there as one step.
  await comparing.getByRole('button', { name: 'Show on the timeline' }).click();
  const trimmed = desk.getByRole('button', { name: /^Trimmed: door\.mov, length 2 s → 1 s/ });
  await expect(trimmed).toHaveAttribute('aria-pressed', 'true');
  await expect(desk.getByRole('button', { name: /^Moved: street\.mov, at 4 s → 3 s/ })).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await desk.getByRole('region', { name: 'Changes of recut.edl' }).getByText('Take 1 change').click();
  await expect(desk.getByText('Took 1 change')).toBeVisible();
  const street = desk.getByRole('button', { name: /^street\.mov, Video/ });
  await expect(street).toHaveAccessibleName(/from 3 seconds/);
  await desk.keyboard.press('ControlOrMeta+z');
  await expect(street).toHaveAccessibleName(/from 4 seconds/);
});
