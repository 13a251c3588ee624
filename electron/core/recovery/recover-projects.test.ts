import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createApiClient, type Send } from '#shared/api/index.ts';
import type { JournalEntry } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { createTestLog } from '../testing/test-log.ts';
import { createDocumentVersions } from '../versions/document-versions.ts';
import { createVersionStore } from '../versions/version-store.ts';
import { recoverProjects, type RecoveryDependencies } from './recover-projects.ts';

const graphOf = (...ids: string[]): Graph => ({
  nodes: ids.map((id) => ({ id, type: 'input/text', inputs: {} })),
  connections: [],
});
const idsOf = ({ nodes }: Graph) => nodes.map(({ id }) => id);
const RESTORATION = { at: '2026-01-02T00:00:00.000Z', backupFrom: '2026-01-01T00:00:00.000Z' };

/** A service with one project, which answers as the API says: versions, and a key stands for one request. */
function createService(graph: Graph) {
  const project = { version: 2, graph };
  const requests = new Map<string, string | null>();
  const response = (status: number, body: object) => ({
    status,
    headers: new Headers(),
    body: new Response(JSON.stringify(body)).body,
  });
  const reject = (message: string) => response(409, { error: { code: 'CONFLICT', message, details: {} } });
  const send: Send = async ({ method, body, headers }) => {
    if (method === 'PUT') {
      const key = headers['idempotency-key'] ?? '';
      if (requests.has(key) && requests.get(key) !== body)
        return reject('The key stands for another request.');
      requests.set(key, body);
      const asked = JSON.parse(body ?? '') as { expectedVersion: number; document: { graph: Graph } };
      if (asked.expectedVersion !== project.version) return reject('The project has another version.');
      project.version += 1;
      project.graph = asked.document.graph;
    }
    return response(200, {
      projectId: 'p',
      name: 'Titles',
      version: project.version,
      document: { graph: project.graph },
      metadata: {},
      externalId: null,
      externalUserId: null,
      externalWorkspaceId: null,
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
    });
  };
  return { project, api: createApiClient(send) };
}

function start() {
  const folder = temporaryFolder();
  const database = openTestDatabase(folder);
  const log = createTestLog();
  const { clock } = createTestClock();
  const documents = createDocumentVersions({
    directory: join(folder, 'versions'),
    database,
    limits: { graphs: 1e9, films: 1e9 },
    log,
  });
  const versions = createVersionStore(documents, clock);
  const entry: JournalEntry = {
    id: 'edit',
    label: 'Add a node',
    at: '2026-01-01T00:00:00Z',
    baseVersion: 5,
    operations: [{ op: 'addNode', node: { id: 'edited', type: 'input/text', inputs: {} } }],
  };
  const state = { entries: [entry], failsOnce: false };
  const parts: RecoveryDependencies = {
    versions,
    documents: { find: () => null, recent: () => [] },
    details: { find: () => null },
    runs: { moveProject: () => undefined },
    journal: {
      pendingProjects: async () => [],
      claim: async () => ({
        writing: true,
        entries: state.entries,
        inFlight: [],
        history: { done: [], undone: [] },
      }),
      leave: () => undefined,
      documents: { moveProject: () => Promise.resolve() },
      async acknowledge() {
        if (state.failsOnce) {
          state.failsOnce = false;
          throw new Error('The process ends here.');
        }
        state.entries = [];
      },
    },
    log,
  };
  const keep = (version: number, graph: Graph) =>
    versions.keep({ connectionId: 'local', projectId: 'p', version, reason: 'saved', graph });
  return { parts, state, keep };
}

test('begun again after a stop behind the change, it acknowledges the edits and makes nothing twice', async () => {
  const { project, api } = createService(graphOf('old'));
  const { parts, state, keep } = start();
  await keep(5, graphOf('old', 'new'));
  state.failsOnce = true;
  await expect(recoverProjects(parts, api, 'local', RESTORATION)).rejects.toThrow('ends here');
  expect(project.version).toBe(3);
  expect(await recoverProjects(parts, api, 'local', RESTORATION)).toMatchObject({ failed: [] });
  expect(idsOf(project.graph)).toEqual(['old', 'new', 'edited']);
  expect(project.version).toBe(3);
  expect(state.entries).toEqual([]);
});

test('a project that was saved again before it was brought up to date stays as it is', async () => {
  const { project, api } = createService(graphOf('old'));
  const { parts, state, keep } = start();
  await keep(5, graphOf('old', 'new'));
  state.entries = [];
  parts.versions.noteRestoration('local', RESTORATION.at);
  project.version = 3;
  project.graph = graphOf('old', 'mine');
  await keep(3, project.graph);
  expect(await recoverProjects(parts, api, 'local', RESTORATION)).toEqual({
    recreated: [],
    updated: [],
    failed: ['Titles'],
  });
  expect(idsOf(project.graph)).toEqual(['old', 'mine']);
});
