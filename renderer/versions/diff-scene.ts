import type { GraphComparison, NodeChange } from '#shared/graph/compare.ts';
import { inputKey } from '#shared/graph/keys.ts';
import type { Graph, GraphConnection, GraphNode } from '#shared/graph/types.ts';

/** What the comparison of two versions looks like on a canvas: both graphs laid over each other. Pure. */

export const CARD_WIDTH = 248;
export const CARD_HEIGHT = 96;

export interface Card {
  id: string;
  node: GraphNode;
  kind: NodeChange['kind'] | null;
  x: number;
  y: number;
  /** Where a moved node was. */
  was: { x: number; y: number } | null;
}

export interface DiffWire {
  from: Card;
  to: Card;
  kind: 'added' | 'removed' | null;
}

export interface DiffScene {
  cards: Card[];
  wires: DiffWire[];
  bounds: { x: number; y: number; width: number; height: number };
}

/** @param currentGraph the newer graph; `comparison` says what became of the older one on the way to it. */
export function diffScene(currentGraph: Graph, comparison: GraphComparison): DiffScene {
  const changes = new Map(comparison.nodes.map((change) => [change.nodeId, change]));
  const cards = new Map<string, Card>();
  const nodeRect = (node: GraphNode, index: number) =>
    node.position ?? { x: (index % 12) * (CARD_WIDTH + 60), y: Math.floor(index / 12) * (CARD_HEIGHT + 60) };
  currentGraph.nodes.forEach((node, index) => {
    const change = changes.get(node.id);
    const repositioned =
      change && 'fields' in change
        ? change.fields.find((field) => field.field === 'position')?.before
        : undefined;
    cards.set(node.id, {
      id: node.id,
      node,
      kind: change?.kind ?? null,
      ...nodeRect(node, index),
      was: repositioned ?? null,
    });
  });
  let index = currentGraph.nodes.length;
  for (const change of comparison.nodes) {
    if (change.kind !== 'removed') continue;
    cards.set(change.nodeId, {
      id: change.nodeId,
      node: change.before,
      kind: 'removed',
      ...nodeRect(change.before, index),
      was: null,
    });
    index += 1;
  }
  const added = new Set(comparison.addedWires.map(({ to }) => inputKey(to)));
  const wire = (connection: GraphConnection, kind: DiffWire['kind']): DiffWire[] => {
    const [from, to] = [cards.get(connection.from[0]), cards.get(connection.to[0])];
    return from && to ? [{ from, to, kind }] : [];
  };
  const wires = [
    ...currentGraph.connections.flatMap((connection) =>
      wire(connection, added.has(inputKey(connection.to)) ? 'added' : null),
    ),
    ...comparison.removedWires.flatMap((connection) => wire(connection, 'removed')),
  ];
  return { cards: [...cards.values()], wires, bounds: boundsOf([...cards.values()]) };
}

export function boundsOf(cards: readonly Card[]): DiffScene['bounds'] {
  if (cards.length === 0) return { x: 0, y: 0, width: CARD_WIDTH, height: CARD_HEIGHT };
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, was } of cards) {
    for (const at of was ? [was, { x, y }] : [{ x, y }]) {
      left = Math.min(left, at.x);
      top = Math.min(top, at.y);
      right = Math.max(right, at.x + CARD_WIDTH);
      bottom = Math.max(bottom, at.y + CARD_HEIGHT);
    }
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The topmost card at a point, canvas units. */
export const cardAt = (scene: DiffScene, x: number, y: number): Card | undefined =>
  scene.cards.findLast(
    (card) => x >= card.x && x <= card.x + CARD_WIDTH && y >= card.y && y <= card.y + CARD_HEIGHT,
  );
