import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { openNewProject } from './pages/new-project.ts';
import { violations } from './violations.ts';

/** Runs a command by the palette. */
async function command(desk: Page, title: string): Promise<void> {
  await desk.keyboard.press('ControlOrMeta+k');
  const search = desk.getByRole('combobox', { name: 'Search commands' });
  await search.fill(title);
  await expect(desk.getByRole('option', { name: title }).first()).toBeVisible();
  await desk.keyboard.press('Enter');
  await expect(search).toBeHidden();
}

test('what people meet on the canvas by keys alone has no accessibility violation, and a collapsed frame keeps its wires @long', async ({
  desk,
}) => {
  // Each look is taken in both themes.
  test.slow();
  const editor = await openNewProject(desk);
  const add = async (letters: string, title: string) => {
    await expect(editor.canvas).toBeFocused();
    await desk.keyboard.press('Tab');
    await desk.getByRole('combobox', { name: 'Search nodes' }).fill(letters);
    await expect(desk.getByRole('option').first()).toHaveText(new RegExp(`^${title}`));
    return title;
  };
  await add('gradient', 'Gradient');
  expect(await violations(desk)).toEqual([]);
  await desk.keyboard.press('Enter');
  // A typing error finds it all the same.
  await add('resise', 'Resize');
  await desk.keyboard.press('Enter');
  await expect(editor.node('Resize')).toBeVisible();

  // Several nodes: common fields, states and alignment; then a frame around them.
  await expect(editor.canvas).toBeFocused();
  // The panel on the right stands as whoever was here before left it.
  await desk.getByRole('tab', { name: 'Inspector' }).click();
  await editor.canvas.focus();
  await desk.keyboard.press('ControlOrMeta+a');
  const inspector = desk.getByRole('tabpanel', { name: 'Inspector' });
  await expect(inspector.getByRole('button', { name: /^Align left/ })).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await desk.keyboard.press('Shift+C');
  await desk.keyboard.type('Look 👩‍🎨');
  expect(await violations(desk)).toEqual([]);
  await desk.keyboard.press('Enter');
  await inspector.getByRole('button', { name: /^Mute or unmute/ }).click();
  await expect(editor.node('Gradient')).toHaveAccessibleName(/muted/);
  await expect(editor.node('Resize')).toHaveAccessibleName(/muted/);
  await inspector.getByRole('button', { name: /^Mute or unmute/ }).click();
  await inspector.getByRole('button', { name: /^Collapse the frame/ }).click();
  const tile = desk.getByRole('region', { name: 'Frame: Look 👩‍🎨, collapsed, 2 nodes' });
  await expect(tile).toBeVisible();
  await expect(editor.canvas.getByRole('article')).toHaveCount(0);
  await editor.saved();
  expect(await violations(desk)).toEqual([]);
  await desk.reload();
  await editor.shown();
  await expect(tile).toBeVisible();

  // What is in it is found and edited all the same.
  await desk.keyboard.press('ControlOrMeta+f');
  await desk.getByRole('combobox', { name: /Find/ }).fill('Resize');
  expect(await violations(desk)).toEqual([]);
  await desk.keyboard.press('Enter');
  await expect(tile).toHaveAttribute('data-holds-selected', 'true');
  await expect(inspector.getByText('Width', { exact: true })).toBeVisible();
  await tile.dblclick({ position: { x: 40, y: 10 }, force: true });
  await expect(editor.node('Resize')).toBeVisible();
});

