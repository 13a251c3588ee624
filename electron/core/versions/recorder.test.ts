import { expect, test } from 'vitest';
import type { PatchOperation } from '#shared/api/index.ts';
import { emptyCanvas } from '#shared/canvas/items.ts';
import { applyOperations, type Graph } from '#shared/graph/index.ts';
import { manualClock, settled } from '../testing/manual-clock.ts';
import { createTestLog } from '../testing/test-log.ts';
import { createVersionRecorder } from './recorder.ts';
import type { VersionStore, VersionToKeep } from './version-store.ts';

const base: Graph = { nodes: [{ id: 'a', type: 'image/blur', title: 'A' }], connections: [] };
const titled = (title: string): PatchOperation => ({ op: 'setNodeTitle', nodeId: 'a', title });

function after(graph: Graph, ...operations: PatchOperation[]): Graph {
  const applied = applyOperations(graph, operations);
  if (!applied.ok) throw new Error(applied.rejection.reason);
  return applied.graph;
}

function start() {
  const { clock, pass } = manualClock();
  const saved: VersionToKeep[] = [];
  const reads: number[] = [];
  let document = { version: 1, graph: base };
  const store = {
    keep: async (state: VersionToKeep) => void saved.push(state),
    removeProject: async () => void saved.splice(0),
  } as unknown as VersionStore;
  const recorder = createVersionRecorder({
    store,
    read: async () => {
      reads.push(document.version);
      return document;
    },
    onSaved: () => undefined,
    clock,
    log: createTestLog(),
  });
  let version = 1;
  let graph = base;
  return {
    recorder,
    pass,
    reads,
    /** The titles of the frames in each saved version. */
    frames: () =>
      saved.map((state) => Object.values(state.graph.canvas?.frames ?? {}).map(({ title }) => title)),
    titles: () => saved.map((state) => `v${state.version} ${state.graph.nodes[0]?.title} ${state.reason}`),
    serverHas: (next: { version: number; graph: Graph }) => (document = next),
    open: () => recorder.onDocumentRead('local', 'p', { version: 1, graph: base, isLocal: false }),
    /** A page saves a title; the service answers with what it made of it. */
    save: (title: string, responded = title) => {
      graph = after(graph, titled(title));
      const touched = after(graph, titled(responded));
      recorder.operationsSaved('local', 'p', {
        expectedVersion: version,
        version: (version += 1),
        operations: [titled(title)],
        touched,
      });
    },
  };
}

test('a burst of saves is one version, and nobody is asked for the document', async () => {
  const { open, save, pass, titles, reads } = start();
  open();
  await settled();
  for (const title of ['B', 'C', 'D']) {
    save(title);
    await pass(300);
  }
  expect(titles()).toEqual(['v1 A opened']);
  await pass(2000);
  expect(titles()).toEqual(['v1 A opened', 'v4 D saved']);
  expect(reads).toEqual([]);
});

test('while saving goes on without a pause a version is saved every 20 seconds', async () => {
  const { open, save, pass, titles } = start();
  open();
  for (let second = 1; second <= 45; second += 1) {
    save(`t${second}`);
    await pass(1000);
  }
  expect(titles()).toEqual(['v1 A opened', 'v21 t20 saved', 'v41 t40 saved']);
});

test('what waits is saved before somebody else’s document takes its place, and when the app closes', async () => {
  const { open, save, pass, titles, recorder } = start();
  open();
  save('Mine');
  const theirs = after(base, titled('Theirs'));
  recorder.onDocumentRead('local', 'p', { version: 3, graph: theirs, isLocal: false });
  await settled();
  expect(titles()).toEqual(['v1 A opened', 'v2 Mine saved', 'v3 Theirs elsewhere']);
  recorder.operationsSaved('local', 'p', {
    expectedVersion: 3,
    version: 4,
    operations: [titled('Last')],
    touched: after(theirs, titled('Last')),
  });
  await recorder.close();
  expect(titles().at(-1)).toBe('v4 Last saved');
  await pass(60_000);
  expect(titles()).toHaveLength(4);
});

test('a service that made something else of the operations is asked what it holds', async () => {
  const { open, save, pass, titles, reads, serverHas } = start();
  open();
  save('wanted', 'normalized');
  serverHas({ version: 2, graph: after(base, titled('normalized')) });
  await pass(2000);
  expect(reads).toEqual([2]);
  expect(titles()).toEqual(['v1 A opened', 'v2 normalized saved']);
});

test('a project saved before its document was ever seen is read once it is quiet', async () => {
  const { save, pass, titles, reads, serverHas } = start();
  save('B');
  save('C');
  serverHas({ version: 3, graph: after(base, titled('C')) });
  await pass(2000);
  expect(reads).toEqual([3]);
  expect(titles()).toEqual(['v3 C saved']);
});

test('a rename or a new timeline gives the graph another number; edits after it go on', async () => {
  const { open, pass, titles, recorder, reads } = start();
  open();
  recorder.renumbered('local', 'p', { expectedVersion: 1, version: 2 });
  recorder.operationsSaved('local', 'p', {
    expectedVersion: 2,
    version: 3,
    operations: [titled('B')],
    touched: after(base, titled('B')),
  });
  await pass(2000);
  expect(titles()).toEqual(['v1 A opened', 'v3 B saved']);
  expect(reads).toEqual([]);
});

test('a request that is answered again is no change', async () => {
  const { open, save, pass, titles, recorder } = start();
  open();
  save('B');
  await pass(2000);
  recorder.operationsSaved('local', 'p', {
    expectedVersion: 1,
    version: 2,
    operations: [titled('B')],
    touched: after(base, titled('B')),
  });
  await pass(30_000);
  expect(titles()).toEqual(['v1 A opened', 'v2 B saved']);
});

test('of a project that was deleted nothing is saved any more', async () => {
  const { open, save, pass, titles, recorder } = start();
  open();
  save('B');
  recorder.clear('local', 'p');
  await pass(30_000);
  expect(titles()).toEqual([]);
});

test('frames and notes that are saved alone make a version, and edits of the graph keep them', async () => {
  const { open, save, pass, frames, titles, recorder } = start();
  open();
  await settled();
  const frame = { title: 'Look', position: { x: 0, y: 0 }, size: { width: 300, height: 200 } };
  save('B');
  const canvas = { ...emptyCanvas(), frames: { f: frame } };
  recorder.renumbered('local', 'p', { expectedVersion: 2, version: 3, canvas });
  await pass(3000);
  expect([titles().at(-1), frames().at(-1)]).toEqual(['v3 B saved', ['Look']]);
  // The same once more is no change.
  recorder.renumbered('local', 'p', { expectedVersion: 3, version: 4, canvas });
  await pass(3000);
  expect(frames()).toHaveLength(2);
  recorder.operationsSaved('local', 'p', {
    expectedVersion: 4,
    version: 5,
    operations: [titled('C')],
    touched: after(base, titled('C')),
  });
  await pass(3000);
  expect([titles().at(-1), frames().at(-1)]).toEqual(['v5 C saved', ['Look']]);
});
