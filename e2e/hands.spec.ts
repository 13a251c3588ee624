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

test('three nodes are wired and run from an empty project in 14 keys @long', async ({ desk }) => {
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

test('Enter and double-click on a node go to its first value; a number there takes a sum @long', async ({
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
  await expect(desk.getByRole('alert').filter({ hasText: '“12 parsecs” is not a number' })).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(strength).toHaveValue('25');
  await editor.canvas.focus();
  await editor
    .node('Blur')
    .locator('header')
    .dblclick({ position: { x: 12, y: 12 } });
  await expect(strength).toBeFocused();
});

test('a node that is dragged stands in line with another, and colors are chosen in the app @long', async ({
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

test('pasted words become a node that covers nothing and is in view @long', async ({ desk }) => {
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
      if (!one || !other) return `${nodes.length} nodes`;
      const isApart =
        one.left >= other.right ||
        other.left >= one.right ||
        one.top >= other.bottom ||
        other.top >= one.bottom;
      return isApart ? 'apart' : JSON.stringify([one, other]);
    });
  await expect.poll(overlaps).toBe('apart');
  await expect(pasted).toBeInViewport();
});

/** Fingers on the screen, as the browser is told of them. */
async function fingersOn(desk: Page) {
  const browser = await desk.context().newCDPSession(desk);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: readonly Place[]) =>
    browser.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at.map(({ x, y }, id) => ({ x, y, id })),
    });
  return {
    down: (...at: Place[]) => send('touchStart', at),
    /** From where they are, in a few steps. */
    async slide(from: readonly Place[], to: readonly Place[]) {
      for (const step of [0.25, 0.5, 0.75, 1]) {
        const between = (a: number, b: number): number => a + (b - a) * step;
        await send(
          'touchMove',
          from.map(({ x, y }, i) => ({ x: between(x, to[i]!.x), y: between(y, to[i]!.y) })),
        );
      }
    },
    up: () => send('touchEnd', []),
  };
}

interface Place {
  x: number;
  y: number;
}

test.describe('by touch', () => {
  test.use({ hasTouch: true });

  test('one finger moves the view or a node, two pinch, and one that stays opens the menu @long', async ({
    desk,
  }) => {
    const editor = new EditorPage(desk);
    await openNewProject(desk);
    await editor.shown();
    await addByTab(desk, editor, 'Gradient');
    const node = editor.node('Gradient');
    const placeOf = async (): Promise<Place & { width: number }> => (await node.boundingBox())!;
    const canvas = (await editor.canvas.boundingBox())!;
    const empty = { x: canvas.x + 60, y: canvas.y + canvas.height - 120 };
    const fingers = await fingersOn(desk);

    const before = await placeOf();
    await fingers.down(empty);
    await fingers.slide([empty], [{ x: empty.x + 100, y: empty.y - 80 }]);
    await fingers.up();
    await expect.poll(async () => Math.round((await placeOf()).x - before.x)).toBe(100);
    expect(Math.round((await placeOf()).y - before.y)).toBe(-80);

    const panned = await placeOf();
    const far = { x: empty.x + 160, y: empty.y };
    await fingers.down(empty, far);
    await fingers.slide([empty, far], [empty, { x: empty.x + 240, y: empty.y }]);
    await fingers.up();
    await expect.poll(async () => (await placeOf()).width / panned.width).toBeCloseTo(1.5, 1);

    await editor.fit();
    const fitted = await placeOf();
    const header = { x: fitted.x + 14, y: fitted.y + 12 };
    const zoom = desk.getByLabel('Zoom level');
    const shown = await zoom.textContent();
    await fingers.down(header);
    await fingers.slide([header], [{ x: header.x - 120, y: header.y + 60 }]);
    await fingers.up();
    // The node follows the finger, and the view with nothing else in it stays.
    await expect.poll(async () => (await placeOf()).x).toBeLessThan(fitted.x - 80);
    await expect(zoom).toHaveText(shown!);
    await desk.keyboard.press('ControlOrMeta+z');
    await expect.poll(async () => Math.round((await placeOf()).x - fitted.x)).toBe(0);

    await fingers.down(header);
    await expect(desk.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
    await fingers.up();
    await expect(desk.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  });
});
