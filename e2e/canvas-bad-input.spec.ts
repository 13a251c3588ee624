import type { Page } from '@playwright/test';
import { endpoints } from '#shared/api/index.ts';
import { CANVAS_KEY } from '#shared/canvas/items.ts';
import type { Graph } from '#shared/graph/index.ts';
import { node, wire } from '#shared/starters/graph-words.ts';
import { expect, test } from './app.ts';
import { cutControls } from './cut-controls.ts';
import { EditorPage } from './pages/editor.ts';
import { openNewProject } from './pages/new-project.ts';
import { ProjectsPage } from './pages/projects.ts';
import { colleague, type Colleague } from './service-client.ts';

/** What others leave around the nodes of a project, and names nobody thought of: said, kept, and never in the way. */

const graph: Graph = {
  nodes: [
    node('grad', 'image/gradient', 'Sky', [0, 0]),
    node('blur', 'image/blur', 'Soft sky', [340, 0]),
    node('noise', 'image/noise', 'Grain', [680, 0]),
  ],
  connections: [wire('grad.image', 'blur.image')],
};

/** A project with this beside its nodes, as another program may have written it. @returns its id. */
async function put({ call }: Colleague, name: string, canvas: unknown): Promise<string> {
  const project = await call(endpoints.projects.create, {
    body: { name, metadata: { client: 'North', [CANVAS_KEY]: canvas } },
  });
  await call(endpoints.projects.replaceDocument, {
    params: { project_id: project.id },
    body: { expectedVersion: project.version, document: { graph } },
  });
  return project.id;
}

const metadataOf = async ({ call }: Colleague, id: string): Promise<unknown> =>
  (await call(endpoints.projects.getDocument, { params: { project_id: id } })).metadata;

async function open(desk: Page, name: string): Promise<EditorPage> {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await desk.reload();
  await projects.open(name);
  const editor = new EditorPage(desk);
  await editor.shown();
  return editor;
}

for (const [what, canvas, said] of [
  ['of a later version', { version: 7, layers: [{ id: 'l' }] }, /were made by a later Patchbay/],
  ['damaged', { version: 1, frames: { f: { title: 7 } }, notes: 'none' }, /cannot be read/],
] as const) {
  test(`what is around the nodes is ${what}: it is said, nodes are edited, and it stays as it was @long`, async ({
    desk,
    dataFolder,
  }) => {
    const other = await colleague(dataFolder);
    const name = `Frames ${what}`;
    const id = await put(other, name, canvas);
    const before = await metadataOf(other, id);
    const editor = await open(desk, name);
    await expect(desk.getByText(said).first()).toBeVisible();
    const version = await editor.savedVersion();
    await editor.addFromPalette('Noise');
    await expect.poll(() => editor.savedVersion()).toBeGreaterThan(version);
    // A frame is not put over what cannot be read, and the reason is given again.
    await editor.canvas.focus();
    await desk.keyboard.press('Shift+C');
    await expect(desk.getByText(said).first()).toBeVisible();
    await expect(editor.canvas.getByRole('region', { name: /^Frame/ })).toHaveCount(0);
    await editor.saved();
    expect(await metadataOf(other, id)).toEqual(before);
  });
}

