import type { Locator, Page } from '@playwright/test';
import { endpoints } from '#shared/api/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import { node, wire } from '#shared/starters/graph-words.ts';
import { expect, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';
import { colleague } from './service-client.ts';
import { violations } from './violations.ts';

const NAME = 'Skies';

const graph: Graph = {
  nodes: [
    node('sky', 'image/gradient', 'Sky', [0, 0], { width: 64, height: 64 }),
    node('soft', 'image/blur', 'Soften', [420, 0]),
    node('lift', 'image/gamma', 'Lift', [800, 0]),
  ],
  connections: [wire('sky.image', 'soft.image'), wire('soft.image', 'lift.image')],
};

/** The middle of a pin of a tile. */
async function pinOf(
  tile: Locator,
  pin: string,
  side: 'input' | 'output',
): Promise<{ x: number; y: number }> {
  const shape = tile.locator(`[data-side="${side}"][data-outer-pin="${pin}"] svg`).first();
  const box = (await shape.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Selects a tile by its name. */
async function select(desk: Page, tile: Locator): Promise<void> {
  const box = (await tile.boundingBox())!;
  await desk.mouse.click(box.x + 50, box.y + 12);
  await expect(tile).toHaveAttribute('data-selected', 'true');
}

/** Runs a command by its name. */
async function command(desk: Page, name: string): Promise<void> {
  await desk.keyboard.press('ControlOrMeta+k');
  await desk.keyboard.type(name);
  await desk.keyboard.press('Enter');
}

async function drag(desk: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await desk.mouse.move(from.x, from.y);
  await desk.mouse.down();
  await desk.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await desk.mouse.move(to.x, to.y, { steps: 4 });
  await desk.mouse.up();
}

test('a group is made of two nodes, gets pins with names, and is used five times in a graph that stays flat', async ({
  desk,
  dataFolder,
}) => {
  const { call } = await colleague(dataFolder);
  const project = await call(endpoints.projects.create, { body: { name: NAME } });
  await call(endpoints.projects.replaceDocument, {
    params: { project_id: project.id },
    body: { expectedVersion: project.version, document: { graph } },
  });
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await desk.reload();
  await projects.open(NAME);
  const editor = new EditorPage(desk);
  await editor.shown();
  await editor.fit();

  await editor.node('Soften').locator('[data-title]').click();
  await editor
    .node('Lift')
    .locator('[data-title]')
    .click({ modifiers: ['Shift'] });
  await desk.keyboard.press('ControlOrMeta+Shift+G');
  await desk.getByLabel('Title of the group').first().fill('Dreamy');
  await desk.keyboard.press('Enter');
  const tiles = editor.canvas.getByRole('group', { name: /^Group: Dreamy/ });
  await expect(tiles).toHaveCount(1);
  await expect(editor.node('Soften')).toHaveCount(0);

  // Its pins: one is shown from within, then named and put first.
  await tiles
    .first()
    .press('Alt+ArrowDown')
    .catch(() => editor.canvas.press('Alt+ArrowDown'));
  const trail = desk.getByRole('navigation', { name: 'Open group' });
  await expect(trail).toContainText('Used once');
  await editor.node('Soften').locator('[data-input="sigma"]').click({ button: 'right' });
  await desk.getByRole('menuitem', { name: 'Show Strength on the group' }).click();
  expect(await violations(desk)).toEqual([]);
  await trail.getByRole('button', { name: 'Project' }).click();
  await expect(tiles).toHaveCount(1);
  await desk.getByRole('tab', { name: 'Inspector' }).click();
  const inspector = desk.locator('[data-inspector]');
  await inspector.getByLabel('Name of the pin Strength').fill('Softness');
  await inspector.getByRole('button', { name: 'Move Softness up' }).click();
  await expect(tiles.first().locator('[data-side="input"]').first()).toContainText('Softness');
  expect(await violations(desk)).toEqual([]);

  // Used five times.
  await editor.canvas.focus();
  for (let count = 2; count <= 5; count += 1) {
    await desk.keyboard.press('ControlOrMeta+Shift+D');
    await expect(tiles).toHaveCount(count);
  }
  await editor.fit();
  await expect(tiles.first()).toHaveAccessibleName(/5 linked/);
  for (let index = 1; index < 5; index += 1) {
    const tile = tiles.nth(index);
    const [from, to] = [
      await editor.pin('Sky.image', 'output').boundingBox(),
      await pinOf(tile, 'image', 'input'),
    ];
    await drag(desk, { x: from!.x + from!.width / 2, y: from!.y + from!.height / 2 }, to);
  }
  expect(await violations(desk)).toEqual([]);
  await editor.saved();
  const read = () => call(endpoints.projects.getDocument, { params: { project_id: project.id } });
  const stored = await read();
  expect(stored.document.graph.nodes).toHaveLength(11);

  // Changed once in all of them, and run: each shows what it made.
  const titles = async () =>
    (await read()).document.graph.nodes.flatMap(({ type, title }) => (type === 'image/gamma' ? [title] : []));
  await select(desk, tiles.first());
  await desk.keyboard.press('Alt+ArrowDown');
  await editor.node('Lift').locator('[data-title]').dblclick();
  await desk.keyboard.press('ControlOrMeta+a');
  await desk.keyboard.type('Brighten');
  await desk.keyboard.press('Enter');
  await editor.saved();
  expect(await titles()).toEqual(Array.from({ length: 5 }, () => 'Brighten'));
  await trail.getByRole('button', { name: 'Project' }).click();
  await editor.run();
  await editor.runFinished();
  await expect(tiles.getByRole('img', { name: /^Preview of Brighten/ })).toHaveCount(5);

  // Kept in the library; one is detached, and comes back by undo.
  await select(desk, tiles.first());
  await command(desk, 'Save to the library');
  await desk.getByRole('dialog').getByLabel('Name').press('Enter');
  await expect(desk.getByText('“Dreamy” is in your library as version 1')).toBeVisible();
  await command(desk, 'Detach from linked groups');
  await expect(editor.canvas.getByRole('group', { name: /4 linked/ })).toHaveCount(4);
  await desk.keyboard.press('ControlOrMeta+z');
  await expect(editor.canvas.getByRole('group', { name: /5 linked/ })).toHaveCount(5);
  await editor.saved();
  expect((await read()).document.graph.nodes).toHaveLength(11);
});
