import type { RunInputValue } from '#shared/api/index.ts';
import type { Graph, GraphConnection, GraphNode } from '#shared/graph/types.ts';
import type { Pairing } from '#shared/graph/list-pairing.ts';
import { freeId, PICK, pickNode } from './pick-node.ts';
import { asRunInput, inputsOfItem, positionsOfItem, type InputList } from './item-inputs.ts';

/** A run of one item of a node: with values in the place of its lists, or with nodes that pick from lists of which the page has only the beginning. */

/** By input, which item of its list goes in: positions from the outermost list inwards, from 0. */
export type PickedItems = Readonly<Record<string, readonly number[]>>;

export interface ItemRequest {
  values: Record<string, RunInputValue>;
  picked: PickedItems;
}

/**
 * What a run of one item takes.
 * @param mayPick whether the service has a node that picks. @returns null where nothing says which items go in.
 */
export function itemRequestOf(
  lists: readonly InputList[],
  pairing: Pairing,
  path: readonly number[],
  mayPick: boolean,
): ItemRequest | null {
  const values: Record<string, RunInputValue> = {};
  const picked: Record<string, readonly number[]> = {};
  const inputs = inputsOfItem(lists, pairing, path);
  const positions = positionsOfItem(lists, pairing, path);
  for (const { name } of lists) {
    const output = inputs[name];
    const value = output === undefined ? null : asRunInput(output);
    const at = positions[name] ?? [];
    if (value !== null) values[name] = value;
    else if (mayPick && output === undefined && at.length > 0) picked[name] = at;
    else return null;
  }
  return lists.length === 0 ? null : { values, picked };
}

/** A graph in which one item comes to a node by each of these inputs, where a list did. */
export function withPickedItems(graph: Graph, nodeId: string, picked: PickedItems): Graph {
  const ids = new Set(graph.nodes.map(({ id }) => id));
  const nodes: GraphNode[] = [...graph.nodes];
  const connections: GraphConnection[] = [];
  for (const wire of graph.connections) {
    const positions = wire.to[0] === nodeId ? picked[wire.to[1]] : undefined;
    let from = wire.from;
    for (const position of positions ?? []) {
      const id = freeId(`pick-${nodeId}-${wire.to[1]}`, (name) => ids.has(name));
      ids.add(id);
      nodes.push(pickNode(id, position));
      connections.push({ from, to: [id, PICK.list] });
      from = [id, PICK.item];
    }
    connections.push(from === wire.from ? wire : { from, to: wire.to });
  }
  return { nodes, connections };
}
