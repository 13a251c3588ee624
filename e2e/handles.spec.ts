import { expect, test } from './app.ts';
import { HandsPage } from './pages/hands.ts';
import { openNewProject } from './pages/new-project.ts';
import { mediumPhotograph } from './photograph.ts';

/** The photograph of these stories. */
const PHOTO = { name: 'dusk-2mp.jpg', width: 1536, height: 1024 } as const;

test('a photograph is cropped on itself: by its corner, with an aspect and a focal point, by keys, and back @rig', async ({
  desk,
}) => {
  const editor = await openNewProject(desk);
  await editor.dropFiles([await mediumPhotograph()], { x: 0.15, y: 0.3 });
  await editor.dragFromPalette('Crop', { x: 0.6, y: 0.2 });
  await editor.fit();
  await editor.connect(`${PHOTO.name}.image`, 'Crop.image');
  await editor.saved();

  const hands = await HandsPage.open(editor, 'Crop');
  const [nw, se] = [await hands.at('crop nw'), await hands.at('crop se')];
  const pixel = PHOTO.width / (se.x - nw.x);
  await expect(hands.result).toBeVisible();
  const before = await hands.result.getAttribute('src');
  await hands.hold('crop se', { x: -200, y: -100 });
  await hands.expectNumber('Width', PHOTO.width - 200 * pixel, 3);
  await hands.expectNumber('Height', PHOTO.height - 100 * pixel, 3);
  // What comes out changes while the handle is still held.
  await expect(hands.result).not.toHaveAttribute('src', before ?? '');
  await hands.release();

  const width = await hands.number('Width');
  await hands.press('crop e', 'ArrowLeft');
  await hands.expectNumber('Width', width - 1, 0);
  await hands.press('crop e', 'Shift+ArrowLeft');
  await hands.expectNumber('Width', width - 11, 0);
  // The presses are one step, the drag before them another.
  await hands.undo();
  await hands.expectNumber('Width', width, 0);
  await hands.undo();
  await hands.expectNumber('Width', 0, 0);
  await hands.expectNumber('Height', 0, 0);

  await hands.field('Aspect').click();
  await desk.getByRole('option', { name: '1:1', exact: true }).click();
  const focus = await hands.number('Focal point x');
  await hands.drag('crop focus', { x: 150, y: 0 });
  await hands.expectNumber('Focal point x', focus + (150 * pixel) / PHOTO.width, 0.01);
  await hands.undo();
  await hands.expectNumber('Focal point x', focus, 0);
  const [left, right] = [await hands.at('crop w'), await hands.at('crop e')];
  expect(Math.abs((right.x - left.x) * pixel - PHOTO.height)).toBeLessThan(4);

  await desk.keyboard.press('Escape');
  await expect(hands.dialog).toBeHidden();
  await editor.saved();
});

test('a layer is moved, scaled from its corner and turned on the picture below it @long', async ({
  desk,
}) => {
  const editor = await openNewProject(desk);
  await editor.dropFiles([await mediumPhotograph()], { x: 0.1, y: 0.15 });
  await editor.dragFromPalette('Solid color', { x: 0.1, y: 0.6 });
  await editor.dragFromPalette('Composite', { x: 0.6, y: 0.15 });
  await editor.fit();
  await editor.field('Width', 'Solid color').fill('600');
  await editor.field('Height', 'Solid color').fill('400');
  await editor.connect(`${PHOTO.name}.image`, 'Composite.base');
  await editor.connect('Solid color.image', 'Composite.overlay');
  await editor.saved();

  const hands = await HandsPage.open(editor, 'Composite');
  const [nw, ne] = [await hands.at('layer nw'), await hands.at('layer ne')];
  const pixel = 600 / (ne.x - nw.x);
  await hands.drag('layer body', { x: 120, y: -60 });
  await hands.expectNumber('Offset x', 120 * pixel, 3);
  await hands.expectNumber('Offset y', -60 * pixel, 3);
  const x = await hands.number('Offset x');
  await hands.press('layer body', 'ArrowRight');
  await hands.expectNumber('Offset x', x + 1, 0);

  // Half as large from the corner: the opposite one stays where it is.
  const corner = await hands.at('layer nw');
  const opposite = await hands.at('layer se');
  await hands.drag('layer se', { x: (corner.x - opposite.x) / 2, y: (corner.y - opposite.y) / 2 });
  await hands.expectNumber('Scale', 0.5, 0.02);
  await hands.expectAt('layer nw', corner);
  await hands.undo();
  await hands.expectNumber('Scale', 1, 0);
  await hands.expectNumber('Offset x', x + 1, 0);

  const top = await hands.at('layer rotation');
  const middle = await hands.at('layer body');
  const radius = middle.y - top.y;
  await hands.drag('layer rotation', { x: radius, y: radius });
  await hands.expectNumber('Rotation', 90, 1);
  await hands.press('layer rotation', 'ArrowRight');
  await hands.expectNumber('Rotation', 91, 1);
  await hands.undo();
  await hands.undo();
  await hands.expectNumber('Rotation', 0, 0);
});

