import type { Page } from '@playwright/test';
import { expect, test } from './app.ts';
import type { EditorPage } from './pages/editor.ts';
import { openNewProject } from './pages/new-project.ts';

/** A project with a gradient, noise and a tone, and their outputs. */
async function runThree(desk: Page): Promise<EditorPage> {
  const editor = await openNewProject(desk);
  for (const type of ['Gradient', 'Noise', 'Tone']) await editor.addFromPalette(type);
  await editor.saved();
  await editor.run();
  await editor.runFinished();
  await expect(editor.outputs.locator('img').first()).toBeVisible();
  return editor;
}

const openOutput = (editor: EditorPage, name: RegExp) =>
  editor.outputs.getByRole('button', { name }).first().click();

/** Saves what the viewer shows together with the settings that made it. @returns where it lies. */
async function saveWithSettings(desk: Page): Promise<string> {
  await desk.getByRole('button', { name: 'How it is saved' }).click();
  const choice = desk.getByRole('menuitemcheckbox', { name: /Include the settings in saved files/ });
  await choice.click();
  await expect(choice).toBeHidden();
  const downloading = desk.waitForEvent('download');
  await desk.keyboard.press('Control+s');
  const download = await downloading;
  const path = test.info().outputPath(download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

test('a picture is looked at pixel by pixel, from the outputs and from its node, and a sound by its waveform @long', async ({
  desk,
}) => {
  const editor = await runThree(desk);
  await openOutput(editor, /Open Gradient.* at full size/);
  const viewer = desk.getByRole('dialog', { name: /Gradient/ });
  await expect(viewer.getByText(/\d+ × [\d,]+ pixels/)).toBeVisible();
  await desk.keyboard.press('1');
  await expect(viewer.getByTitle('Screen pixels for each pixel of the picture')).toHaveText('100 %');
  const stage = viewer.locator('[data-stage]');
  await stage.hover();
  await expect(viewer.getByText(/^#[0-9a-f]{6}$/)).toBeVisible();
  await desk.keyboard.press('g');
  await expect(stage).toHaveAttribute('data-ground', 'light');
  const saved = await saveWithSettings(desk);
  await desk.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await editor.dropFiles([saved], { x: 0.8, y: 0.8 });
  const offer = desk.getByRole('dialog', { name: 'Open what made it?' });
  await expect(offer.getByText(/: 3 nodes/)).toBeVisible();
  await offer.getByRole('button', { name: 'Place in this graph' }).click();
  const placed = editor.canvas.locator('[data-node][data-selected]');
  await expect(placed).toHaveCount(3);
  await desk.keyboard.press('Control+z');
  await expect(placed).toHaveCount(0);

  await editor.node('Gradient').locator('img').first().dblclick();
  await expect(viewer.getByText(/\d+ × [\d,]+ pixels/)).toBeVisible();
  await desk.keyboard.press('Escape');

  await openOutput(editor, /Open Tone.* at full size/);
  const sound = desk.getByRole('dialog', { name: /Tone/ });
  const place = sound.getByRole('slider', { name: /^Place in/ });
  await expect(place).toBeEnabled();
  await place.focus();
  await desk.keyboard.press('End');
  await expect(sound.getByRole('slider', { name: 'Position' })).not.toHaveValue('0');
});

test('two pictures are compared side by side, below a slider, and by their difference @long', async ({
  desk,
}) => {
  const editor = await runThree(desk);
  await openOutput(editor, /Open Gradient.* at full size/);
  await desk.getByRole('button', { name: 'Compare with…' }).click();
  await desk.getByRole('menuitem', { name: /Noise/ }).click();
  const comparison = desk.getByRole('dialog', { name: 'Compare 2 outputs' });
  await expect(comparison.getByRole('img')).toHaveCount(2);
  await desk.keyboard.press('w');
  await expect(comparison.getByRole('slider')).toBeVisible();
  await desk.keyboard.press('d');
  await expect(comparison.getByText(/% of the pixels differ/)).toBeVisible();
  await desk.getByRole('button', { name: 'What differs between the runs' }).click();
  await expect(comparison.getByRole('heading', { name: 'Inputs that differ' })).toBeVisible();
  await desk.keyboard.press('Escape');
  await expect(desk.getByRole('dialog', { name: /Gradient/ })).toBeVisible();
});
