import type { PatchOperation } from '#shared/api/index.ts';
import type { UndoStacks } from '#shared/desk/index.ts';
import { applyLenient } from '#shared/graph/operations.ts';
import type { Graph } from '#shared/graph/types.ts';

/**
 * Edits that tell afterwards which of them arrived: each field of the document counts its edits, and every edit writes
 * the count into the field. `text:a` is an input, `title:a` a title, `place:a` a position, `node:b` a node that comes
 * with odd counts and goes with even ones.
 */

const stableNodes = ['a', 'b', 'c', 'd'] as const;
const transientNodes = ['p', 'q', 'r'] as const;

export const fields: readonly string[] = [
  ...stableNodes.flatMap((id) => [`text:${id}`, `title:${id}`, `place:${id}`]),
  ...transientNodes.map((id) => `node:${id}`),
];

/** What the count-th edit of a field does. */
export function editOf(field: string, count: number): PatchOperation[] {
  const [kind, nodeId = ''] = field.split(':');
  switch (kind) {
    case 'text':
      return [
        { op: 'setNodeInput', nodeId, input: 'template', value: { type: 'string', value: `${count}` } },
      ];
    case 'title':
      return [{ op: 'setNodeTitle', nodeId, title: `${count}` }];
    case 'place':
      return [{ op: 'moveNode', nodeId, position: { x: count, y: 0 } }];
    default:
      return count % 2 === 1
        ? [
            {
              op: 'addNode',
              node: { id: nodeId, type: 'text/template', position: { x: count, y: 1 }, inputs: {} },
            },
            { op: 'connect', from: ['a', 'text'], to: [nodeId, 'a'] },
          ]
        : [{ op: 'removeNode', nodeId }];
  }
}

/**
 * Which edit of a field a document shows last; null for a node that is not there, which any even count leaves.
 * @throws Error when a node is there twice.
 */
function countIn(graph: Graph, field: string): number | null {
  const [kind, nodeId = ''] = field.split(':');
  const found = graph.nodes.filter(({ id }) => id === nodeId);
  if (found.length > 1) throw new Error(`Node ${nodeId} is there ${found.length} times.`);
  const [node] = found;
  switch (kind) {
    case 'text':
      return Number(node?.inputs?.['template']?.value ?? 0);
    case 'title':
      return Number(node?.title ?? 0);
    case 'place':
      return node?.position?.x ?? 0;
    default:
      return node ? (node.position?.x ?? 0) : null;
  }
}

/** Whether a document shows a count that lies between what was journaled and what was made. */
export const isInRange = (graph: Graph, field: string, journaled: number, created: number): boolean =>
  isCountInRange(countIn(graph, field), journaled, created);

/** @param count null for what is away: some edit from the last kept one on took it away, or none ever brought it. */
export const isCountInRange = (count: number | null, stored: number, created: number): boolean =>
  count === null ? stored % 2 === 0 || created > stored : count >= stored && count <= created;

/**
 * Texts whose newest step of the undo history is not what the document shows: an edit that was journaled without its step, or
 * a step without its edit.
 */
export function undoDifferences(document: UndoableDocument): string[] {
  const steps = document.history.stacks.done.toReversed();
  const graph = document.getGraph();
  return fields.filter((field) => {
    if (!field.startsWith('text:')) return false;
    const sets = steps.flatMap(({ forward }) => forward).find((operation) => isOf(field, operation));
    return (
      sets !== undefined && countIn(applyLenient(startGraph, [sets]).graph, field) !== countIn(graph, field)
    );
  });
}

interface UndoableDocument {
  history: { stacks: UndoStacks };
  getGraph: () => Graph;
}

const isOf = (field: string, operation: PatchOperation): boolean =>
  operation.op === 'setNodeInput' && field === `text:${operation.nodeId}`;

/** The next edit of each field, for a page that takes over a document. @param created edits so far, lost ones included. */
export function nextCounts(graph: Graph, created: Readonly<Record<string, number>>): Map<string, number> {
  return new Map(
    fields.map((field) => {
      const next = (created[field] ?? 0) + 1;
      const isTransient = field.startsWith('node:');
      const isPresent = isTransient && countIn(graph, field) !== null;
      // Odd counts bring a node, even ones take it away.
      return [field, isTransient && (next % 2 === 0) !== isPresent ? next + 1 : next];
    }),
  );
}

/** The document that all of this is done to. */
export const startGraph: Graph = {
  nodes: stableNodes.map((id) => ({ id, type: 'text/template', position: { x: 0, y: 0 }, inputs: {} })),
  connections: [],
};
