import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { openNewProject } from './pages/new-project.ts';

/** What the hands do: few keys, and no trap among them. */

/** A keyboard that counts: a chord is as many keys as are held. */
function countingKeyboard(page: Page) {
  let count = 0;
  return {
    press: async (key: string): Promise<void> => {
      count += key.split('+').length;
      await page.keyboard.press(key);
    },
    count: () => count,
  };
}

/** Adds the first node type that is found, beside the selected one, by keys alone. */
async function addByTab(desk: Page, editor: EditorPage, title: string): Promise<void> {
  await expect(editor.canvas).toBeFocused();
  await desk.keyboard.press('Tab');
  await expect(desk.getByRole('combobox', { name: 'Search nodes' })).toBeFocused();
  await desk.keyboard.type(title);
  await expect(desk.getByRole('option').first()).toHaveText(new RegExp(`^${title}`));
  await desk.keyboard.press('Enter');
  await expect(editor.node(title)).toBeVisible();
}

test('three nodes are wired and run from an empty project in 14 keys', async ({ desk }) => {
  const editor = new EditorPage(desk);
  await openNewProject(desk);
  await editor.shown();
  const keys = countingKeyboard(desk);
  const types = [
    ['gr', 'Gradient'],
    ['bl', 'Blur'],
    ['ou', 'Output'],
  ] as const;
  for (const [letters, title] of types) {
    await expect(editor.canvas).toBeFocused();
    await keys.press('Tab');
    await expect(desk.getByRole('combobox', { name: 'Search nodes' })).toBeFocused();
    for (const letter of letters.split('')) await keys.press(letter);
    await expect(desk.getByRole('option').first()).toHaveText(new RegExp(`^${title}`));
    await keys.press('Enter');
    await expect(editor.node(title)).toBeVisible();
  }
  await keys.press('Control+Enter');
  expect(keys.count()).toBeLessThanOrEqual(14);
  await editor.runFinished();
  // Wired, or the output would have nothing to give.
  await expect(editor.outputs.getByRole('button', { name: /at full size/ })).toHaveCount(1);
  await expect(editor.node('Output')).toHaveAttribute('data-phase', 'succeeded');
});

test('Enter and double-click on a node go to its first value; a number there takes a sum', async ({
  desk,
}) => {
  const editor = new EditorPage(desk);
  await openNewProject(desk);
  await editor.shown();
  await addByTab(desk, editor, 'Gradient');
  await addByTab(desk, editor, 'Blur');
  await expect(editor.canvas).toBeFocused();
  await expect(editor.node('Blur').getByRole('spinbutton').first()).toBeVisible();
  await desk.keyboard.press('Enter');
  const strength = desk.getByRole('tabpanel', { name: 'Inspector' }).getByRole('spinbutton').first();
  await expect(strength).toBeFocused();
  await desk.keyboard.type('1/4*100');
  await desk.keyboard.press('Enter');
  await expect(strength).toHaveValue('25');
  await desk.keyboard.type('12 parsecs');
  await expect(desk.getByRole('alert').filter({ hasText: '“12 parsecs” is no number' })).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(strength).toHaveValue('25');
  await editor.canvas.focus();
  await editor
    .node('Blur')
    .locator('header')
    .dblclick({ position: { x: 12, y: 12 } });
  await expect(strength).toBeFocused();
});

test('a node that is dragged stands in line with another, and colors are chosen in the app', async ({
  desk,
}) => {
  const editor = new EditorPage(desk);
  await openNewProject(desk);
  await editor.shown();
  await editor.dragFromPalette('Gradient', { x: 0.2, y: 0.2 });
  await editor.dragFromPalette('Gradient', { x: 0.6, y: 0.6 });
  const [first, second] = [editor.node('Gradient').nth(0), editor.node('Gradient').nth(1)];
  const [one, two] = [(await first.boundingBox())!, (await second.boundingBox())!];
  await desk.mouse.move(two.x + 60, two.y + 8);
  await desk.mouse.down();
  await desk.mouse.move(two.x + 80, two.y - 20, { steps: 4 });
  await desk.mouse.move(two.x + 60, one.y + 8 + 3, { steps: 4 });
  await expect(desk.locator('[data-guide]').first()).toBeAttached();
  await desk.mouse.up();
  await expect.poll(async () => Math.abs((await second.boundingBox())!.y - one.y)).toBeLessThan(1);
  await second
    .getByRole('button', { name: /choose a color/ })
    .first()
    .click();
  const picker = desk.getByRole('dialog').filter({ has: desk.getByRole('slider', { name: 'Hue' }) });
  await picker.getByRole('textbox').fill('#336699');
  await desk.keyboard.press('Escape');
  await expect(second.getByRole('textbox').first()).toHaveValue('#336699');
  await second
    .getByRole('button', { name: /choose a color/ })
    .first()
    .click();
  await expect(
    picker.getByRole('group', { name: 'Recent' }).getByRole('button', { name: '#336699' }),
  ).toBeVisible();
});

test('pasted words become a node that covers nothing and is in view', async ({ desk }) => {
  const editor = new EditorPage(desk);
  await openNewProject(desk);
  await editor.shown();
  await addByTab(desk, editor, 'Gradient');
  await expect(editor.canvas).toBeFocused();
  await expect(editor.node('Gradient')).toBeVisible();
  await desk.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'Words from elsewhere');
    document.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  const pasted = editor.canvas.getByRole('article').filter({ hasText: 'Words from elsewhere' });
  await expect(pasted).toBeVisible();
  // Both at one moment: the view may be on its way to what was pasted.
  const overlaps = () =>
    editor.canvas.getByRole('article').evaluateAll((nodes) => {
      const [one, other] = nodes.map((node) => node.getBoundingClientRect());
      if (!one || !other) return null;
      return (
        one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
      );
    });
  await expect.poll(overlaps).toBe(false);
  await expect(pasted).toBeInViewport();
});
