import { endpoints } from '#shared/api/index.ts';
import { expect, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { openNewProject } from './pages/new-project.ts';
import { colleague } from './service-client.ts';
import { violations } from './violations.ts';

test('a frame and a note order the canvas: moved with what lies in them, undone, reloaded, seen in a second window @long', async ({
  desk,
}) => {
  const editor = await openNewProject(desk);
  await editor.dragFromPalette('Gradient', { x: 0.5, y: 0.35 });
  await editor.canvas.focus();
  await desk.keyboard.press('Shift+C');
  await desk.getByLabel('Title of the frame').fill('Look');
  await desk.keyboard.press('Enter');
  const frame = desk.getByRole('region', { name: 'Frame: Look', exact: true });
  await expect(frame).toBeVisible();

  await desk.keyboard.press('Escape');
  await desk.mouse.move(0, 0);
  await desk.keyboard.press('Shift+N');
  await desk.getByLabel('Text of the note').fill('Warm at dusk, see https://example.com/ref.');
  await desk.keyboard.press('Escape');
  const note = desk.getByRole('region', { name: /Note: Warm at dusk/ });
  await expect(note.getByRole('link', { name: 'https://example.com/ref' })).toBeAttached();
  expect(await violations(desk)).toEqual([]);

  // An arrow points at the node; it stays before it when the pointer is given back.
  const target = (await editor.node('Gradient').boundingBox())!;
  await desk.keyboard.press('Shift+A');
  await desk.mouse.move(target.x - 90, target.y + 260);
  await desk.mouse.down();
  await desk.mouse.move(target.x + 30, target.y + 120, { steps: 4 });
  await desk.mouse.up();
  await desk.keyboard.press('Escape');
  const arrow = desk.getByRole('img', { name: 'Arrow' });
  await expect(arrow).toBeAttached();
  expect(await violations(desk)).toEqual([]);

  // Dragged by its title, the frame takes the node along; one undo takes both back.
  const placeOf = async () => {
    const [a, b] = [await frame.boundingBox(), await editor.node('Gradient').boundingBox()];
    return [a!.x, a!.y, b!.x, b!.y].map(Math.round);
  };
  const before = await placeOf();
  const [x, y] = before as [number, number, number, number];
  await desk.mouse.move(x + 60, y + 12);
  await desk.mouse.down();
  await desk.mouse.move(x + 100, y + 44, { steps: 4 });
  await desk.mouse.up();
  await expect.poll(placeOf).toEqual([before[0]! + 40, before[1]! + 32, before[2]! + 40, before[3]! + 32]);
  await desk.keyboard.press('ControlOrMeta+z');
  await expect.poll(placeOf).toEqual(before);
  await desk.keyboard.press('ControlOrMeta+Shift+z');
  await editor.saved();
  // The view may be another after a reload: what counts is how things lie to each other.
  const apart = async () => {
    const [a, b] = [await frame.boundingBox(), await note.boundingBox()];
    return [a!.x - b!.x, a!.y - b!.y].map(Math.round);
  };
  const moved = await apart();

  await desk.reload();
  await editor.shown();
  await expect.poll(apart).toEqual(moved);
  await expect(arrow).toBeAttached();
  await desk.getByRole('tab', { name: 'Outline' }).click();
  await desk.getByRole('button', { name: 'Frame: Look' }).click();

  const popup = desk.waitForEvent('popup');
  await desk.evaluate(() => void window.open(location.href));
  const second = new EditorPage(await popup);
  await second.shown();
  const there = second.page.getByRole('region', { name: 'Frame: Look' });
  await expect(there).toBeVisible();
  await editor.canvas.focus();
  // Locked, it stays, here and there, and so does what lies in it.
  await desk.keyboard.press('l');
  await expect(frame).toHaveCount(0);
  const locked = desk.getByRole('region', { name: 'Frame: Look, locked' });
  await expect(locked).toBeVisible();
  await desk.keyboard.press('Delete');
  await expect(desk.getByText(/^Look is locked and stays as it is/)).toBeVisible();
  await expect(locked).toBeVisible();
  await desk.keyboard.press('l');
  await expect(frame).toBeVisible();
  await desk.keyboard.press('Delete');
  await expect(frame).toHaveCount(0);
  await expect(there).toHaveCount(0);
  await expect(editor.node('Gradient')).toBeVisible();
  await second.page.close();
});

test('a node is muted by a key and unmuted by a button, which stays so after a reload and is undone @long', async ({
  desk,
}) => {
  const editor = await openNewProject(desk);
  await editor.dragFromPalette('Gradient', { x: 0.5, y: 0.35 });
  const node = editor.node('Gradient');
  await node.locator('[data-title]').click();
  await desk.keyboard.press('m');
  await expect(node).toHaveAccessibleName(/muted/);
  await editor.saved();
  await desk.reload();
  await editor.shown();
  await expect(node).toHaveAccessibleName(/muted/);
  expect(await violations(desk)).toEqual([]);
  await desk.getByRole('button', { name: 'Unmute Gradient' }).click();
  await expect(node).not.toHaveAccessibleName(/muted/);
  await editor.canvas.focus();
  await desk.keyboard.press('ControlOrMeta+z');
  await expect(node).toHaveAccessibleName(/muted/);

  // Its color is chosen in its menu.
  await node.locator('[data-title]').click({ button: 'right' });
  await desk.getByRole('menuitemradio', { name: 'Teal' }).click();
  await expect(node).toHaveAttribute('data-colored', 'true');
  expect(await violations(desk)).toEqual([]);

  // Locked, it is neither moved nor deleted, and says so.
  await node.locator('[data-title]').click();
  await desk.keyboard.press('l');
  await expect(node).toHaveAccessibleName(/locked/);
  await desk.keyboard.press('Delete');
  await expect(desk.getByText(/^Gradient is locked and stays as it is/)).toBeVisible();
  const before = (await node.boundingBox())!;
  await node.locator('[data-title]').hover();
  await desk.mouse.down();
  await desk.mouse.move(before.x + 200, before.y + 120, { steps: 4 });
  await desk.mouse.up();
  await expect(desk.getByText(/^It is locked and stays where it is/)).toBeVisible();
  expect(await node.boundingBox()).toEqual(before);
  await desk.getByRole('button', { name: 'Unlock Gradient' }).click();
  await expect(node).not.toHaveAccessibleName(/locked/);
});

test('a muted node asks which wire goes past it, a frozen one gives its last result, and outputs of such runs are applied @long', async ({
  desk,
  dataFolder,
}) => {
  const editor = await openNewProject(desk);
  const version = await editor.savedVersion();
  const other = await colleague(dataFolder);
  const params = { project_id: new URL(desk.url()).pathname.split('/').pop()! };
  const small = { width: { type: 'number', value: 64 }, height: { type: 'number', value: 64 } };
  const node = (id: string, type: string, x: number, y: number, inputs: object = {}) => ({
    id,
    type,
    position: { x, y },
    inputs: { ...inputs },
  });
  const graph = {
    nodes: [
      node('gradient', 'image/gradient', 0, 0, small),
      node('noise', 'image/noise', 0, 420, small),
      node('composite', 'image/composite', 320, 0),
      node('blur', 'image/blur', 640, 0),
    ],
    connections: [
      { from: ['gradient', 'image'] as [string, string], to: ['composite', 'base'] as [string, string] },
      { from: ['noise', 'image'] as [string, string], to: ['composite', 'overlay'] as [string, string] },
      { from: ['composite', 'image'] as [string, string], to: ['blur', 'image'] as [string, string] },
    ],
  };
  await other.call(endpoints.projects.replaceDocument, {
    params,
    body: { expectedVersion: version, document: { graph } },
  });
  await expect(editor.canvas.getByRole('article')).toHaveCount(4);
  await editor.fit();

  // A wire passes a point where it is double-clicked with Alt; the point is dragged, undone and taken away in the menu.
  const wire = (await editor.pin('Composite.image', 'output').boundingBox())!;
  const end = (await editor.pin('Blur.image', 'input').boundingBox())!;
  const middle = { x: (wire.x + end.x + 12) / 2, y: (wire.y + end.y + 12) / 2 };
  const pointsOf = async () =>
    JSON.stringify(
      (await other.call(endpoints.projects.getDocument, { params })).metadata?.['patchbay.canvas'] ?? {},
    ).match(/"points":\[\{"x":(-?\d+),"y":(-?\d+)\}\]/)?.[2];
  await desk.keyboard.down('Alt');
  await desk.mouse.dblclick(middle.x, middle.y);
  await desk.keyboard.up('Alt');
  await expect.poll(pointsOf).toBeDefined();
  const before = await pointsOf();
  await desk.mouse.move(middle.x, middle.y);
  await desk.mouse.down();
  await desk.mouse.move(middle.x, middle.y - 40, { steps: 4 });
  await desk.mouse.up();
  await expect.poll(async () => Number(await pointsOf())).toBeLessThan(Number(before));
  await desk.keyboard.press('ControlOrMeta+z');
  await expect.poll(pointsOf).toBe(before);
  await desk.mouse.click(middle.x, middle.y, { button: 'right' });
  await desk.getByRole('menuitem', { name: 'Remove its points' }).click();
  await expect.poll(pointsOf).toBeUndefined();

  // It goes by name; the tag at its end leads to where it comes from.
  const nameOf = async () =>
    JSON.stringify(
      (await other.call(endpoints.projects.getDocument, { params })).metadata?.['patchbay.canvas'] ?? {},
    ).match(/"name":"([^"]*)"/)?.[1];
  await desk.mouse.click(middle.x, middle.y, { button: 'right' });
  await desk.getByRole('menuitem', { name: 'Show by name, not as a line' }).click();
  await expect.poll(nameOf).toBe('Composite');
  await desk.mouse.click(end.x - 24, end.y + end.height / 2);
  await expect(editor.node('Composite')).toHaveAttribute('data-selected', 'true');
  await desk.keyboard.press('n');
  await expect.poll(nameOf).toBeUndefined();

  // Muted, it asks once.
  await editor.node('Composite').locator('[data-title]').click();
  await desk.keyboard.press('m');
  const question = desk.getByRole('dialog', { name: 'What passes through Composite?' });
  expect(await violations(desk)).toEqual([]);
  await question.getByRole('button', { name: 'Overlay, from Noise' }).click();
  await expect(question).toBeHidden();
  await editor.run();
  await editor.runFinished();
  await expect(editor.node('Blur')).toHaveAttribute('data-phase', /succeeded|cached/);
  await editor.outputs.getByRole('button', { name: /Apply outputs/ }).click();
  const dialog = desk.getByRole('dialog', { name: 'Apply outputs to the project' });
  await expect(dialog.getByText(/nodes were muted or frozen/)).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await dialog.getByRole('button', { name: 'Apply as an edit' }).click();
  await editor.saved();
  await expect(editor.canvas.getByRole('article')).toHaveCount(6);

  // Collapsed, it shows what is connected or changed, and a press shows all again.
  await editor.node('Composite').locator('[data-title]').click();
  await desk.keyboard.press('h');
  await expect(editor.node('Composite').locator('[data-input="opacity"]')).toHaveCount(0);
  await expect(editor.node('Composite').locator('[data-input="base"]')).toBeVisible();
  await desk.getByRole('button', { name: 'Show all inputs of Composite' }).click();
  await expect(editor.node('Composite').locator('[data-input="opacity"]')).toBeVisible();

  await editor.node('Composite').locator('[data-title]').click();
  await desk.keyboard.press('m');
  await editor.node('Noise').locator('[data-title]').click();
  await desk.keyboard.press('f');
  await expect(editor.node('Noise')).toHaveAccessibleName(/frozen/);
  await editor.run();
  await editor.runFinished();
  await expect(editor.node('Composite')).toHaveAttribute('data-phase', /succeeded|cached/);
  await editor.saved();
  await desk.reload();
  await editor.shown();
  await expect(editor.node('Noise')).toHaveAccessibleName(/frozen/);
  expect(await violations(desk)).toEqual([]);
  await editor.node('Noise').getByRole('button', { name: 'Unfreeze Noise' }).click();
  await expect(editor.node('Noise')).not.toHaveAccessibleName(/frozen/);

  // The panel of switches turns it back, and goes there.
  await editor.canvas.focus();
  await desk.keyboard.press('ControlOrMeta+z');
  await desk.keyboard.press('ControlOrMeta+Shift+m');
  const switches = desk.getByRole('list', { name: 'Switches' });
  expect(await violations(desk)).toEqual([]);
  await switches.getByRole('button', { name: 'Unfreeze Noise' }).click();
  await switches.getByRole('button', { name: 'Lock Noise' }).click();
  await expect(editor.node('Noise')).toHaveAccessibleName(/locked/);
  await switches.getByRole('button', { name: 'Go to Noise' }).click();
  await expect(editor.node('Noise')).toHaveAttribute('data-selected', 'true');
});
