import { endpoints, type PatchOperation } from '#shared/api/index.ts';
import { sameGraph } from '#shared/graph/diff.ts';
import { applyOperations } from '#shared/graph/operations.ts';
import type { Graph } from '#shared/graph/types.ts';
import { openHeadlessEditor, type HeadlessEditor } from '#renderer/editor/testing/headless-editor.ts';
import type { FaultKind } from './faults.ts';
import type { Operation } from './operation.ts';
import { makeProject } from './project-operations.ts';
import {
  act,
  retryAfterFault,
  surely,
  check,
  checkSentence,
  startLying,
  underFault,
  until,
  type World,
} from './world.ts';

/** Opening a document and editing it, with the editor's own store, sync and journal. */

const JOURNAL_TIMEOUT_MS = 60_000;

const openEditor = ({ connectionId, api, delay }: World, projectId: string): Promise<HeadlessEditor> =>
  openHeadlessEditor({ connectionId, projectId, api, clock: delay.sync });

const graphOf = async (world: World, projectId: string): Promise<Graph> =>
  (await world.direct(endpoints.projects.getDocument, { params: { project_id: projectId } })).document.graph;

const node = (id: string): PatchOperation => ({
  op: 'addNode',
  node: { id, type: 'text/template', position: { x: 0, y: 0 }, inputs: {} },
});
const setText = (nodeId: string, input: string, value: string): PatchOperation => ({
  op: 'setNodeInput',
  nodeId,
  input,
  value: { type: 'string', value },
});

/** A graph of four texts, two of them wired. */
async function startGraph(world: World): Promise<string> {
  const id = await makeProject(world, 'graph');
  await world.direct(endpoints.projects.patchDocument, {
    params: { project_id: id },
    body: {
      expectedVersion: 1,
      operations: [
        ...['a', 'b', 'c', 'theirs'].map(node),
        { op: 'connect', from: ['a', 'text'], to: ['b', 'a'] },
      ],
    },
  });
  return id;
}

/** One edit that fits the graph as it is. */
function anyEdit({ random, tally }: World, graph: Graph): PatchOperation[] {
  tally.edits += 1;
  const token = `${tally.edits}-${random.between(0, 1_000_000)}`;
  const localIds = graph.nodes.map(({ id }) => id).filter((id) => id !== 'theirs');
  const targetId = random.pick(localIds);
  switch (random.between(0, 6)) {
    case 0:
      return [node(`n${token}`), setText(`n${token}`, 'template', token)];
    case 1:
      return [{ op: 'moveNode', nodeId: targetId, position: { x: random.between(0, 900), y: tally.edits } }];
    case 2:
      return [{ op: 'setNodeTitle', nodeId: targetId, title: token }];
    case 3: {
      const wire = graph.connections.find(({ to }) => to[0] === 'b');
      return [wire ? { op: 'disconnect', ...wire } : { op: 'connect', from: ['a', 'text'], to: ['b', 'a'] }];
    }
    case 4:
      return localIds.length > 5 && targetId.startsWith('n')
        ? [{ op: 'removeNode', nodeId: targetId }]
        : [setText(targetId, 'b', token)];
    default:
      return [setText(targetId, 'template', token)];
  }
}

/** Edits for a while; every one of them is journaled though nothing of it may reach the service. */
async function editUnderFault(
  world: World,
  editor: HeadlessEditor,
  fault: FaultKind,
  theirs: () => Promise<void>,
) {
  startLying(world, fault);
  const before = world.proxy.requests;
  for (let edit = world.random.between(2, 6); edit > 0; edit -= 1) {
    const applied = editor.store.applyEdit('edit', anyEdit(world, editor.store.getGraph()));
    check(applied.ok, `An edit does not fit: ${applied.ok ? '' : applied.rejection.reason}`);
    await until('the edit is journaled', editor.isJournaled, JOURNAL_TIMEOUT_MS);
    if (world.random.bool(0.3)) {
      await until('something is sent', () => world.proxy.requests > before, JOURNAL_TIMEOUT_MS);
    }
  }
  await theirs();
  await until(
    'it is tried',
    () => world.proxy.requests > before + world.random.between(0, 3) || editor.driver.status.kind === 'saved',
    JOURNAL_TIMEOUT_MS,
  );
}

