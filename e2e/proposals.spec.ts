import type { Page } from '@playwright/test';
import { endpoints } from '#shared/api/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import { node, wire } from '#shared/starters/graph-words.ts';
import { expect, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';
import { colleague } from './service-client.ts';

const NAME = 'Harbor';

const graph: Graph = {
  nodes: [
    node('sky', 'image/gradient', 'Sky', [0, 0], { width: 64, height: 64 }),
    node('soft', 'image/blur', 'Soften', [420, 0], { sigma: 4 }),
    node('lift', 'image/gamma', 'Lift', [800, 0]),
  ],
  connections: [wire('sky.image', 'soft.image'), wire('soft.image', 'lift.image')],
};

/** Switches agents on and lets one in. @returns calls of tools in its name */
async function letIn(desk: Page, name: string) {
  await desk.getByRole('link', { name: 'Settings' }).click();
  await desk.getByRole('switch', { name: 'Let agents use this Patchbay' }).click();
  const address = await desk.getByText(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/).innerText();
  await desk.getByRole('button', { name: 'Add an agent' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Add an agent' });
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Add an agent' }).click();
  const token = await desk.getByText(/^pbagent_/).innerText();
  await desk.getByRole('button', { name: 'Done' }).click();
  return async (tool: string, args: unknown): Promise<string> => {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: tool, arguments: args },
      }),
    });
    return response.text();
  };
}

test('an agent proposes, and a person accepts a part, edits on, accepts the rest and takes it back', async ({
  desk,
  dataFolder,
}) => {
  const { call } = await colleague(dataFolder);
  const project = await call(endpoints.projects.create, { body: { name: NAME } });
  await call(endpoints.projects.replaceDocument, {
    params: { project_id: project.id },
    body: { expectedVersion: project.version, document: { graph } },
  });
  const use = await letIn(desk, 'Assistant');
  expect(await use('read_graph', { project: project.id })).toContain('soft image/blur');
  const proposed = await use('propose_changes', {
    project: project.id,
    title: 'A second look',
    changes: [
      { op: 'add', node: 'again', type: 'image/blur', title: 'Soften more', inputs: { sigma: 9 } },
      { op: 'connect', from: 'sky.image', to: 'again.image' },
      { op: 'set', node: 'soft', pin: 'sigma', value: 7 },
      { op: 'remove', node: 'lift' },
    ],
  });
  expect(proposed).toContain('Proposed as');

  await desk.getByRole('link', { name: 'Projects', exact: true }).click();
  await new ProjectsPage(desk).open(NAME);
  const editor = new EditorPage(desk);
  await editor.shown();
  await editor.fit();
  const card = desk.getByRole('region', { name: 'Proposal' });
  await expect(card).toContainText('Assistant proposes');
  await expect(card).toContainText('3 parts');
  const layer = editor.canvas.locator('[data-proposal]');
  await expect(layer.locator('[data-kind="added"]')).toContainText('Soften more');
  await expect(layer.locator('[data-kind="changed"]')).toContainText('47');
  await expect(layer.locator('[data-kind="removed"]')).toHaveCount(1);
  await expect(editor.node('Soften more')).toHaveCount(0);

  await card.getByRole('button', { name: 'Show parts' }).click();
  await card.getByRole('button', { name: 'Accept: Soften more' }).click();
  await expect(editor.node('Soften more')).toBeVisible();
  await expect(card).toContainText('2 parts');

  await editor.node('Lift').locator('[data-title]').click();
  await desk.keyboard.press('Delete');
  await expect(card).toContainText('1 part');
  await card.getByRole('button', { name: 'Accept all' }).click();
  await expect(card).toHaveCount(0);
  await editor.saved();
  const { document } = await call(endpoints.projects.getDocument, { params: { project_id: project.id } });
  expect(document.graph.nodes.map(({ title }) => title)).toEqual(['Sky', 'Soften', 'Soften more']);
  expect(document.graph.nodes[1]?.inputs?.['sigma']?.value).toBe(7);

  for (let step = 0; step < 3; step += 1) await desk.keyboard.press('ControlOrMeta+z');
  await expect(editor.node('Soften more')).toHaveCount(0);
  await editor.saved();
  await desk.getByRole('tab', { name: 'History' }).click();
  await desk.getByText('Proposals', { exact: true }).click();
  await expect(desk.getByText('3 of 4 operations accepted, 0 dismissed')).toBeVisible();
  const undone = await call(endpoints.projects.getDocument, { params: { project_id: project.id } });
  expect(undone.document.graph).toEqual(graph);
});
