import type { Page } from '@playwright/test';
import { createApiClient, endpoints, type ApiClient } from '#shared/api/index.ts';
import { expect, test } from './app.ts';
import { ConnectionsPage } from './pages/connections.ts';
import { startHostedService } from './hosted-service.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';
import { colleague } from './service-client.ts';
import { useLocal } from './services.ts';
import { violations } from './violations.ts';

const value = (text: string | number) => ({
  type: typeof text === 'string' ? 'string' : 'number',
  value: text,
});

/** A project with a card that shows words, one that takes very long, and one that lacks its picture. @returns its id. */
async function putMakers(call: ApiClient): Promise<string> {
  const { id, version } = await call(endpoints.projects.create, { body: { name: 'Board makers' } });
  const card = (nodeId: string, title: string, words: string) => ({
    id: nodeId,
    type: 'image/text-card',
    title,
    position: { x: 0, y: 0 },
    inputs: { text: value(words), width: value(320), height: value(180) },
  });
  const at = (x: number) => ({ x, y: 260 });
  await call(endpoints.projects.replaceDocument, {
    params: { project_id: id },
    body: {
      expectedVersion: version,
      document: {
        graph: {
          nodes: [
            card('card', 'Card', 'Nothing yet'),
            card('slow-card', 'Slow card', 'Wait'),
            {
              id: 'wait',
              type: 'control/delay',
              title: 'Wait',
              position: at(300),
              inputs: { seconds: value(900) },
            },
            { id: 'slow', type: 'image/greyscale', title: 'Slow picture', position: at(600), inputs: {} },
            { id: 'soft', type: 'image/blur', title: 'Soft picture', position: at(900), inputs: {} },
            { id: 'unset', type: 'image/tint', title: 'Unfinished', position: at(1200), inputs: {} },
          ],
          connections: [
            { from: ['slow-card', 'image'], to: ['wait', 'value'] },
            { from: ['wait', 'value'], to: ['slow', 'image'] },
            { from: ['unset', 'image'], to: ['soft', 'image'] },
          ],
        },
      },
    },
  });
  return id;
}

const shot = (desk: Page, number: string) =>
  desk.getByRole('article', { name: new RegExp(`^Shot ${number},`) });
const frame = (desk: Page, number: string) => desk.getByRole('button', { name: `Frame of shot ${number}:` });

/** Begins the storyboard of the project that is open, with one shot of these words. */
async function startBoard(desk: Page, words: string): Promise<void> {
  await desk.getByRole('link', { name: 'Storyboard', exact: true }).click();
  await desk.getByRole('button', { name: 'Start a storyboard' }).click();
  await shot(desk, '1.1').getByLabel('What happens').fill(words);
}

