import type { Locator } from '@playwright/test';
import { expect, test } from './app.ts';
import { openNewProject } from './pages/new-project.ts';
import { mediumPhotograph } from './photograph.ts';

/** A place in the picture, as parts of its width and height. */
type Place = readonly [x: number, y: number];

/** How the picture lies in the stage: all of it, fitted, in the middle. */
async function pictureBox(stage: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  return (await stage.locator('img').boundingBox())!;
}

/** Draws with the mouse from place to place. */
async function draw(stage: Locator, [first, ...others]: readonly [Place, ...Place[]]): Promise<void> {
  const { mouse } = stage.page();
  const box = await pictureBox(stage);
  const at = ([x, y]: Place): [number, number] => [box.x + box.width * x, box.y + box.height * y];
  await mouse.move(...at(first));
  await mouse.down();
  for (const place of others) await mouse.move(...at(place), { steps: 8 });
  await mouse.up();
}

/** How strong the mask is seen at a place of the picture: 0 where nothing is masked. */
async function overlayAt(stage: Locator, [x, y]: Place): Promise<number> {
  const box = await pictureBox(stage);
  return stage.locator('canvas').evaluate(
    (canvas: HTMLCanvasElement, at) => {
      const bounds = canvas.getBoundingClientRect();
      const [column, row] = [
        ((at.x - bounds.x) / bounds.width) * canvas.width,
        ((at.y - bounds.y) / bounds.height) * canvas.height,
      ];
      return canvas.getContext('2d')!.getImageData(Math.round(column), Math.round(row), 1, 1).data[3]!;
    },
    { x: box.x + box.width * x, y: box.y + box.height * y },
  );
}

const isMasked = (stage: Locator, place: Place) =>
  expect
    .poll(() => overlayAt(stage, place), { message: `${place.join(', ')} is masked` })
    .toBeGreaterThan(60);
const isClear = (stage: Locator, place: Place) =>
  expect.poll(() => overlayAt(stage, place), { message: `${place.join(', ')} is not masked` }).toBe(0);

test('a mask is painted, erased, lassoed and feathered over a photograph, saved as a file, and drawn on later @rig', async ({
  desk,
}) => {
  const editor = await openNewProject(desk);
  await editor.dropFiles([await mediumPhotograph()], { x: 0.1, y: 0.2 });
  await editor.dragFromPalette('Mask', { x: 0.6, y: 0.2 });
  await editor.fit();
  await editor.connect('dusk-2mp.jpg.image', 'Mask.image');
  await editor.saved();

  const dialog = desk.getByRole('dialog', { name: 'Mask of Mask' });
  const open = async () => {
    await editor.node('Mask').locator('[data-title]').click();
    // While the photograph is on its way there is nothing to draw on, which is said.
    await expect(async () => {
      await desk.keyboard.press('Shift+M');
      await expect(dialog).toBeVisible({ timeout: 3000 });
    }).toPass();
    const stage = desk.getByRole('application', { name: /^Picture with its mask/ });
    await expect(stage).not.toHaveAttribute('aria-busy');
    await expect(stage.locator('img')).toBeVisible();
    return stage;
  };
  const stage = await open();
  await draw(stage, [
    [0.4, 0.5],
    [0.6, 0.5],
  ]);
  await isMasked(stage, [0.5, 0.5]);
  await isClear(stage, [0.5, 0.8]);

  await desk.keyboard.press('e');
  await draw(stage, [
    [0.5, 0.4],
    [0.5, 0.6],
  ]);
  await isClear(stage, [0.5, 0.5]);
  await isMasked(stage, [0.42, 0.5]);

  await desk.keyboard.press('l');
  await draw(stage, [
    [0.1, 0.1],
    [0.3, 0.1],
    [0.3, 0.3],
    [0.1, 0.3],
    [0.1, 0.1],
  ]);
  await isMasked(stage, [0.2, 0.2]);
  await isMasked(stage, [0.295, 0.2]);
  await isClear(stage, [0.31, 0.2]);

  // Feathered, an edge fades out to both sides.
  await dialog.getByRole('button', { name: 'Feather…' }).click();
  await desk.getByRole('slider', { name: 'Feather by' }).press('End');
  await desk.getByRole('button', { name: 'Feather', exact: true }).click();
  await expect.poll(() => overlayAt(stage, [0.31, 0.2])).toBeGreaterThan(0);
  const solid = await overlayAt(stage, [0.2, 0.2]);
  expect(await overlayAt(stage, [0.31, 0.2])).toBeLessThan(solid);
  await desk.keyboard.press('ControlOrMeta+z');
  await isClear(stage, [0.31, 0.2]);

  await desk.keyboard.press('ControlOrMeta+s');
  await expect(dialog).toBeHidden();
  await editor.saved();
  await desk.getByRole('tab', { name: 'Files' }).click();
  await expect(desk.getByRole('tabpanel', { name: 'Files' }).getByText('Mask.png').first()).toBeVisible();
  // It is the node's from now on.
  await expect(editor.node('Mask').getByText('Mask.png').first()).toBeVisible();

  await desk.reload();
  await editor.shown();
  const again = await open();
  await isMasked(again, [0.2, 0.2]);
  await isMasked(again, [0.42, 0.5]);
  await isClear(again, [0.5, 0.5]);
  await draw(again, [
    [0.7, 0.8],
    [0.8, 0.8],
  ]);
  await isMasked(again, [0.75, 0.8]);
  await desk.keyboard.press('i');
  await isClear(again, [0.75, 0.8]);
  await isMasked(again, [0.5, 0.5]);
  await desk.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  // What was not saved is there again.
  const third = await open();
  await expect(dialog.getByText(/^This goes on with what was drawn/)).toBeVisible();
  await isClear(third, [0.75, 0.8]);
  await dialog.getByRole('button', { name: 'Begin from the saved mask' }).click();
  await isClear(third, [0.75, 0.8]);
  await isMasked(third, [0.2, 0.2]);
});
