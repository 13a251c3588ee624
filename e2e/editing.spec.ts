import type { Page } from '@playwright/test';
import { endpoints } from '#shared/api/index.ts';
import { expect, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { openNewProject } from './pages/new-project.ts';
import { colleague } from './service-client.ts';

test('a refused wire says why, and offers what would make it fit', async ({ desk }) => {
  const editor = await emptyProject(desk);
  await editor.dragFromPalette('Number', { x: 0.25, y: 0.3 });
  await editor.dragFromPalette('Blur', { x: 0.75, y: 0.3 });
  await editor.startWire('Number.number', 'Blur.image');
  await expect(desk.getByText(/number does not fit image/)).toBeVisible();
  await desk.mouse.up();
  await expect(desk.getByRole('listbox', { name: /^Number does not fit image/ })).toBeFocused();
  await desk.getByRole('option', { name: 'Text card' }).click();
  await expect(editor.node('Text card')).toBeVisible();
  await expect(desk.getByText(/does not fit/)).toBeHidden();
});

test('edits are saved, undone and redone; typing is one step', async ({ desk, dataFolder }) => {
  const editor = await emptyProject(desk);
  await editor.dragFromPalette('Blur', { x: 0.5, y: 0.4 });
  await editor.saved();
  const sigma = editor.field('Sigma', 'Blur').or(editor.node('Blur').getByRole('spinbutton').first());
  await sigma.fill('12');
  await sigma.press('Enter');
  await editor.saved();
  const other = await colleague(dataFolder);
  const stored = async () => {
    const projectId = new URL(desk.url()).pathname.split('/').pop()!;
    const document = await other.call(endpoints.projects.getDocument, { params: { project_id: projectId } });
    return document.document.graph.nodes[0]?.inputs?.['sigma']?.value;
  };
  await expect.poll(stored).toBe(12);
  await editor.canvas.focus();
  await desk.keyboard.press('ControlOrMeta+z');
  await expect.poll(stored).not.toBe(12);
  await desk.keyboard.press('ControlOrMeta+Shift+z');
  await expect.poll(stored).toBe(12);
  // The buttons say what they take back and bring back.
  await desk.getByRole('button', { name: 'Undo: change strength' }).click();
  await expect.poll(stored).not.toBe(12);
  await desk.getByRole('button', { name: 'Redo: change strength' }).click();
  await expect.poll(stored).toBe(12);
});

test('a change made by somebody else appears, and is not overwritten', async ({ desk, dataFolder }) => {
  const editor = await emptyProject(desk);
  await editor.dragFromPalette('Blur', { x: 0.5, y: 0.4 });
  const version = await editor.savedVersion();
  const other = await colleague(dataFolder);
  const projectId = new URL(desk.url()).pathname.split('/').pop()!;
  await other.call(endpoints.projects.patchDocument, {
    params: { project_id: projectId },
    body: {
      expectedVersion: version,
      operations: [
        {
          op: 'addNode',
          node: { id: 'theirs', type: 'image/gradient', title: 'Their sky', position: { x: 0, y: 0 } },
        },
      ],
    },
  });
  // An edit here meets the newer version: both stay.
  await editor.dragFromPalette('Noise', { x: 0.7, y: 0.7 });
  await editor.saved();
  await desk.getByRole('tab', { name: 'Outline' }).click();
  await expect(desk.getByRole('option', { name: /Their sky/ })).toBeVisible();
  const document = await other.call(endpoints.projects.getDocument, { params: { project_id: projectId } });
  expect(document.document.graph.nodes.map((node) => node.type).sort()).toEqual([
    'image/blur',
    'image/gradient',
    'image/noise',
  ]);
});

/** The same project in another tab of the browser, which has the same session. */
async function secondTab(desk: Page): Promise<EditorPage> {
  const [popup] = await Promise.all([
    desk.context().waitForEvent('page'),
    desk.evaluate(() => void window.open(location.href)),
  ]);
  const second = new EditorPage(popup);
  await second.shown();
  return second;
}

test('two tabs on one project: each takes back its own rename whole, also after it was loaded anew @rig', async ({
  desk,
}) => {
  const editor = await emptyProject(desk);
  await editor.dragFromPalette('Blur', { x: 0.3, y: 0.4 });
  await editor.dragFromPalette('Noise', { x: 0.7, y: 0.4 });
  await editor.saved();
  const second = await secondTab(desk);
  const rename = async (tab: EditorPage, from: string, to: string): Promise<void> => {
    await tab.page.bringToFront();
    await tab.node(from).locator('[data-title]').click();
    await tab.page.keyboard.press('F2');
    await tab.page.keyboard.press('ControlOrMeta+a');
    await tab.page.keyboard.type(to);
    await tab.page.keyboard.press('Enter');
    await expect(tab.node(to)).toBeVisible();
  };
  await rename(editor, 'Blur', 'Alpha');
  await expect(second.node('Alpha')).toBeVisible();
  await rename(second, 'Noise', 'Beta number two');
  await expect(editor.node('Beta number two')).toBeVisible();

  await desk.reload();
  await editor.shown();
  await expect(editor.node('Alpha')).toBeVisible();
  await editor.canvas.focus();
  await desk.keyboard.press('ControlOrMeta+z');
  for (const tab of [editor, second]) {
    await expect(tab.node('Blur')).toBeVisible();
    await expect(tab.node('Beta number two')).toBeVisible();
  }
  await second.page.bringToFront();
  await second.canvas.focus();
  await second.page.keyboard.press('ControlOrMeta+z');
  for (const tab of [editor, second]) await expect(tab.node('Noise')).toBeVisible();
  await expect(second.node('Blur')).toBeVisible();
  // That was all that was done there.
  await second.page.keyboard.press('ControlOrMeta+z');
  await expect(second.page.getByText('Nothing to undo')).toBeVisible();
  await expect(editor.node('Blur')).toBeVisible();
});

test('a failing node shows its message; Stop ends a run', async ({ desk }) => {
  const editor = await emptyProject(desk);
  await editor.dragFromPalette('Fail', { x: 0.5, y: 0.4 });
  await editor.run();
  await expect(editor.node('Fail')).toHaveAttribute('data-phase', 'failed');
  await expect(editor.runs.getByText(/fail/i).first()).toBeVisible();

  await desk.keyboard.press('Escape');
  await editor.node('Fail').locator('[data-title]').click();
  await desk.keyboard.press('Delete');
  await expect(editor.node('Fail')).toBeHidden();
  await editor.dragFromPalette('Delay', { x: 0.5, y: 0.4 });
  const seconds = editor.node('Delay').getByRole('spinbutton').first();
  await seconds.fill('60');
  await seconds.press('Enter');
  // Run turns into Stop while a run goes on, for its keys as well.
  await editor.saved();
  await editor.canvas.focus();
  await desk.keyboard.press('ControlOrMeta+Enter');
  await expect(editor.runButton).toHaveText('Stop', { useInnerText: true });
  await desk.keyboard.press('ControlOrMeta+Enter');
  await expect(editor.runButton).toHaveText('Run', { useInnerText: true });
  await expect(editor.runs.getByRole('region', { name: 'Run shown' })).toContainText('Stopped');
  await editor.run();
  await expect(editor.node('Delay')).toHaveAttribute('data-phase', 'running');
  await editor.runs.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(editor.runs.getByRole('region', { name: 'Run shown' })).toContainText(/Stopp/);
});

async function emptyProject(desk: Page): Promise<EditorPage> {
  const editor = await openNewProject(desk);
  return editor;
}
