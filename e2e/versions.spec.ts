import type { Page } from '@playwright/test';
import { endpoints } from '#shared/api/index.ts';
import type { EditableGraph } from '#shared/api/index.ts';
import { expect, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { HistoryPanel } from './pages/history.ts';
import { ProjectsPage } from './pages/projects.ts';
import { colleague } from './service-client.ts';

async function newProject(desk: Page): Promise<{ editor: EditorPage; history: HistoryPanel; id: string }> {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.create();
  const editor = new EditorPage(desk);
  await editor.shown();
  const id = decodeURIComponent(new URL(desk.url()).pathname.split('/').at(-1) ?? '');
  return { editor, history: new HistoryPanel(desk), id };
}

test('versions are saved, named, compared and brought back, whole and in parts @rig', async ({
  desk,
  dataFolder,
}) => {
  // Each version waits until saving is quiet.
  test.slow();
  const { editor, history, id } = await newProject(desk);
  const service = await colleague(dataFolder);
  const graph = async (): Promise<EditableGraph> =>
    (await service.call(endpoints.projects.getDocument, { params: { project_id: id } })).document.graph;
  const titles = async () => (await graph()).nodes.map((node) => node.title ?? node.type).sort();

  await history.open();
  await editor.dragFromPalette('Gradient', { x: 0.25, y: 0.3 });
  await editor.dragFromPalette('Blur', { x: 0.7, y: 0.3 });
  await editor.fit();
  await editor.connect('Gradient.image', 'Blur.image');
  const first = await editor.savedVersion();
  await history.keeps(first);
  await history.nameNow('Two nodes and a wire');
  await expect(history.version(first)).toContainText('Two nodes and a wire');
  const firstGraph = await graph();

  // A value changes, a node comes, another goes with its wire.
  const strength = editor.field('Strength', 'Blur');
  await strength.fill('9');
  await strength.press('Enter');
  const second = await editor.savedVersion();
  await history.keeps(second);
  await editor.node('Gradient').locator('[data-title]').click();
  await desk.keyboard.press('Delete');
  await expect(editor.node('Gradient')).toBeHidden();
  await editor.dragFromPalette('Noise', { x: 0.3, y: 0.7 });
  const third = await editor.savedVersion();
  await history.keeps(third);

  await history.compare(first);
  await expect(history.comparison.getByRole('heading', { level: 2 })).toHaveText('Two nodes and a wire');
  await expect(history.change('Gradient')).toContainText('Removed');
  await expect(history.change('Noise')).toContainText('Added');
  await expect(history.change('Blur')).toContainText(/Strength.*9/s);
  await expect(history.comparison.getByRole('list', { name: 'Wires that differ' })).toContainText(
    /Gradient.*→.*Blur/,
  );

  // One node comes back, with its wire; undo takes it away again.
  await history.change('Gradient').getByRole('button', { name: 'Bring back: Gradient' }).click();
  await expect(history.change('Gradient')).toHaveCount(0);
  await editor.saved();
  expect((await graph()).connections).toEqual(firstGraph.connections);
  await desk.keyboard.press('ControlOrMeta+z');
  await expect(history.change('Gradient')).toContainText('Removed');

  // One value.
  await history.change('Blur').getByRole('button', { name: 'Restore Strength of Blur' }).click();
  await expect(history.change('Blur')).toHaveCount(0);
  await desk.keyboard.press('ControlOrMeta+z');
  await expect(history.change('Blur')).toHaveCount(1);

  // All of it; undo brings the later state back.
  await history.comparison.getByRole('button', { name: 'Restore this version' }).click();
  await expect(history.comparison.getByText('The project is just like this version')).toBeVisible();
  await editor.saved();
  expect(await graph()).toEqual(firstGraph);
  await desk.keyboard.press('ControlOrMeta+z');
  await expect(history.change('Noise')).toContainText('Added');
  await editor.saved();
  await expect.poll(titles).toEqual(['image/blur', 'image/noise']);

  // Escape goes back to the canvas, on which everything works again.
  await desk.keyboard.press('Escape');
  await expect(history.comparison).toBeHidden();
  await expect(editor.node('Noise')).toBeVisible();
});

test('versions outlive the app and say who made them; a deleted one is gone @long', async ({
  desk,
  dataFolder,
}) => {
  const { editor, history, id } = await newProject(desk);
  const service = await colleague(dataFolder);
  await history.open();
  await editor.dragFromPalette('Blur', { x: 0.5, y: 0.4 });
  const mine = await editor.savedVersion();
  await history.keeps(mine);
  await expect(history.version(mine)).toContainText('Saved here');

  const { version } = await service.call(endpoints.projects.patchDocument, {
    params: { project_id: id },
    body: {
      expectedVersion: mine,
      operations: [{ op: 'addNode', node: { id: 'theirs', type: 'image/noise', title: 'Theirs' } }],
    },
  });
  await desk.evaluate(() => window.dispatchEvent(new Event('focus')));
  await history.keeps(version);
  await expect(history.version(version)).toContainText('Changed elsewhere');

  await desk.reload();
  await editor.shown();
  await history.keeps(version);
  await history
    .version(mine)
    .getByRole('button', { name: /^More for/ })
    .click();
  await desk.getByRole('menuitem', { name: 'Delete from the history' }).click();
  await expect(history.version(mine)).toHaveCount(0);
});