test('frames that hold each other in a circle, and nodes that are gone: all that is there is shown and can be opened @long', async ({
  desk,
  dataFolder,
}) => {
  const other = await colleague(dataFolder);
  const frame = (x: number, title: string, nodes: string[], items: string[]) => ({
    title,
    position: { x, y: 400 },
    size: { width: 280, height: 200 },
    collapsed: { nodes, items },
  });
  await put(other, 'Circle of frames', {
    version: 1,
    frames: {
      a: frame(0, 'Ring A', ['grad', 'never-was'], ['frames:b', 'frames:a']),
      b: frame(300, 'Ring B', ['blur'], ['frames:a', 'notes:never-was']),
      self: frame(600, 'Ring of itself', ['noise', 'blur'], ['frames:self']),
      nobody: frame(900, 'Of nobody', ['never-was'], []),
    },
    nodes: { 'never-was': { muted: true } },
    reroutes: { 'never-was image': { from: ['noise', 'image'], points: [{ x: 0, y: 0 }] } },
  });
  const editor = await open(desk, 'Circle of frames');
  const tile = (name: RegExp) => editor.canvas.getByRole('region', { name });
  await expect(tile(/^Frame: Ring A, collapsed, 2 nodes/)).toBeVisible();
  await expect(tile(/^Frame: Ring of itself, collapsed, 1 node/)).toBeVisible();
  await expect(tile(/^Frame: Of nobody, collapsed/)).toBeVisible();
  // Who holds whom: the second is there once the first is open.
  for (const name of [
    /^Frame: Ring A, c/,
    /^Frame: Ring B, c/,
    /^Frame: Ring of itself, c/,
    /^Frame: Of nobody, c/,
  ]) {
    await editor.fit();
    await tile(name).dblclick({ position: { x: 40, y: 10 }, force: true });
    await expect(tile(name)).toHaveCount(0);
  }
  await editor.fit();
  for (const title of ['Sky', 'Soft sky', 'Grain']) await expect(editor.node(title)).toBeVisible();
  await editor.saved();
});

const LONG = 'x'.repeat(10_000);
for (const [what, name] of [
  ['10,000 characters', LONG],
  ['a script from right to left', 'مساء الخير שלום עולם'],
  ['one emoji', '👩‍👩‍👧‍👦'],
] as const) {
  test(`names of ${what} are given to a project, a node, a frame and a snippet, and nothing is pushed out of the window @long`, async ({
    desk,
  }) => {
    const editor = await openNewProject(desk);
    const shown = name.slice(0, 40);
    const isCut = name.length > 200;
    /** Puts a name as a paste does, which may be of any length. */
    const give = async (): Promise<void> => {
      await desk.keyboard.press('ControlOrMeta+a');
      await desk.keyboard.insertText(name);
      if (isCut)
        await expect(desk.getByText(/^Only the first \d+ characters were kept/).first()).toBeVisible();
      await desk.keyboard.press('Enter');
    };
    await desk.keyboard.press('ControlOrMeta+k');
    await desk.getByRole('combobox', { name: 'Search commands' }).fill('Rename project');
    await expect(desk.getByRole('option', { name: /Rename/ }).first()).toBeVisible();
    await desk.keyboard.press('Enter');
    await expect(desk.getByRole('banner').getByRole('textbox')).toBeFocused();
    await give();
    await expect(desk.getByRole('banner').getByText(shown).first()).toBeVisible();

    await editor.addFromPalette('Gradient');
    await editor.canvas.focus();
    await desk.keyboard.press('F2');
    await expect(editor.canvas.getByRole('textbox', { name: /title/i }).first()).toBeFocused();
    await give();
    await expect(editor.canvas.getByRole('article', { name: shown })).toBeVisible();

    await desk.keyboard.press('Shift+C');
    await give();
    await expect(editor.canvas.getByRole('region', { name: `Frame: ${shown}` })).toBeVisible();

    await desk.keyboard.press('ControlOrMeta+k');
    await desk.getByRole('combobox', { name: 'Search commands' }).fill('Save as a snippet…');
    await expect(desk.getByRole('option', { name: /snippet/ }).first()).toBeVisible();
    await desk.keyboard.press('Enter');
    await expect(desk.getByRole('dialog').getByRole('textbox')).toBeFocused();
    await give();
    await expect(desk.getByRole('dialog')).toHaveCount(0);
    await expect(
      desk.getByRole('region', { name: 'Snippets' }).getByRole('button', { name: shown }).first(),
    ).toBeVisible();
    await editor.saved();
    for (const width of [1024, 1440]) {
      await desk.setViewportSize({ width, height: 700 });
      // In a narrow window panels make room first.
      await expect.poll(() => cutControls(desk)).toEqual([]);
      expect(
        await desk.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      ).toBe(0);
    }
    await desk.reload();
    await editor.shown();
    await expect(editor.canvas.getByRole('region', { name: `Frame: ${shown}` })).toBeVisible();
  });
}
