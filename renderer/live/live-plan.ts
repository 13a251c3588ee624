import { isFileOutput, type InlineGraph, type RunOutput } from '#shared/api/index.ts';
import { inputSource } from '#shared/graph/held-value.ts';
import type { GraphConnection, GraphNode } from '#shared/graph/types.ts';

/** Which part of a graph is executed for a preview, and as what. */

export interface LivePlan {
  /** The nodes to execute and all they need, nothing else. */
  graph: InlineGraph;
  targetNodeIds: readonly string[];
  /** Longest side of the largest picture, in pixels: as large as it is shown. */
  side: number;
}

/** What a plan is made from; lookups as they are at the time of the call. */
export interface PlanSources {
  node(id: string): GraphNode | undefined;
  incomingWires(id: string): readonly GraphConnection[];
  /** Longest side of the largest picture to make, in pixels. */
  side: number;
  /** Whether previews may execute a type: it is free, local and fast. */
  isLive(type: string): boolean;
  /** Names of the inputs that a type cannot do without; null for a type that the service does not have. */
  requiredInputs(type: string): readonly string[] | null;
  /** Whether a node has a result of what it is now, or is known to fail as it is now. */
  isSettled(id: string): boolean;
  /** What a run has made of the node as it is now; undefined when none has. */
  resultOf(id: string): Readonly<Record<string, RunOutput>> | undefined;
}

const PICTURE_TYPE = 'input/image';
const PICTURE_PINS = { input: 'file', output: 'image' } as const;

/**
 * The run that brings nodes up to date; null when none of them needs one or can have one. What previews may not execute
 * is not executed: where a run has made its result already, that stands in its place.
 * @param targetIds nodes that are looked at.
 */
export function planLive(sources: PlanSources, targetIds: Iterable<string>): LivePlan | null {
  const reach = new Map<string, boolean>();
  const targets: string[] = [];
  for (const id of targetIds) {
    if (!sources.isSettled(id) && canExecute(sources, id, reach)) targets.push(id);
  }
  if (targets.length === 0) return null;
  return { graph: graphTo(sources, targets, reach), targetNodeIds: targets, side: sources.side };
}

/** Whether a node and all above it can be executed, or stand on results that are there. Without recursion: chains are long. */
function canExecute(sources: PlanSources, nodeId: string, reach: Map<string, boolean>): boolean {
  const path = [nodeId];
  const expanded = new Set<string>();
  while (path.length > 0) {
    const id = path.at(-1)!;
    if (reach.has(id)) {
      path.pop();
      continue;
    }
    if (!expanded.has(id)) {
      expanded.add(id);
      if (!isExecutable(sources, id)) reach.set(id, false);
      else for (const { from } of sources.incomingWires(id)) if (!expanded.has(from[0])) path.push(from[0]);
      continue;
    }
    // A source that is open still stands in a circle of wires.
    reach.set(
      id,
      sources
        .incomingWires(id)
        .every((wire) => reach.get(wire.from[0]) === true || substituteOutput(sources, wire) !== null),
    );
    path.pop();
  }
  return reach.get(nodeId) === true;
}

/** Whether the node by itself can be executed: its type is live, and it lacks no input. */
function isExecutable(sources: PlanSources, id: string): boolean {
  const node = sources.node(id);
  if (node === undefined || !sources.isLive(node.type)) return false;
  const wired = new Set(sources.incomingWires(id).map(({ to }) => to[1]));
  const required = sources.requiredInputs(node.type);
  return required?.every((pin) => wired.has(pin) || inputSource(node.inputs?.[pin]) !== null) === true;
}

/** What comes through a wire from a node that is not executed: a picture, or a value; null where neither is there. */
function substituteOutput(sources: PlanSources, { from: [id, pin] }: GraphConnection): RunOutput | null {
  const output = sources.resultOf(id)?.[pin];
  if (output === undefined) return null;
  if (!isFileOutput(output)) return output;
  return output.contentType.startsWith('image/') && sources.isLive(PICTURE_TYPE) ? output : null;
}

function graphTo(
  sources: PlanSources,
  targets: readonly string[],
  reach: ReadonlyMap<string, boolean>,
): InlineGraph {
  const nodes = new Map<string, GraphNode>();
  const connections: GraphConnection[] = [];
  // A Set is walked in insertion order, including what is added on the way.
  const included = new Set(targets);
  for (const id of included) {
    const node = sources.node(id)!;
    let inputs = node.inputs;
    for (const wire of sources.incomingWires(id)) {
      const [from] = wire.from;
      if (reach.get(from) === true) {
        included.add(from);
        connections.push(wire);
        continue;
      }
      const output = substituteOutput(sources, wire);
      if (output === null) continue;
      if (isFileOutput(output)) {
        const picture = pictureNode(sources, output.fileId);
        nodes.set(picture.id, picture);
        connections.push({ from: [picture.id, PICTURE_PINS.output], to: wire.to });
      } else inputs = { ...inputs, [wire.to[1]]: { type: output.type, value: output.value } };
    }
    nodes.set(id, inputs === node.inputs ? node : { ...node, inputs });
  }
  return { nodes: [...nodes.values()], connections };
}

/** A node that holds a picture which a run has made; one for each file, with an id that no node of the graph has. */
function pictureNode(sources: PlanSources, fileId: string): GraphNode {
  let id = `picture-${fileId}`.replaceAll(/[^\w-]/g, '-').slice(0, 100);
  while (sources.node(id) !== undefined) id = `${id}-`;
  return { id, type: PICTURE_TYPE, inputs: { [PICTURE_PINS.input]: { type: 'file', value: fileId } } };
}
