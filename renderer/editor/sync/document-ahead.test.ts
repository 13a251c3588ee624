import { expect, it } from 'vitest';
import { endpoints, type ApiClient } from '#shared/api/index.ts';
import type { JournalState } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import type { EditorPorts } from '../ports.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import { openDocument } from './open-document.ts';

const node = (id: string) => ({ id, type: 'input/text', title: null, position: { x: 0, y: 0 }, inputs: {} });
const start: Graph = { nodes: [node('a')], connections: [] };
const CLEAN: JournalState = {
  writing: true,
  entries: [],
  inFlight: [],
  history: { done: [], undone: [] },
};

/** A project whose document was read ahead, and the names of what was asked for when it was opened. */
function readAhead(journal: JournalState = CLEAN) {
  const service = standIn(start);
  const asked: string[] = [];
  const api = ((endpoint: { id: string }, args: object) => {
    asked.push(endpoint.id);
    return (service.api as unknown as (endpoint: object, args: object) => Promise<unknown>)(endpoint, args);
  }) as unknown as ApiClient;
  const read = service
    .api(endpoints.projects.getDocument, { params: { project_id: service.projectId } })
    .then((response) => ({ response, cachedAt: null as string | null }));
  const ports: EditorPorts = {
    ...service,
    api,
    documentAhead: () => read,
    journal: { ...service.journal, claim: () => Promise.resolve(journal) },
  };
  return { service, ports, read, asked };
}
const DOCUMENT = endpoints.projects.getDocument.id;

it('a document that was read ahead is shown where the service still has it, and is not read again', async () => {
  const { ports, read, asked } = readAhead();
  await read;
  const opened = await openDocument(ports);
  expect(opened).toMatchObject({ version: 1, confirmed: start });
  expect(asked).toEqual([endpoints.projects.get.id]);
});

it('a document that was changed after it was read ahead is read again', async () => {
  const { service, ports, read, asked } = readAhead();
  await read;
  service.someoneElse([{ op: 'addNode', node: node('b') }]);
  const opened = await openDocument(ports);
  expect(opened.version).toBe(2);
  expect(opened.confirmed.nodes.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(asked).toContain(DOCUMENT);
});

it.each<[string, JournalState]>([
  ['another window writes', { ...CLEAN, writing: false }],
  [
    'edits were left',
    {
      ...CLEAN,
      entries: [
        {
          id: 'e1',
          baseVersion: 1,
          at: '2026-01-01T00:00:00.000Z',
          label: 'rename',
          operations: [{ op: 'setNodeTitle', nodeId: 'a', title: 'Mine' }],
        },
      ],
    },
  ],
])('where %s the document is read once the journal is known', async (_what, journal) => {
  const { ports, read, asked } = readAhead(journal);
  await read;
  await openDocument(ports);
  expect(asked).toContain(DOCUMENT);
});

it('a document that could not be read ahead is read as ever', async () => {
  const { ports, asked } = readAhead();
  const opened = await openDocument({ ...ports, documentAhead: () => Promise.reject(new Error('cut')) });
  expect(opened.version).toBe(1);
  expect(asked).toContain(DOCUMENT);
});
