import type { Locator, Page } from '@playwright/test';
import { expect, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';

/** Everything a person needs, without a mouse. No test here clicks, hovers or moves the focus by itself. */

test('the seven steps by keyboard alone', async ({ desk }) => {
  const keyboard = desk.keyboard;
  const editor = new EditorPage(desk);
  await new ProjectsPage(desk).shown();

  await test.step('a project is made', async () => {
    await tabTo(desk, desk.getByRole('button', { name: 'New project' }).first());
    await keyboard.press('Enter');
    await editor.shown();
  });

  await test.step('nodes are added', async () => {
    for (const type of ['Gradient', 'Blur']) {
      await tabTo(desk, editor.canvas);
      await keyboard.press('Tab');
      await expect(desk.getByRole('dialog', { name: 'Add a node' })).toBeVisible();
      await keyboard.type(type);
      await keyboard.press('Enter');
      await expect(editor.node(type)).toBeVisible();
      await expect(editor.canvas).toBeFocused();
    }
  });

  await test.step('they are connected from the outline', async () => {
    await tabTo(desk, desk.getByRole('tab', { name: 'Nodes' }), 'Shift+Tab');
    await keyboard.press('ArrowRight');
    await keyboard.press('Enter');
    const outline = desk.getByRole('listbox', { name: 'Nodes in the order they run' });
    await tabTo(desk, outline);
    await keyboard.press('Home');
    await expect(outline.getByRole('option', { selected: true })).toHaveText(/Gradient/);
    await keyboard.press('c');
    await keyboard.type('Blur');
    await tabTo(desk, desk.getByRole('dialog').getByRole('button', { name: /Blur/ }).first());
    await keyboard.press('Enter');
    await expect(outline.getByRole('option', { name: /Blur/ })).toHaveText(/from Gradient/);
    await editor.saved();
  });

  await test.step('an input is edited', async () => {
    await tabTo(desk, desk.getByRole('listbox', { name: 'Nodes in the order they run' }), 'Shift+Tab');
    await keyboard.press('End');
    await keyboard.press('Enter');
    const inspector = desk.getByRole('tabpanel', { name: 'Inspector' });
    // Enter leads into the inspector; Tab goes on from there.
    await expect(inspector.locator(':focus')).toHaveCount(1);
    const strength = inspector.getByRole('spinbutton', { name: 'Strength' });
    await tabTo(desk, strength);
    await keyboard.press('ControlOrMeta+a');
    await keyboard.type('24');
    await keyboard.press('Enter');
    await expect(strength).toHaveValue('24');
    await editor.saved();
  });

  await test.step('the project is run', async () => {
    await keyboard.press('ControlOrMeta+Enter');
    await editor.runFinished();
  });

  await test.step('outputs are seen at full size', async () => {
    await tabTo(desk, editor.outputs.getByRole('button', { name: /at full size/ }), 'Shift+Tab');
    await keyboard.press('Enter');
    await expect(desk.getByRole('dialog').getByRole('img').first()).toBeVisible();
    await keyboard.press('Escape');
    await expect(desk.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('they are applied', async () => {
    await tabTo(desk, editor.outputs.getByRole('button', { name: /Apply outputs/ }), 'Shift+Tab');
    await keyboard.press('Enter');
    const dialog = desk.getByRole('dialog', { name: 'Apply outputs to the project' });
    const apply = dialog.getByRole('button', { name: 'Apply 1 output' });
    await expect(apply).toBeEnabled();
    await tabTo(desk, apply);
    await keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    const outline = desk.getByRole('listbox', { name: 'Nodes in the order they run' });
    await expect(outline.getByRole('option')).toHaveCount(3);
    await editor.saved();
  });
});

/** Presses Tab until an element has the focus. The canvas takes Tab for itself; Shift+Tab leads out of it. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
  throw new Error(`${key} does not lead there. The focus is at ${focused}`);
}
