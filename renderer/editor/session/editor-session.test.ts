import { expect, it } from 'vitest';
import type { UndoStep } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/types.ts';
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

it('undo and redo say that they wait for a gesture of another window', async () => {
  const ports = standIn(graph);
  const history = { done: [step('type', '', 'one')], undone: [], held: step('drag', 'one', 'half') };
  const journal = { writing: false, entries: [], inFlight: [], history };
  const session = await openSession({
    ...ports,
    journal: { ...ports.journal, claim: () => Promise.resolve(journal) },
  });
  const said: string[] = [];
  session.ui.say = (message) => void said.push(message);
  session.undo();
  session.redo();
  expect(said).toEqual(
    Array(2).fill('Another window is in the middle of a change. Try again when it is done there.'),
  );
  expect([session.store.getGraph(), session.store.history.depth]).toEqual([graph, 1]);
  session.dispose();
});
