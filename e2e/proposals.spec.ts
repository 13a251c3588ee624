import { endpoints } from '#shared/api/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import { node, wire } from '#shared/starters/graph-words.ts';
import { letIn } from './agent-client.ts';
import { expect, test } from './app.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';
import { colleague } from './service-client.ts';

const NAME = 'Harbor';
const CLOSED = 'Lighthouse';

const graph: Graph = {
  nodes: [
    node('sky', 'image/gradient', 'Sky', [0, 0], { width: 64, height: 64 }),
    node('soft', 'image/blur', 'Soften', [420, 0], { sigma: 4 }),
    node('lift', 'image/gamma', 'Lift', [800, 0]),
  ],
  connections: [wire('sky.image', 'soft.image'), wire('soft.image', 'lift.image')],
};

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
  // What it would make is free, and shown before anybody accepts it.
  await expect(layer.getByAltText('What “Soften more” would make')).toHaveCount(1);
  await expect(layer.getByAltText('What “Soften” would make')).toHaveCount(1);
  await expect(card).toContainText('costs nothing');

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

test('a project that is closed in the middle of a proposal has the rest of it when it is opened again, and the agent asks meanwhile', async ({
  desk,
  dataFolder,
}) => {
  const { call } = await colleague(dataFolder);
  const project = await call(endpoints.projects.create, { body: { name: CLOSED } });
  await call(endpoints.projects.replaceDocument, {
    params: { project_id: project.id },
    body: { expectedVersion: project.version, document: { graph } },
  });
  const use = await letIn(desk, 'Helper');
  await desk.getByRole('link', { name: 'Projects', exact: true }).click();
  const projects = new ProjectsPage(desk);
  await projects.open(CLOSED);
  const editor = new EditorPage(desk);
  await editor.shown();
  const proposed = await use('propose_changes', {
    project: project.id,
    title: 'Softer and lighter',
    changes: [
      { op: 'set', node: 'soft', pin: 'sigma', value: 7 },
      { op: 'set', node: 'lift', pin: 'gamma', value: 2 },
    ],
  });
  const id = /proposal_[\w-]+/.exec(proposed)?.[0] ?? '';
  const card = desk.getByRole('region', { name: 'Proposal' });
  await card.getByRole('button', { name: 'Show parts' }).click();
  await card.getByRole('button', { name: 'Accept: Soften' }).click();
  await expect(card).toContainText('1 part');
  await desk
    .getByRole('link', { name: 'All projects' })
    .or(desk.getByRole('button', { name: 'All projects' }))
    .click();

  const answer = use('request_input', {
    project: project.id,
    question: 'Is it light enough?',
    choices: ['Yes', 'Lighter'],
  });
  const question = desk.getByRole('region', { name: 'Question of an agent' });
  await expect(question).toContainText('Helper asks');
  await question.getByRole('button', { name: 'Lighter' }).click();
  await expect(question).toHaveCount(0);
  expect(await answer).toContain('The person answers: Lighter');

  await projects.open(CLOSED);
  await editor.shown();
  await expect(card).toContainText('1 part');
  await card.getByRole('button', { name: 'Accept all' }).click();
  await expect(card).toHaveCount(0);
  await editor.saved();
  const { document } = await call(endpoints.projects.getDocument, { params: { project_id: project.id } });
  expect(document.graph.nodes.slice(1).map(({ inputs }) => Object.values(inputs ?? {})[0]?.value)).toEqual([
    7, 2,
  ]);
  expect(await use('read_proposal', { proposal: id })).toContain('accepted: 2 operations accepted');
});
