import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endpoints } from '#shared/api/index.ts';
import { expect, test } from './app.ts';
import { startGatedService } from './gated-service.ts';
import { ConnectionsPage } from './pages/connections.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';
import { createKey, serviceOrigin } from './service-client.ts';
import { clientOf, useLocal, useService } from './services.ts';

/** A web server that is not this API. */
async function strangeServer(): Promise<{ address: string; server: Server }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<h1>Welcome to the printer</h1>');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

test('a hosted service is tested, added, used, and its key is never shown again', async ({
  desk,
  dataFolder,
}) => {
  const key = await createKey(dataFolder);
  const address = await serviceOrigin(dataFolder);
  const seen: string[] = [];
  desk.on('response', (response) => {
    void response.text().then(
      (text) => seen.push(text),
      () => undefined,
    );
  });
  await new ProjectsPage(desk).shown();
  const connections = new ConnectionsPage(desk);
  await connections.visit();
  await connections.startAdding();

  await connections.enter({ name: 'Atelier', address, key: 'pb_wrong' });
  await connections.test();
  await expect(connections.dialog.getByText(/key/i).last()).toBeVisible();
  await expect(connections.dialog.getByText(/Balance [\d,]/)).toBeHidden();

  await connections.enter({ name: 'Atelier', address, key });
  await connections.test();
  await expect(connections.dialog.getByText(/Balance/)).toBeVisible();
  await expect(connections.dialog.getByRole('list', { name: 'What the key may do' })).toContainText(
    'read projects',
  );
  await connections.keep();

  await expect(connections.row('Atelier')).toContainText('In use');
  await expect(connections.row('Atelier')).toContainText(key.slice(-4));
  await desk.reload();
  await expect(connections.row('Atelier')).toContainText('In use');
  expect(await desk.content()).not.toContain(key);
  expect(seen.filter((text) => text.includes(key))).toEqual([]);

  await connections.row('Local workspace').getByRole('button', { name: 'Use' }).click();
  await expect(connections.row('Atelier').getByText('In use')).toBeHidden();
});

test('what is wrong with an address is said in a sentence @long', async ({ desk, dataFolder }) => {
  const { address, server } = await strangeServer();
  const narrow = await createKey(dataFolder, ['--scopes', 'node_types:read']);
  const service = await serviceOrigin(dataFolder);
  const connections = new ConnectionsPage(desk);
  await new ProjectsPage(desk).shown();
  await connections.visit();
  await connections.startAdding();
  const cases: [string, string, RegExp][] = [
    ['http://127.0.0.1:9', 'x', /nothing|refused|answers|running/i],
    ['https://no-such-host.invalid', 'x', /found|name|address/i],
    ['http://example.com', 'x', /https/i],
    [address, 'x', /not .*API|Patchbay API|this API/i],
  ];
  for (const [where, key, sentence] of cases) {
    await connections.enter({ name: 'Somewhere', address: where, key });
    await connections.test();
    await expect(connections.dialog.getByText(sentence).last()).toBeVisible();
  }
  await connections.enter({ name: 'Narrow', address: service, key: narrow });
  await connections.test();
  await expect(connections.dialog.getByRole('list', { name: 'What the key may do' })).toBeVisible();
  await expect(connections.dialog.getByText(/Balance [\d,]/)).toBeHidden();
  server.close();
});

test('a service that gives no answer to a new project is said to, and is asked again for the same one @long', async ({
  desk,
  dataFolder,
}) => {
  const service = { origin: await serviceOrigin(dataFolder), key: await createKey(dataFolder) };
  let isHeld = true;
  const gate = await startGatedService(
    service.origin,
    (method, path) => isHeld && method === 'POST' && path.endsWith('/projects'),
  );
  try {
    await useService(desk, { ...service, origin: gate.origin }, 'Far away');
    const call = clientOf(service);
    const count = async () => (await call(endpoints.projects.list, {})).data.length;
    const before = await count();
    await desk.getByRole('button', { name: 'New project' }).first().click();
    await gate.held;
    await expect(desk.getByText('The service has not answered yet').first()).toBeVisible();
    isHeld = false;
    await desk.getByRole('button', { name: 'Try again' }).click();
    await new EditorPage(desk).shown();
    await expect(desk.getByText('The service has not answered yet').first()).toBeHidden();
    expect(await count()).toBe(before + 1);
  } finally {
    await useLocal(desk);
    gate.close();
  }
});
