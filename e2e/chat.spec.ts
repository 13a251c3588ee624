import type { Page } from '@playwright/test';
import { endpoints } from '#shared/api/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import { node, wire } from '#shared/starters/graph-words.ts';
import { expect, test } from './app.ts';
import { startChatServer, type ChatReply, type ChatServer } from '#build/test/chat-server.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';
import { colleague } from './service-client.ts';

const KEY = 'sk-planted-in-a-conversation-0123456789';
const NAME = 'Harbor at dusk';

const graph: Graph = {
  nodes: [
    node('sky', 'image/gradient', 'Sky', [0, 0], { width: 64, height: 64 }),
    node('soft', 'image/blur', 'Soften', [420, 0], { sigma: 4 }),
  ],
  connections: [wire('sky.image', 'soft.image')],
};

/** Makes the project, and opens it. */
async function openProject(desk: Page, dataFolder: string): Promise<string> {
  const { call } = await colleague(dataFolder);
  const project = await call(endpoints.projects.create, { body: { name: NAME } });
  await call(endpoints.projects.replaceDocument, {
    params: { project_id: project.id },
    body: { expectedVersion: project.version, document: { graph } },
  });
  await call(endpoints.storyboards.replace, {
    params: { project_id: project.id },
    body: {
      expectedVersion: project.version + 1,
      document: {
        serviceType: 'storyboard',
        name: 'Board',
        version: 1,
        sequences: [
          {
            id: 'harbor',
            name: 'Harbor',
            shots: [{ id: 's1', description: 'Fog over the pier', durationSeconds: 2 }],
          },
        ],
      },
    },
  });
  // The list of projects was read before this one was there.
  await desk.reload();
  await desk.getByRole('link', { name: 'Projects', exact: true }).click();
  await new ProjectsPage(desk).open(NAME);
  const editor = new EditorPage(desk);
  await editor.shown();
  await editor.fit();
  return project.id;
}

/** Connects the model by its page, at half a credit a text. */
async function connectModel(desk: Page, server: ChatServer): Promise<void> {
  await desk.getByRole('button', { name: 'Connect a model' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Studio talk');
  await dialog.getByLabel('Address').fill(server.origin);
  await dialog.getByLabel('API key').fill(KEY);
  await dialog.getByRole('button', { name: 'Get the models' }).click();
  await expect(dialog.getByText(/offers 1 model/)).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Model for text' }).click();
  await desk.getByRole('option', { name: 'talk-1' }).click();
  await dialog.getByLabel('Credits per text').fill('0.5');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(desk.getByRole('list', { name: 'Connected models' })).toContainText('talk-1');
}

test('a person connects a model, asks, accepts what it proposes on canvas and storyboard, and sees what it cost', async ({
  desk,
  dataFolder,
}) => {
  let projectId = '';
  const { promise: never, resolve: end } = Promise.withResolvers<ChatReply>();
  const replies: (() => ChatReply | Promise<ChatReply>)[] = [
    () => [{ name: 'read_graph', input: { project: projectId } }],
    () => [
      {
        name: 'propose_changes',
        input: {
          project: projectId,
          title: 'Softer',
          changes: [{ op: 'set', node: 'soft', pin: 'sigma', value: 9 }],
        },
      },
      {
        name: 'propose_edits',
        input: {
          project: projectId,
          kind: 'storyboard',
          title: 'A longer beginning',
          edits: [
            { op: 'set', item: 'shot', id: 's1', field: 'durationSeconds', value: 5 },
            { op: 'add', item: 'shot', id: 'boat', in: 'harbor', fields: { description: 'A boat leaves' } },
          ],
        },
      },
    ],
    () => 'I laid a **softer** blur over the canvas.',
    () => never,
  ];
  const server = await startChatServer(KEY, () => replies.shift()?.() ?? 'Done.');
  try {
    projectId = await openProject(desk, dataFolder);
    await desk.keyboard.press('ControlOrMeta+j');
    const panel = desk.getByRole('tabpanel', { name: 'Ask' });
    await expect(panel).toContainText('connect a text model');
    await panel.getByRole('button', { name: 'Connect a model' }).click();
    await connectModel(desk, server);
    await desk.goBack();
    const editor = new EditorPage(desk);
    await editor.shown();

    const field = panel.getByLabel('Your question');
    await field.fill('Make it softer');
    await field.press('Enter');
    const said = panel.getByRole('log', { name: 'Conversation' });
    await expect(said).toContainText('I laid a softer blur over the canvas.');
    await expect(said).toContainText('Read the graph');
    await expect(said).toContainText('Proposed changes');
    await expect(panel).toContainText('1.5 of 100 credits');
    expect(server.requests).toHaveLength(3);
    expect(JSON.stringify(server.requests)).not.toContain(KEY);
    expect(server.requests[2]?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
      'tool',
    ]);

    const card = desk.getByRole('region', { name: 'Proposal' });
    await expect(card).toContainText('Ask proposes');
    await card.getByRole('button', { name: 'Accept all' }).click();
    await expect(card).toHaveCount(0);
    await editor.saved();

    await field.fill('Go on');
    await field.press('Enter');
    await panel.getByRole('button', { name: 'Stop' }).click();
    await expect(said).toContainText('Stopped.');
    end('late');

    await desk.reload();
    await editor.shown();
    await expect(said).toContainText('I laid a softer blur over the canvas.');

    await desk.keyboard.press('ControlOrMeta+Shift+3');
    await expect(card).toContainText('A longer beginning');
    await card.getByRole('button', { name: 'Accept: Shot A boat leaves' }).click();
    await expect(card).toContainText('1 part');
    await card.getByRole('button', { name: 'Accept all' }).click();
    await expect(card).toHaveCount(0);
    const board = async () => {
      const { call } = await colleague(dataFolder);
      const { document } = await call(endpoints.storyboards.get, { params: { project_id: projectId } });
      const [scene] = document['sequences'] as {
        shots: { description: string; durationSeconds?: number }[];
      }[];
      return scene?.shots.map(({ description, durationSeconds }) => [description, durationSeconds ?? null]);
    };
    await expect.poll(board).toEqual([
      ['Fog over the pier', 5],
      ['A boat leaves', null],
    ]);
    await desk.keyboard.press('ControlOrMeta+z');
    await desk.keyboard.press('ControlOrMeta+z');
    await expect.poll(board).toEqual([['Fog over the pier', 2]]);

    await desk.keyboard.press('ControlOrMeta+Shift+4');
    await expect(desk.getByText('Studio talk').first()).toBeVisible();
    await expect(desk.getByRole('rowheader', { name: 'Ask' }).first()).toBeVisible();
  } finally {
    await server.close();
  }
});
