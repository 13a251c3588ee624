import type { NodeEstimate } from '#shared/desk/run-estimate.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import { isTerminalPhase } from '#renderer/model/node-run-state.ts';
import type { EditorSession } from './editor-session.ts';

/** Groups and runs: what a run of one executes, takes, and has come to. */

/** Of the nodes in a group: how far a run is with them. */
export interface GroupRun {
  running: number;
  finished: number;
  /** Nodes that the newest run takes part in. */
  included: number;
  /** 0 to 1: a node that tells its progress counts by it. */
  progress: number;
  /** In the order that they have in the graph. */
  failed: readonly string[];
}

/** How far the newest run is with nodes. */
export function runOfNodes(runTable: Pick<NodeRunTable, 'get'>, nodes: Iterable<string>): GroupRun {
  const failed: string[] = [];
  let [running, finished, included, sum] = [0, 0, 0, 0];
  for (const id of nodes) {
    const state = runTable.get(id);
    if (!state) continue;
    const { phase, progress } = state;
    included += 1;
    if (phase === 'running') running += 1;
    if (phase === 'failed') failed.push(id);
    if (isTerminalPhase(phase)) finished += 1;
    sum += isTerminalPhase(phase) ? 1 : phase === 'running' ? (progress ?? 0) : 0;
  }
  return { running, finished, included, failed, progress: included === 0 ? 0 : sum / included };
}

/** Of the nodes that failed those that nobody changed since. */
export const failedAsTheyAre = (
  { keys }: EditorSession,
  runTable: Pick<NodeRunTable, 'get'>,
  failed: readonly string[],
): string[] =>
  failed.filter((id) => {
    const key = runTable.get(id)?.key ?? null;
    return key === null || keys.peek(id) === key;
  });

/** The groups that a command is about: the selected ones, else the one that is open. */
export const targetGroups = ({ groups }: Pick<EditorSession, 'groups'>): string[] => {
  const selected = groups.selected();
  return selected.length > 0 ? selected : groups.groupPath.slice(-1);
};

/** The nodes in groups that feed no other node there: a run to them executes all of the groups. */
export function groupTargets({ groups, store }: EditorSession, instances: readonly string[]): string[] {
  const nodes = new Set(instances.flatMap((id) => groups.nodesIn(id)));
  return [...nodes].filter((id) =>
    store.wiresOf(id).every(({ from, to }) => from[0] !== id || !nodes.has(to[0])),
  );
}

/** What a run is expected to take of a group; null where it executes nothing of it, and where nothing is known. */
export function groupEstimate(
  { expectations, outlook, store }: EditorSession,
  nodeIds: Iterable<string>,
): NodeEstimate | null {
  const { runs } = outlook.get();
  const nodes = [...nodeIds].flatMap((id) => (runs.has(id) ? (store.getNode(id) ?? []) : []));
  const connections = nodes.flatMap(({ id }) => store.wiresOf(id).filter(({ to }) => to[0] === id));
  return expectations.together({ nodes, connections });
}
