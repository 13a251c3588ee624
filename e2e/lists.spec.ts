import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { sharp } from '#native/testing/sharp.ts';
import { expect, test } from './app.ts';
import type { EditorPage } from './pages/editor.ts';
import { openNewProject } from './pages/new-project.ts';
import { violations } from './violations.ts';

const PHOTOGRAPHS = Array.from({ length: 30 }, (_, at) => `holiday-${String(at + 1).padStart(2, '0')}`);
const WATERMARKS = { gold: '#d4a017', silver: '#c0c0c0', violet: '#7f3fbf' };
/** The photograph whose bytes end too early. */
const DAMAGED = 'holiday-07';

let folder: string;
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-lists-'));
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

/** A small picture of one color. */
const picture = (side: number, background: string): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer();

async function writePictures(): Promise<{ photographs: string[]; watermarks: string[] }> {
  const photographs = PHOTOGRAPHS.map((name) => join(folder, `${name}.png`));
  for (const [at, path] of photographs.entries()) {
    const bytes = await picture(96, `rgb(${at * 8}, 90, ${255 - at * 8})`);
    await writeFile(path, path.includes(DAMAGED) ? bytes.subarray(0, bytes.length / 2) : bytes);
  }
  const watermarks: string[] = [];
  for (const [name, color] of Object.entries(WATERMARKS)) {
    const path = join(folder, `${name}.png`);
    await writeFile(path, await picture(16, color));
    watermarks.push(path);
  }
  return { photographs, watermarks };
}

async function nameNode(editor: EditorPage, from: string, to: string): Promise<void> {
  await editor.node(from).locator('[data-title]').dblclick();
  await editor.page.keyboard.press('ControlOrMeta+a');
  await editor.page.keyboard.type(to);
  await editor.page.keyboard.press('Enter');
  await expect(editor.node(to)).toBeVisible();
}

/** Names of the files in a ZIP, from its table of contents. */
function namesInZip(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 46))
    names.push(bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28)));
  return names;
}

/** The outputs of the project in the gallery, chosen all and saved as one ZIP. @returns the names of the files in it. */
async function saveAll(desk: Page): Promise<string[]> {
  await desk.getByRole('navigation', { name: 'Views of the project' }).getByText('Gallery').click();
  const outputs = desk.getByRole('listbox', { name: 'Outputs' });
  await outputs.focus();
  await desk.keyboard.press('ControlOrMeta+a');
  const saving = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'Save as ZIP' }).click();
  return namesInZip(await readFile(await (await saving).path()));
}

test('thirty photographs with three watermarks each: the one that fails is put right and done again alone, and all are saved under names that tell them apart @long', async ({
  desk,
}) => {
  test.setTimeout(300_000);
  const { photographs, watermarks } = await writePictures();
  const editor = await openNewProject(desk);
  await editor.rename('Holiday');
  await editor.switchLiveOff();
  await editor.dropFiles(photographs, { x: 0.1, y: 0.3 });
  await expect(editor.node('Images')).toContainText('30 files', { timeout: 120_000 });
  await nameNode(editor, 'Images', 'Photographs');
  await editor.dragFromPalette('Images', { x: 0.1, y: 0.6 });
  await editor.node('Images').locator('input[type=file]').setInputFiles(watermarks);
  await expect(editor.node('Images')).toContainText('3 files');
  await nameNode(editor, 'Images', 'Watermarks');
  await editor.dragFromPalette('Composite', { x: 0.5, y: 0.4 });
  await editor.connect('Photographs.list', 'Composite.base');
  await editor.connect('Watermarks.list', 'Composite.overlay');
  const composite = editor.node('Composite');
  await composite.locator('[data-title]').click();
  await desk.getByRole('tab', { name: 'Inspector' }).click();
  const inspector = desk.locator('[data-inspector]');
  await inspector.getByLabel('Lists').click();
  await desk.getByRole('option', { name: 'Every pair' }).click();
  await editor.saved();

  // Three of ninety fail, in their places and with why; the others are there.
  await editor.run();
  const shown = editor.runs.getByRole('region', { name: 'Run shown' });
  await expect(shown).toContainText('3 of 90 items failed', { timeout: 60_000 });
  const count = composite.getByRole('button', { name: 'Items of Composite' });
  await expect(count).toHaveText('90 items · every pair · 3 failed');
  await expect(editor.runs.getByRole('list', { name: 'Failed items' })).toContainText(
    `${DAMAGED} × silver: ${DAMAGED}.png is damaged`,
  );
  await expect(editor.outputs).toContainText('87 outputs');
  await expect(editor.outputs).toContainText('Composite · holiday-01 × gold');
  expect(await violations(desk)).toEqual([]);
  await count.click();
  const table = desk.getByRole('region', { name: 'Items of Composite' });
  await table.getByRole('checkbox', { name: 'Failed first' }).check();
  await expect(table.getByRole('row').nth(1)).toContainText(`${DAMAGED} × gold`);
  expect(await violations(desk)).toEqual([]);
  await table.getByRole('button', { name: 'Close the items' }).click();

  // Another file in its place: what it goes into is done, and nothing else.
  await writeFile(join(folder, `${DAMAGED}.png`), await picture(96, 'rgb(10, 200, 10)'));
  const photos = editor.node('Photographs');
  await photos.locator('[data-title]').click();
  await desk.getByRole('tab', { name: 'Inspector' }).click();
  await inspector.getByRole('button', { name: `Remove ${DAMAGED}.png` }).click();
  await photos.locator('input[type=file]').setInputFiles(join(folder, `${DAMAGED}.png`));
  await expect(photos).toContainText('30 files');
  await editor.saved();
  await editor.run();
  await editor.runFinished();
  await expect(count).toHaveText('90 items · every pair');

  const names = await saveAll(desk);
  expect(names).toHaveLength(90);
  const tails = names.map((name) => /Composite · (\S+ × \S+)_v\d+\.png$/.exec(name)?.[1] ?? name);
  const pairs = PHOTOGRAPHS.flatMap((photo) => Object.keys(WATERMARKS).map((mark) => `${photo} × ${mark}`));
  expect(tails.toSorted()).toEqual(pairs.toSorted());
});