test('the corners of a perspective are pulled, and the ends and the middle of a gradient @long', async ({
  desk,
}) => {
  const editor = await openNewProject(desk);
  await editor.dropFiles([await mediumPhotograph()], { x: 0.1, y: 0.2 });
  await editor.dragFromPalette('Perspective', { x: 0.55, y: 0.1 });
  await editor.dragFromPalette('Gradient', { x: 0.1, y: 0.6 });
  await editor.fit();
  await editor.connect(`${PHOTO.name}.image`, 'Perspective.image');
  await editor.saved();

  const corners = await HandsPage.open(editor, 'Perspective');
  const [left, right] = [await corners.at('corners top-left'), await corners.at('corners top-right')];
  const across = right.x - left.x;
  await corners.drag('corners top-left', { x: across / 4, y: 40 });
  await corners.expectNumber('Top left x', 0.25, 0.01);
  await corners.press('corners top-left', 'ArrowLeft');
  await expect.poll(() => corners.number('Top left x')).toBeLessThan(0.25);
  await corners.undo();
  await corners.undo();
  await corners.expectNumber('Top left x', 0, 0);
  await corners.expectNumber('Top left y', 0, 0);
  await desk.keyboard.press('Escape');
  await expect(corners.dialog).toBeHidden();

  const gradient = await HandsPage.open(editor, 'Gradient');
  const [start, end] = [await gradient.at('gradient start'), await gradient.at('gradient end')];
  await gradient.drag('gradient start', { x: 80, y: 30 });
  const moved = { x: start.x + 80, y: start.y + 30 };
  await gradient.expectAt('gradient start', moved);
  await gradient.expectAt('gradient end', end);
  await gradient.drag('gradient middle', { x: (end.x - moved.x) / 4, y: (end.y - moved.y) / 4 });
  await gradient.expectNumber('Place of the middle', 0.75, 0.02);
  await gradient.press('gradient middle', 'ArrowLeft');
  await gradient.expectNumber('Place of the middle', 0.74, 0.02);
  await gradient.undo();
  await gradient.undo();
  await gradient.expectNumber('Place of the middle', 0.5, 0);
  await gradient.undo();
  await gradient.expectAt('gradient start', start);
});

test('a point is moved and says so where a wire feeds it, and a color is taken from the picture @long', async ({
  desk,
}) => {
  const editor = await openNewProject(desk);
  await editor.dropFiles([await mediumPhotograph()], { x: 0.1, y: 0.15 });
  await editor.dragFromPalette('Color at a point', { x: 0.55, y: 0.1 });
  await editor.dragFromPalette('Tint', { x: 0.55, y: 0.6 });
  await editor.dragFromPalette('Number', { x: 0.1, y: 0.7 });
  await editor.fit();
  await editor.connect(`${PHOTO.name}.image`, 'Color at a point.image');
  await editor.connect(`${PHOTO.name}.image`, 'Tint.image');
  await editor.saved();

  const point = await HandsPage.open(editor, 'Color at a point');
  await point.drag('point point', { x: 100, y: -50 });
  await expect.poll(() => point.number('Point x')).toBeGreaterThan(0.55);
  await expect.poll(() => point.number('Point y')).toBeLessThan(0.48);
  const x = await point.number('Point x');
  await point.press('point point', 'Shift+ArrowLeft');
  await expect.poll(() => point.number('Point x')).toBeLessThan(x);
  await point.undo();
  await point.expectNumber('Point x', x, 0);
  await point.undo();
  await point.expectNumber('Point x', 0.5, 0);
  await desk.keyboard.press('Escape');
  await expect(point.dialog).toBeHidden();

  await editor.connect('Number.number', 'Color at a point.x');
  await editor.saved();
  const wired = await HandsPage.open(editor, 'Color at a point');
  await wired.drag('point point', { x: 60, y: 60 });
  await expect(wired.dialog.getByText(/Point x comes from Number · .*\. Unplug that wire/)).toBeVisible();
  await wired.expectNumber('Point y', 0.5, 0);
  await desk.keyboard.press('Escape');
  await expect(wired.dialog).toBeHidden();

  const tint = await HandsPage.open(editor, 'Tint');
  const color = tint.dialog.getByRole('textbox', { name: /^Color of Tint/ });
  const before = await color.inputValue();
  await tint.dialog.getByRole('button', { name: 'Pick color from the picture' }).click();
  const stage = tint.dialog.getByRole('region', { name: 'Picture with handles' });
  await expect(stage.locator('img')).toBeVisible();
  const box = (await stage.boundingBox())!;
  await desk.mouse.click(box.x + box.width / 2, box.y + box.height * 0.75);
  await expect(color).not.toHaveValue(before);
  await tint.undo();
  await expect(color).toHaveValue(before);
});