test('pictures of shots are made by a node and by a template, stopped, refused, and lead back @long', async ({
  desk,
  dataFolder,
}) => {
  await expect(desk.getByText('Welcome poster').first()).toBeVisible();
  const { call } = await colleague(dataFolder);
  const projectId = await putMakers(call);
  const projects = new ProjectsPage(desk);
  await desk.reload();
  await projects.open('Board makers');
  await new EditorPage(desk).shown();
  await startBoard(desk, 'Boats come in');

  // A node of the project, with the words of the shot.
  await frame(desk, '1.1').focus();
  await desk.keyboard.press('g');
  const dialog = desk.getByRole('dialog', { name: 'Make a picture for shot 1.1' });
  // The maker that is chosen, and not Close.
  await expect(dialog.getByRole('button', { name: 'Card', exact: true })).toBeFocused();
  await dialog.getByRole('button', { name: 'Card', exact: true }).click();
  await expect(dialog.getByRole('combobox', { name: 'Words of the shot go into' })).toHaveText('Card · Text');
  await expect(dialog.getByLabel('Words of the shot', { exact: true })).toHaveValue('Boats come in');
  expect(await violations(desk)).toEqual([]);
  await dialog.getByRole('button', { name: 'Make the picture' }).click();
  await expect(dialog).toBeHidden();
  await expect(frame(desk, '1.1').getByRole('img')).toBeVisible();
  await expect(desk.getByRole('button', { name: /^Saved v/ })).toBeVisible();
  const { document } = await call(endpoints.storyboards.get, { params: { project_id: projectId } });
  const made = JSON.stringify(document);
  expect(made).toContain('"nodeId":"card"');
  const runId = /"runId":"([^"]+)"/.exec(made)?.[1] ?? '';
  const run = await call(endpoints.runs.get, { params: { run_id: runId } });
  expect(run.targetNodeIds).toEqual(['card']);

  // A template, whose picture comes before the other.
  await frame(desk, '1.1').focus();
  await desk.keyboard.press('g');
  await dialog.getByRole('button', { name: 'Title card' }).click();
  await expect(dialog.getByLabel('Title', { exact: true })).toHaveValue('Boats come in');
  await dialog.getByRole('button', { name: 'Make the picture' }).click();
  await expect(shot(desk, '1.1').getByRole('button', { name: /^Panel / })).toHaveCount(2);

  // What takes long is stopped at the shot, and goes on there after a reload until then.
  await desk.keyboard.press('g');
  await dialog.getByRole('button', { name: 'Slow picture' }).click();
  await dialog.getByRole('button', { name: 'Make the picture' }).click();
  const progress = shot(desk, '1.1').getByText(/^Being made/);
  await expect(progress).toBeVisible();
  await desk.reload();
  await expect(progress).toBeVisible();
  await shot(desk, '1.1').getByRole('button', { name: 'Stop making the picture' }).click();
  await expect(progress).toBeHidden();
  await expect(shot(desk, '1.1').getByRole('alert')).toBeHidden();

  // What fails says so at the shot.
  await frame(desk, '1.1').focus();
  await desk.keyboard.press('g');
  await dialog.getByRole('button', { name: 'Soft picture' }).click();
  await dialog.getByRole('button', { name: 'Make the picture' }).click();
  await expect(shot(desk, '1.1').getByRole('alert')).toContainText('Not made.');
  expect(await violations(desk)).toEqual([]);
  await shot(desk, '1.1').getByRole('button', { name: 'Leave it' }).click();
  await expect(shot(desk, '1.1').getByRole('alert')).toBeHidden();

  // The same node makes another take, which is put in the place of the first.
  // The dialog hides what is below it from roles.
  const shown = () => desk.locator('[data-shot] img').first().getAttribute('src');
  const first = await shown();
  await shot(desk, '1.1').getByLabel('What happens').fill('Gulls');
  await frame(desk, '1.1').focus();
  await desk.keyboard.press('g');
  await dialog.getByRole('button', { name: 'Card', exact: true }).click();
  await dialog.getByRole('button', { name: 'Make the picture' }).click();
  await expect(shot(desk, '1.1').getByRole('button', { name: /^Panel / })).toHaveCount(3);
  await expect.poll(shown).not.toBe(first);
  await frame(desk, '1.1').focus();
  await desk.keyboard.press('r');
  const takes = desk.getByRole('dialog', { name: 'What made the picture' });
  await expect(takes.getByRole('button', { name: 'Run again…' })).toBeVisible();
  // The first that can be done there, and not Close.
  await expect(takes.getByRole('button', { name: /^The take that is used/ })).toBeVisible();
  await expect(takes.getByRole('button', { name: 'Show the node' })).toBeFocused();
  const before = await shown();
  await takes.getByRole('button', { name: /^Use the take of/ }).click();
  await expect(takes).toBeHidden();
  await expect.poll(shown).not.toBe(before);
  await desk.getByRole('button', { name: 'Undo: take another take' }).click();
  await expect.poll(shown).toBe(before);

  // The shot leads to the node that made its picture.
  await frame(desk, '1.1').click({ button: 'right' });
  await desk.getByRole('menuitem', { name: 'Show the node that made the picture' }).click();
  // The panel on the right stands as whoever was here before left it.
  await desk.getByRole('tab', { name: 'Inspector' }).click();
  await expect(desk.getByRole('textbox', { name: 'Title' })).toHaveValue('Card');

  // And the node leads back to its shot.
  await new EditorPage(desk).node('Card').click({ button: 'right' });
  await desk.getByRole('menuitem', { name: 'Find in storyboard and timeline' }).click();
  const uses = desk.getByRole('dialog', { name: '“Card” in the film' });
  await expect(uses.getByRole('button', { name: 'Shot 1.1: Gulls' })).toBeVisible();
  expect(await violations(desk)).toEqual([]);
  await uses.getByRole('button', { name: 'Shot 1.1: Gulls' }).click();
  await expect(frame(desk, '1.1')).toBeFocused();
});

test('a hosted service makes the pictures of several shots, and a shot without words takes what is there @long', async ({
  desk,
  dataFolder,
}) => {
  const hosted = await startHostedService(`${dataFolder}-hosted`);
  try {
    const call = createApiClient((request) =>
      fetch(`${hosted.origin}${request.path}`, {
        method: request.method,
        headers: { ...request.headers, authorization: `Bearer ${hosted.key}` },
        body: request.body,
      }),
    );
    await putMakers(call);
    const connections = new ConnectionsPage(desk);
    await connections.visit();
    await connections.startAdding();
    await connections.enter({ name: 'Studio', address: hosted.origin, key: hosted.key });
    await connections.keep();
    await connections.use('Studio');
    await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
    await new ProjectsPage(desk).open('Board makers');
    await startBoard(desk, 'Boats come in');
    await shot(desk, '1.1').getByLabel('What happens').press('Escape');
    await desk.keyboard.press('n');
    await expect(frame(desk, '1.2')).toBeVisible();
    await frame(desk, '1.2').focus();
    await desk.keyboard.press('ControlOrMeta+a');
    await desk.keyboard.press('g');
    const dialog = desk.getByRole('dialog', { name: 'Make a picture for each of 2 shots' });
    await dialog.getByRole('button', { name: 'Card', exact: true }).click();
    await expect(dialog.getByText(/1 of the shots has no words/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Make 2 pictures' }).click();
    await expect(frame(desk, '1.1').getByRole('img')).toBeVisible();
    await expect(frame(desk, '1.2').getByRole('img')).toBeVisible();
  } finally {
    await hosted.stop();
    await useLocal(desk);
  }
});