test('no dialog, menu or mode of the canvas has an accessibility violation @long', async ({ desk }) => {
  // Each look is taken in both themes.
  test.slow();
  const editor = await openNewProject(desk);
  await editor.dragFromPalette('Gradient', { x: 0.5, y: 0.35 });
  await editor.node('Gradient').locator('[data-title]').click();
  await command(desk, 'Replace with…');
  // The command palette may be on its way out.
  await expect(desk.getByRole('dialog', { name: /^Replace/ })).toBeVisible();
  await expect(desk.getByRole('dialog')).toHaveCount(1);
  expect(await violations(desk)).toEqual([]);
  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('dialog')).toHaveCount(0);
  await command(desk, 'Save as a snippet…');
  await expect(desk.getByRole('dialog')).toHaveCount(1);
  await desk.getByRole('dialog').getByRole('textbox').first().fill('Small');
  expect(await violations(desk)).toEqual([]);
  await desk.keyboard.press('Enter');
  await command(desk, 'Place a snippet…');
  await expect(desk.getByRole('dialog')).toHaveCount(1);
  await expect(desk.getByRole('dialog').getByText('Small')).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('dialog')).toHaveCount(0);

  await editor.canvas.focus();
  await desk.keyboard.press('ControlOrMeta+Alt+f');
  await desk.getByRole('combobox', { name: /Find/ }).fill('Gradient');
  await expect(desk.getByRole('textbox', { name: 'Replace the words by' })).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await desk.keyboard.press('Escape');
  await editor.canvas.focus();
  await desk.keyboard.press('Shift+D');
  expect(await violations(desk)).toEqual([]);
  await desk.keyboard.press('Escape');

  // A color, the menu of a frame, and the question for a key.
  await editor
    .node('Gradient')
    .getByRole('button', { name: /choose a color/ })
    .first()
    .click();
  await expect(desk.getByRole('slider', { name: 'Hue' })).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await desk.keyboard.press('Escape');
  await editor.node('Gradient').locator('[data-title]').click();
  await desk.keyboard.press('Shift+C');
  await desk.keyboard.type('Look');
  await desk.keyboard.press('Enter');
  const frame = (await desk.getByRole('region', { name: 'Frame: Look' }).boundingBox())!;
  await desk.mouse.click(frame.x + 40, frame.y + 8, { button: 'right' });
  await expect(desk.getByRole('menuitem', { name: /^Collapse the frame/ })).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await desk.keyboard.press('Escape');
});

test('a collapsed frame is worked with in two windows at once, and a bookmark leads back @long', async ({
  desk,
}) => {
  test.slow();
  const editor = await openNewProject(desk);
  await editor.dragFromPalette('Gradient', { x: 0.25, y: 0.2 });
  await editor.node('Gradient').locator('[data-title]').click();
  await editor.canvas.focus();
  await desk.keyboard.press('Shift+C');
  await desk.keyboard.type('Sky');
  await desk.keyboard.press('Enter');
  await command(desk, 'Collapse the frame');
  const tileIn = (page: Page) => page.getByRole('region', { name: 'Frame: Sky, collapsed, 1 node' });
  await expect(tileIn(desk)).toBeVisible();
  await editor.saved();

  const popup = desk.waitForEvent('popup');
  await desk.evaluate(() => void window.open(location.href));
  const second = new EditorPage(await popup);
  await second.shown();
  await expect(tileIn(second.page)).toBeVisible();

  // Here a node is added beside the tile, wired to what leads out of it; there all in the frame is muted.
  await tileIn(desk).click({ position: { x: 40, y: 10 }, force: true });
  await editor.canvas.focus();
  await desk.keyboard.press('Tab');
  await desk.getByRole('combobox', { name: 'Search nodes' }).fill('blur');
  await expect(desk.getByRole('option').first()).toHaveText(/^Blur/);
  await desk.keyboard.press('Enter');
  await expect(editor.node('Blur')).toBeVisible();
  await expect(second.node('Blur')).toBeVisible();
  await desk.getByRole('tab', { name: 'Outline' }).click();
  await expect(desk.getByRole('option', { name: /^Blur/ })).toContainText('from Gradient');
  await tileIn(second.page).click({ position: { x: 40, y: 10 }, force: true });
  await second.canvas.focus();
  await second.page.keyboard.press('m');
  await editor.saved();
  await second.saved();
  await tileIn(desk).dblclick({ position: { x: 40, y: 10 }, force: true });
  for (const each of [editor, second]) {
    await expect(each.node('Gradient')).toHaveAccessibleName(/muted/);
    await expect(each.node('Blur')).toBeVisible();
    await expect(tileIn(each.page)).toHaveCount(0);
  }
  expect(await violations(desk)).toEqual([]);

  // A place set in one window is found in the other.
  await editor.canvas.focus();
  const zoom = (page: Page) => page.getByLabel('Zoom level');
  const before = (await zoom(desk).textContent())!;
  await desk.keyboard.press('Alt+Shift+Digit1');
  await expect(desk.getByText(/^Bookmark 1 is here/)).toBeVisible();
  await editor.saved();
  await second.canvas.focus();
  await second.page.keyboard.press('ControlOrMeta+-');
  await second.page.keyboard.press('ControlOrMeta+-');
  await expect(zoom(second.page)).not.toHaveText(before);
  await expect(async () => {
    await second.page.keyboard.press('Alt+Digit1');
    await expect(zoom(second.page)).toHaveText(before, { timeout: 1000 });
  }).toPass();
  await second.page.close();
});
