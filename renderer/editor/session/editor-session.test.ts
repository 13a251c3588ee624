import { expect, it, vi } from 'vitest';
import { endpoints, type PatchOperation } from '#shared/api/index.ts';
import type { DeskEvent, UndoStep, Upload } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import { fileIdOf } from '../model/editing.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import { openSession } from './open-session.ts';

const graph: Graph = {
  nodes: [{ id: 'text', type: 'input/text', inputs: { value: { type: 'string', value: 'half' } } }],
  connections: [],
};
const step = (label: string, from: string, to: string): UndoStep => ({
  label,
  forward: [{ op: 'setNodeInput', nodeId: 'text', input: 'value', value: { type: 'string', value: to } }],
  backward: [{ op: 'setNodeInput', nodeId: 'text', input: 'value', value: { type: 'string', value: from } }],
  mergeKey: null,
});

const photo: Graph = {
  nodes: [{ id: 'photo', type: 'input/image', title: 'Photo', inputs: {} }],
  connections: [],
};
const upload: Upload = {
  id: 'upload_1',
  connectionId: 'local',
  projectId: 'p',
  nodeId: 'photo',
  input: 'file',
  settled: false,
  filename: 'mine.png',
  contentType: 'image/png',
  sizeBytes: 10,
  receivedBytes: 10,
  sentBytes: 0,
  progress: 0.5,
  problem: null,
  state: 'uploading',
  fileId: null,
  error: null,
  retryable: false,
  createdAt: '2026-01-01T00:00:00Z',
};
const choose = (fileId: string): PatchOperation => ({
  op: 'setNodeInput',
  nodeId: 'photo',
  input: 'file',
  value: { type: 'file', value: fileId },
});

/** A session with an upload on its way into an empty input. */
async function uploading() {
  const listeners = new Set<(event: DeskEvent) => void>();
  const ports = {
    ...standIn(photo, 'p'),
    subscribe: (listener: (event: DeskEvent) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    settleUpload: () => Promise.resolve(upload),
  };
  const session = await openSession({ ...ports, listUploads: () => Promise.resolve([upload]) });
  const said: string[] = [];
  session.ui.notify = (message) => void said.push(message);
  const arrive = (): void => {
    for (const tell of listeners) {
      tell({ type: 'upload', upload: { ...upload, state: 'done', progress: 1, fileId: 'file_mine.png' } });
    }
  };
  const held = () => fileIdOf(session.store.getNode('photo')?.inputs?.['file']);
  return { ports, session, said, arrive, held };
}

it('an upload that ends is put where it was dropped', async () => {
  const { session, said, arrive, held } = await uploading();
  arrive();
  expect([held(), said]).toEqual(['file_mine.png', []]);
  session.dispose();
});

it('an upload that ends is not put over the file that somebody else chose meanwhile', async () => {
  const { ports, session, said, arrive, held } = await uploading();
  ports.someoneElse([choose('file_theirs.png')]);
  void session.sync.poll();
  await vi.waitFor(() => expect(held()).toBe('file_theirs.png'));
  arrive();
  expect(held()).toBe('file_theirs.png');
  expect(said).toEqual([
    'Photo · File was changed while “mine.png” was uploaded, and stays as it is now. The upload is in Files.',
  ]);
  expect([session.store.history.depth, session.sync.state.pending]).toEqual([0, []]);
  session.dispose();
});

it('undo and redo say that they wait for a gesture of another window', async () => {
  const ports = standIn(graph);
  const history = { done: [step('type', '', 'one')], undone: [], held: step('drag', 'one', 'half') };
  const journal = { writing: false, entries: [], inFlight: [], history };
  const session = await openSession({
    ...ports,
    journal: { ...ports.journal, claim: () => Promise.resolve(journal) },
  });
  const said: string[] = [];
  session.ui.notify = (message) => void said.push(message);
  session.undo();
  session.redo();
  expect(said).toEqual(
    Array(2).fill('Another window is in the middle of a change. Try again when it is done there.'),
  );
  expect([session.store.getGraph(), session.store.history.stacks.done.length]).toEqual([graph, 1]);
  session.dispose();
});

it('what a run reuses is looked at anew when another model answers', async () => {
  const listeners = new Set<(event: DeskEvent) => void>();
  const ports = standIn(graph);
  let source = 'built-in?acme=1';
  const api = async (...call: Parameters<typeof ports.api>): Promise<unknown> => {
    const response: unknown = await ports.api(...call);
    const withSource = (type: unknown) => ({ ...(type as object), source });
    if (call[0].id === endpoints.nodeTypes.get.id) return withSource(response);
    if (call[0].id !== endpoints.nodeTypes.list.id) return response;
    const list = response as { data: unknown[] };
    return { ...list, data: list.data.map(withSource) };
  };
  const session = await openSession({
    ...ports,
    api: api as typeof ports.api,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  await vi.waitFor(() => expect(session.catalog.loaded).toBe(true));
  const made = session.keys.keyOf('text');
  session.outlook.follow({
    isReused: (key) => (key === made ? true : undefined),
    subscribe: () => () => undefined,
  });
  expect([...session.outlook.current().reused]).toEqual(['text']);
  source = 'built-in?acme=2';
  for (const notify of listeners) notify({ type: 'node-types', connectionId: 'local' });
  await vi.waitFor(() => expect([...session.outlook.get().runs]).toEqual(['text']));
  session.dispose();
});
