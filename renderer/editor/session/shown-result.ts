import type { NodeResult, NodeRunTable } from '#renderer/model/node-run-state.ts';
import type { EditorSession } from './editor-session.ts';

/** What a node shows of its results: of a frozen one what it is frozen with, else what runs have made. */
export function visibleResult(
  session: Pick<EditorSession, 'states'>,
  runTable: NodeRunTable,
  nodeId: string,
  key: string | null,
): NodeResult | undefined {
  const result = runTable.resultOf(nodeId, key);
  const outputs = session.states.frozenOutputs(nodeId);
  return outputs === undefined ? result : { runId: result?.runId ?? '', outputs, key: null };
}
