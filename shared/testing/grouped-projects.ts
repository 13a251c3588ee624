import { emptyCanvas } from '../canvas/items.ts';
import { applyCanvasLenient } from '../canvas/operations.ts';
import { connectionKey } from '../graph/keys.ts';
import { applyLenient } from '../graph/operations.ts';
import type { Graph, GraphConnection } from '../graph/types.ts';
import {
  chainOf,
  groupTree,
  linkedEdit,
  locationOf,
  type Edit,
  type Grouped,
  type Location,
  type GroupPath,
} from '../groups/index.ts';

/** Projects with groups, changed as the editor changes them, and looked at as people see them. */

/** Ids in their order. */
export function countingIds(prefix = 'id'): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}${count}`;
  };
}

/** A chain of nodes that each take the one before. */
export const chain = (...ids: readonly string[]): Graph => ({
  nodes: ids.map((id, at) => ({
    id,
    type: 'image/blur',
    title: null,
    position: { x: at * 300, y: 0 },
    inputs: { radius: { type: 'number', value: at } },
  })),
  connections: ids
    .slice(1)
    .map((id, at): GraphConnection => ({ from: [ids[at]!, 'image'], to: [id, 'image'] })),
});

export const project = (graph: Graph): Grouped => ({ graph, items: emptyCanvas() });

/** An edit as it is, without what is linked. */
export const applyAlone = (at: Grouped, { operations, canvas }: Edit): Grouped => ({
  graph: operations.length === 0 ? at.graph : applyLenient(at.graph, operations).graph,
  items: applyCanvasLenient(at.items, canvas).items,
});

/** An edit as a person makes it: linked instances follow. */
export function applyEdit(at: Grouped, edit: Edit): Grouped {
  const linked = linkedEdit(at, edit);
  return applyAlone(applyAlone(at, edit), linked);
}

/** All that can be opened, from the whole project on. */
const trails = (at: Grouped): GroupPath[] => {
  const tree = groupTree(at.items);
  return [[], ...[...tree.contents.keys()].map((id) => [...chainOf(tree, `instances:${id}`), id])];
};

const isSame = (a: Location, b: Location): boolean =>
  a.kind === 'in' && b.kind === 'in' && a.instance === b.instance;

/** What people see who open every group once: each node where it is shown, each wire where both its ends are. */
export function seenGraph(at: Grouped): { nodes: string[]; wires: string[] } {
  const tree = groupTree(at.items);
  const nodes: string[] = [];
  const wires: string[] = [];
  for (const groupPath of trails(at)) {
    for (const { id } of at.graph.nodes) if (locationOf(tree, groupPath, id).kind === 'shown') nodes.push(id);
    for (const wire of at.graph.connections) {
      const [from, to] = [locationOf(tree, groupPath, wire.from[0]), locationOf(tree, groupPath, wire.to[0])];
      if (from.kind === 'elsewhere' || to.kind === 'elsewhere' || isSame(from, to)) continue;
      wires.push(connectionKey(wire));
    }
  }
  return { nodes: nodes.sort(), wires: wires.sort() };
}

/** What runs, in the same form. */
export const ranGraph = ({ graph }: Grouped): { nodes: string[]; wires: string[] } => ({
  nodes: graph.nodes.map(({ id }) => id).sort(),
  wires: graph.connections.map(connectionKey).sort(),
});
