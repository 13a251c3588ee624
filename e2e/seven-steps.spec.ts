import { endpoints, type EditableNode } from '#shared/api/index.ts';
import { expect, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { openNewProject } from './pages/new-project.ts';
import { ProjectsPage } from './pages/projects.ts';
import { hugePhotograph, mediumPhotograph, smallPhotograph } from './photograph.ts';
import { colleague } from './service-client.ts';

test('a photo is dropped, blurred, run, seen and applied', async ({ desk, dataFolder }) => {
  const photo = await mediumPhotograph();
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.create();
  const editor = new EditorPage(desk);
  await editor.shown();
  await editor.rename('Dusk study');

  await editor.dropFiles([photo], { x: 0.25, y: 0.4 });
  const source = desk.locator('[data-editor-stage] [data-node]').first();
  await expect(source).toBeVisible();
  await expect(source.locator('img, canvas').first()).toBeVisible();

  await editor.dragFromPalette('Blur', { x: 0.75, y: 0.35 });
  await expect(editor.node('Blur')).toBeVisible();
  await editor.fit();
  await editor.connect('dusk-2mp.jpg.image', 'Blur.image');
  await editor.saved();

  const other = await colleague(dataFolder);
  const projectId = new URL(desk.url()).pathname.split('/').pop()!;
  const stored = async () =>
    (await other.call(endpoints.projects.getDocument, { params: { project_id: projectId } })).document.graph;
  await expect.poll(async () => (await stored()).connections.length).toBe(1);
  // The upload has ended when the node holds the file's id.
  await expect.poll(async () => (await stored()).nodes.some(holdsFile)).toBe(true);

  await desk.keyboard.press('ControlOrMeta+Enter');
  await editor.runFinished();
  await expect(editor.node('Blur')).toHaveAttribute('data-phase', 'succeeded');
  const output = editor.outputs
    .getByRole('list', { name: 'Outputs of the run' })
    .getByRole('listitem')
    .first();
  await expect(output.locator('img').first()).toBeVisible();

  await output.getByRole('button', { name: /at full size/ }).click();
  await expect(desk.getByRole('dialog').getByRole('img').first()).toBeVisible();
  await desk.keyboard.press('Escape');
  const download = desk.waitForEvent('download');
  await output.getByRole('button', { name: /^Save .* as/ }).click();
  expect((await download).suggestedFilename()).toMatch(/\.(png|jpe?g|webp)$/);

  const before = await editor.savedVersion();
  await editor.outputs.getByRole('button', { name: /Apply outputs/ }).click();
  const dialog = desk.getByRole('dialog', { name: 'Apply outputs to the project' });
  await expect(dialog.getByText('1 input node will be added')).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply 1 output' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await stored()).nodes.length).toBe(3);
  await expect.poll(() => editor.savedVersion()).toBeGreaterThan(before);

  // Its picture is also dragged from the drawer onto the canvas.
  await output
    .getByRole('button', { name: /at full size/ })
    .dragTo(editor.canvas, { targetPosition: { x: 60, y: 120 } });
  await expect.poll(async () => (await stored()).nodes.filter(holdsFile).length).toBe(3);
});

test('applying to a project that has moved on is explained and solved in place @rig', async ({ desk }) => {
  const editor = await openNewProject(desk);
  await editor.addFromPalette('Gradient');
  await editor.run();
  await editor.runFinished();
  await editor.addFromPalette('Noise');
  await editor.saved();
  await editor.outputs.getByRole('button', { name: /Apply outputs/ }).click();
  const dialog = desk.getByRole('dialog', { name: 'Apply outputs to the project' });
  await expect(dialog.getByText('The project has changed since this run.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Apply as an edit' }).click();
  await editor.saved();
  await desk.getByRole('tab', { name: 'Outline' }).click();
  await expect(desk.getByRole('listbox').getByRole('option')).toHaveCount(3);
  // One undo takes it back.
  await editor.canvas.focus();
  await desk.keyboard.press('ControlOrMeta+z');
  await expect(desk.getByRole('listbox').getByRole('option')).toHaveCount(2);
});

test('a very large photo goes up in parts, with progress', { tag: '@long' }, async ({ desk, dataFolder }) => {
  test.setTimeout(240_000);
  const huge = await hugePhotograph();
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.create();
  const editor = new EditorPage(desk);
  await editor.shown();
  await editor.dropFiles([huge, await smallPhotograph()]);
  await expect(editor.canvas.locator('[data-node]')).toHaveCount(2);
  await expect(editor.canvas.getByRole('progressbar').first()).toBeVisible();
  const other = await colleague(dataFolder);
  const projectId = new URL(desk.url()).pathname.split('/').pop()!;
  await expect
    .poll(
      async () => {
        const document = await other.call(endpoints.projects.getDocument, {
          params: { project_id: projectId },
        });
        return document.document.graph.nodes.filter(holdsFile).length;
      },
      { timeout: 180_000 },
    )
    .toBe(2);
});

/** Whether a file node holds the id of an uploaded file. */
function holdsFile(node: EditableNode): boolean {
  const value = node.inputs?.['file']?.value;
  return typeof value === 'string' && value.startsWith('file_');
}
