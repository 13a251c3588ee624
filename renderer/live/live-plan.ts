import { isFileOutput, type InlineGraph, type RunOutput } from '#shared/api/index.ts';
import { inputSource } from '#shared/graph/held-value.ts';
import type { GraphConnection, GraphNode } from '#shared/graph/types.ts';
import type { ItemsSource } from '#renderer/model/node-items.ts';
import { freeId, PICK, pickNode } from '#renderer/model/pick-node.ts';
import type { PickedItems } from '#renderer/model/picked-items.ts';
import type { LiveItem } from './live-items.ts';
import { outputOfItem } from './item-output.ts';

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
  resultOf(id: string): ItemsSource | undefined;
  /** The item of its lists at which a node is looked at; null of one that runs once. */
  itemInView(id: string): LiveItem | null;
  /** By input, which item of its list goes into an item of a node. */
  positionsOf(id: string, path: readonly number[]): PickedItems;
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

/** A node, or one item of a node that runs for lists: previews are made of one. */
interface Unit {
  id: string;
  path: readonly number[] | null;
}

const unitKey = ({ id, path }: Unit): string => (path === null ? id : `${id} item ${path.join('.')}`);

const unitInView = (sources: PlanSources, id: string): Unit => ({
  id,
  path: sources.itemInView(id)?.path ?? null,
});

/** What comes through a wire: what a unit gives, or an item of the list that it gives. */
interface Feed {
  wire: GraphConnection;
  unit: Unit;
  /** Which item of it, from the outermost list inwards; empty for all of it. */
  positions: readonly number[];
}

/** What feeds a unit; null where it takes a whole list of a node that runs for items, of which previews make one. */
function feedsOf(sources: PlanSources, { id, path }: Unit): Feed[] | null {
  const positions = path === null ? {} : sources.positionsOf(id, path);
  const feeds: Feed[] = [];
  for (const wire of sources.incomingWires(id)) {
    const [from] = wire.from;
    const depth = sources.itemInView(from)?.path.length ?? 0;
    const at = positions[wire.to[1]] ?? [];
    if (at.length < depth) return null;
    const unit = { id: from, path: depth === 0 ? null : at.slice(0, depth) };
    feeds.push({ wire, unit, positions: at.slice(depth) });
  }
  return feeds;
}

/** Whether a node and all above it can be executed, or stand on results that are there. Without recursion: chains are long. */
function canExecute(sources: PlanSources, nodeId: string, reach: Map<string, boolean>): boolean {
  const target = unitInView(sources, nodeId);
  const path = [target];
  const expanded = new Set<string>();
  while (path.length > 0) {
    const unit = path.at(-1)!;
    const key = unitKey(unit);
    if (reach.has(key)) {
      path.pop();
      continue;
    }
    const feeds = feedsOf(sources, unit);
    if (!expanded.has(key)) {
      expanded.add(key);
      if (feeds === null || !isExecutable(sources, unit.id)) reach.set(key, false);
      else for (const feed of feeds) if (!expanded.has(unitKey(feed.unit))) path.push(feed.unit);
      continue;
    }
    // A source that is open still stands in a circle of wires.
    reach.set(key, feeds?.every((feed) => isReachable(sources, feed, reach)) === true);
    path.pop();
  }
  return reach.get(unitKey(target)) === true;
}

const isExecuted = (sources: PlanSources, { unit, positions }: Feed, reach: ReadonlyMap<string, boolean>) =>
  reach.get(unitKey(unit)) === true && (positions.length === 0 || sources.isLive(PICK.type));

const isReachable = (sources: PlanSources, feed: Feed, reach: ReadonlyMap<string, boolean>): boolean =>
  isExecuted(sources, feed, reach) || substituteOutput(sources, feed) !== null;

/** Whether the node by itself can be executed: its type is live, and it lacks no input. */
function isExecutable(sources: PlanSources, id: string): boolean {
  const node = sources.node(id);
  if (node === undefined || !sources.isLive(node.type)) return false;
  const wired = new Set(sources.incomingWires(id).map(({ to }) => to[1]));
  const required = sources.requiredInputs(node.type);
  return required?.every((pin) => wired.has(pin) || inputSource(node.inputs?.[pin]) !== null) === true;
}

/** What comes through a wire from a node that is not executed: a picture, or a value; null where neither is there. */
function substituteOutput(
  sources: PlanSources,
  { wire, unit: { id, path }, positions }: Feed,
): RunOutput | null {
  const at = [...(path ?? []), ...positions];
  const output = outputOfItem(sources.node(id), sources.resultOf(id), wire.from[1], at);
  if (output === null || !isFileOutput(output)) return output;
  return output.contentType.startsWith('image/') && sources.isLive(PICTURE_TYPE) ? output : null;
}

function graphTo(
  sources: PlanSources,
  targets: readonly string[],
  reach: ReadonlyMap<string, boolean>,
): InlineGraph {
  const nodes = new Map<string, GraphNode>();
  const connections: GraphConnection[] = [];
  const isUsed = (id: string): boolean => sources.node(id) !== undefined || nodes.has(id);
  const inView = new Set(targets.map((id) => unitKey(unitInView(sources, id))));
  // A Map is walked in insertion order, including what is added on the way.
  const included = new Map(targets.map((id) => [unitKey(unitInView(sources, id)), unitInView(sources, id)]));
  const ids = new Map<string, string>();
  /** A node that is needed at an item which is not the one that is looked at is there under another id. */
  const idOf = (unit: Unit): string => {
    const key = unitKey(unit);
    const isInView = inView.has(key) || key === unitKey(unitInView(sources, unit.id));
    const id =
      ids.get(key) ?? (isInView ? unit.id : freeId(key, (name) => isUsed(name) || reserved.has(name)));
    reserved.add(id);
    ids.set(key, id);
    return id;
  };
  const reserved = new Set<string>();
  for (const unit of included.values()) {
    const id = idOf(unit);
    const node = sources.node(unit.id)!;
    let inputs = node.inputs;
    for (const feed of feedsOf(sources, unit) ?? []) {
      const { wire } = feed;
      const to: GraphConnection['to'] = [id, wire.to[1]];
      if (isExecuted(sources, feed, reach)) {
        included.set(unitKey(feed.unit), feed.unit);
        let from: GraphConnection['from'] = [idOf(feed.unit), wire.from[1]];
        for (const position of feed.positions) {
          const pick = pickNode(freeId(`pick ${id} ${wire.to[1]}`, isUsed), position);
          nodes.set(pick.id, pick);
          connections.push({ from, to: [pick.id, PICK.list] });
          from = [pick.id, PICK.item];
        }
        connections.push({ from, to });
        continue;
      }
      const output = substituteOutput(sources, feed);
      if (output === null) continue;
      if (isFileOutput(output)) {
        const picture = pictureNode(sources, output.fileId);
        nodes.set(picture.id, picture);
        connections.push({ from: [picture.id, PICTURE_PINS.output], to });
      } else inputs = { ...inputs, [wire.to[1]]: { type: output.type, value: output.value } };
    }
    nodes.set(id, inputs === node.inputs && id === node.id ? node : { ...node, id, inputs });
  }
  return { nodes: [...nodes.values()], connections };
}

/** A node that holds a picture which a run has made; one for each file, with an id that no node of the graph has. */
function pictureNode(sources: PlanSources, fileId: string): GraphNode {
  const id = freeId(`picture-${fileId}`, (name) => sources.node(name) !== undefined);
  return { id, type: PICTURE_TYPE, inputs: { [PICTURE_PINS.input]: { type: 'file', value: fileId } } };
}
