import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PatchOperation } from '#shared/api/index.ts';
import { GraphVersionDocument, ProjectVersion, VersionPage } from '#shared/desk/index.ts';
import { applyOperations, type Graph } from '#shared/graph/index.ts';
import { sendJson, startServer } from '../testing/http-server.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { launcherOf, startTestCore } from '../testing/test-core.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const graph: Graph = { nodes: [{ id: 'a', type: 'image/blur', title: 'A' }], connections: [] };
const document = (version: number, held: Graph) => ({
  projectId: 'p1',
  name: 'Project',
  version,
  document: { graph: held },
});

/** A service that holds one project, and answers patches with what they touched. */
async function startService() {
  let state = { version: 1, graph };
  const server = await startServer((asked, response) => {
    if (asked.method === 'DELETE') {
      response.writeHead(204).end();
      return;
    }
    if (!asked.url.includes('/projects/p1/document')) return sendJson(response, 404, {});
    if (asked.method === 'GET') return sendJson(response, 200, document(state.version, state.graph));
    const { operations } = JSON.parse(asked.body.toString()) as { operations: PatchOperation[] };
    const applied = applyOperations(state.graph, operations);
    if (!applied.ok) throw new Error(applied.rejection.reason);
    state = { version: state.version + 1, graph: applied.graph };
    response.setHeader('preference-applied', 'return=minimal');
    return sendJson(response, 200, { ...document(state.version, state.graph), appliedOperations: 1 });
  });
  return server;
}

const PATH = '/desk/versions/local/p1';

/** @param at when the computer is started, in milliseconds */
async function start(folder = temporaryFolder(), at = 1_000_000) {
  const server = await startService();
  const { clock } = createTestClock(at);
  const desk = await startTestCore({ launchService: launcherOf(server.origin), clock, folder });
  const page = async (query = '') => VersionPage.parse(await desk.read('GET', `${PATH}${query}`));
  /** Reads the list until it holds so many. */
  const listed = async (count: number) => {
    await expect.poll(async () => (await page()).versions.length).toBe(count);
    return (await page()).versions;
  };
  const open = () => desk.read('GET', '/api/local/v1/projects/p1/document');
  const rename = (expectedVersion: number, title: string) =>
    desk.read('PATCH', '/api/local/v1/projects/p1/document', {
      expectedVersion,
      operations: [{ op: 'setNodeTitle', nodeId: 'a', title }],
    });
  return { desk, server, page, listed, open, rename, folder };
}

test('what passes between page and service is saved, and can be read, named and deleted', async () => {
  const { desk, page, listed, open, rename } = await start();
  await open();
  await listed(1);
  await rename(1, 'B');
  const [saved, opened] = await listed(2);
  expect([saved, opened].map((one) => `v${one?.version} ${one?.reason}`)).toEqual(['v2 saved', 'v1 opened']);
  expect(saved).toMatchObject({
    kind: 'graph',
    changes: { added: 0, removed: 0, changed: 1, moved: 0, wires: 0 },
  });
  const read = GraphVersionDocument.parse(await desk.read('GET', `${PATH}/${opened!.id}`));
  expect(read.graph.nodes[0]?.title).toBe('A');

  const named = ProjectVersion.parse(
    await desk.read('PATCH', `${PATH}/${opened!.id}`, { name: '  First cut  ' }),
  );
  expect(named.name).toBe('First cut');
  expect((await page('?named=true')).versions).toMatchObject([{ name: 'First cut', version: 1 }]);
  const refused = await desk.ask('PATCH', `${PATH}/${opened!.id}`, { name: '' });
  expect(refused.status).toBe(400);

  await desk.read('DELETE', `${PATH}/${saved!.id}`);
  await listed(1);
  expect((await desk.ask('GET', `${PATH}/${saved!.id}`)).status).toBe(404);
  expect((await desk.ask('GET', '/desk/versions/nobody/p1')).status).toBe(404);
});

test('a state that only the page knows is saved after what was saved before it', async () => {
  const { desk, listed, open, rename } = await start();
  await open();
  await rename(1, 'B');
  const mine: Graph = { ...graph, nodes: [...graph.nodes, { id: 'b', type: 'image/blur' }] };
  await desk.read('POST', PATH, { kind: 'graph', version: 2, reason: 'merge', graph: mine });
  const versions = await listed(3);
  expect(versions.map(({ version, reason }) => `v${version} ${reason}`)).toEqual([
    'v2 merge',
    'v2 saved',
    'v1 opened',
  ]);
});

test('versions outlive the process, and a damaged one stops nothing', async () => {
  const first = await start();
  await first.open();
  await first.listed(1);
  await first.rename(1, 'B');
  const [, opened] = await first.listed(2);
  await first.desk.core.close();
  const folder = join(first.folder, 'desk', 'versions');
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) writeFileSync(join(entry.parentPath, entry.name), 'damaged');
  }

  const second = await start(first.folder, 9_000_000);
  expect((await second.page()).versions).toHaveLength(2);
  const response = await second.desk.ask('GET', `${PATH}/${opened!.id}`);
  expect(response.status).toBe(410);
  expect(await response.json()).toMatchObject({ error: { message: /others are not affected/ } });
  await second.open();
  expect((await second.listed(3))[0]).toMatchObject({ version: 1, damaged: false });
});

test('a deleted project takes its history with it', async () => {
  const { desk, listed, open } = await start();
  await open();
  await listed(1);
  await desk.read('DELETE', '/api/local/v1/projects/p1?expectedVersion=1');
  expect(await listed(0)).toEqual([]);
});