async function drained(
  world: World,
  projectId: string,
  editor: HeadlessEditor,
  expected: Graph,
): Promise<void> {
  await until(`everything drains (it is ${JSON.stringify(editor.driver.status)})`, () => {
    const { status } = editor.driver;
    if (status.kind === 'refused') {
      checkSentence(world, 'Saving', status.message);
      throw new Error(`Saving was given up: ${status.message}`);
    }
    check(status.kind !== 'conflict', 'The person is asked though nobody changed the same.');
    check(status.kind !== 'gone', 'The project is said to be gone.');
    return status.kind === 'saved' && editor.driver.state.pending.length === 0;
  }).catch((error: unknown) => {
    throw new Error(`${(error as Error).message} It is ${JSON.stringify(editor.driver.status)}.`, {
      cause: error,
    });
  });
  const stored = await graphOf(world, projectId);
  check(
    sameGraph(stored, expected),
    `The service holds ${JSON.stringify(stored)}, not ${JSON.stringify(expected)}.`,
  );
}

const edit: Operation = {
  name: 'edit a document',
  async play(world, fault) {
    const id = await startGraph(world);
    const editor = await surely(world, this.name, () => openEditor(world, id));
    try {
      const meets = world.random.bool(0.4);
      await editUnderFault(world, editor, fault, async () => {
        if (meets) await colleagueEdits(world, id);
      });
      world.proxy.beHonest();
      let expected = editor.store.getGraph();
      if (meets) expected = withColleague(expected);
      await drained(world, id, editor, expected);
    } finally {
      world.proxy.beHonest();
      editor.close();
    }
  },
};

/** A colleague changes a node that nobody else touches, whatever version there is. */
async function colleagueEdits(world: World, projectId: string): Promise<void> {
  const params = { project_id: projectId };
  for (let attempt = 1; ; attempt += 1) {
    const { version } = await world.direct(endpoints.projects.get, { params });
    try {
      await world.direct(endpoints.projects.patchDocument, {
        params,
        body: { expectedVersion: version, operations: [setText('theirs', 'template', 'of a colleague')] },
      });
      return;
    } catch (error) {
      if (attempt === 20) throw error;
    }
  }
}

function withColleague(graph: Graph): Graph {
  const applied = applyOperations(graph, [setText('theirs', 'template', 'of a colleague')]);
  if (!applied.ok) throw new Error(applied.rejection.reason);
  return applied.graph;
}

const dieWhileEditing: Operation = {
  name: 'lose the page while editing',
  async play(world, fault) {
    const id = await startGraph(world);
    const first = await surely(world, this.name, () => openEditor(world, id));
    await editUnderFault(world, first, fault, () => Promise.resolve());
    const expected = first.store.getGraph();
    // The page is gone in the middle of it; the next one opens while the network still lies, or after.
    first.close();
    if (world.random.bool(0.5)) {
      const early = await act(world, 'Opening a project', () => openEditor(world, id));
      if (early.ok) early.value.close();
    }
    world.proxy.beHonest();
    const second = await surely(world, 'Opening a project', () => openEditor(world, id));
    try {
      check(sameGraph(second.store.getGraph(), expected), 'The project opened without every journaled edit.');
      await drained(world, id, second, expected);
    } finally {
      second.close();
    }
  },
};

const load: Operation = {
  name: 'open a document',
  async play(world, fault) {
    const id = await startGraph(world);
    const open = async () => {
      const editor = await openEditor(world, id);
      editor.close();
      return editor.store.getGraph();
    };
    const first = await underFault(world, fault, this.name, open);
    const graph = await retryAfterFault(world, this.name, first, open);
    check(
      sameGraph(graph, await graphOf(world, id)),
      'The document on screen is not the one of the service.',
    );
  },
};

export const editingOperations: readonly Operation[] = [load, edit, dieWhileEditing];
