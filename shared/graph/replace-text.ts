import type { PatchOperation } from '../api/schemas/documents.ts';
import { parsePinType } from './pin-type.ts';
import type { Graph, GraphNode, NodeCatalog } from './types.ts';

/** Letters that one value may come to: what nodes and wires carry without effort. */
const MAX_TEXT_LETTERS = 1_000_000;

/** What replacing words in the texts of a graph comes to. */
export interface TextReplacement {
  operations: Extract<PatchOperation, { op: 'setNodeInput' }>[];
  /** How often the words stand there. */
  count: number;
  nodeIds: string[];
  /** Nodes whose text would become too long; it stays as it is. */
  exceeding: string[];
}

/**
 * Replaces words in what nodes hold as text, whatever their case. Choices, colors, files and JSON are no text.
 * @param find literal words; none find nothing.
 * @param isExcluded nodes that stay as they are.
 */
export function planTextReplacement(
  graph: Graph,
  find: string,
  by: string,
  catalog: NodeCatalog,
  isExcluded: (nodeId: string) => boolean = () => false,
): TextReplacement {
  const plan: TextReplacement = { operations: [], count: 0, nodeIds: [], exceeding: [] };
  if (find === '') return plan;
  const words = new RegExp(find.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`), 'giu');
  for (const node of graph.nodes) if (!isExcluded(node.id)) addNode(plan, node, words, by, catalog);
  return plan;
}

function addNode(
  plan: TextReplacement,
  node: GraphNode,
  words: RegExp,
  by: string,
  catalog: NodeCatalog,
): void {
  const pins = catalog.pinsOf(node.type)?.inputs;
  let isFound = false;
  for (const [input, value] of Object.entries(node.inputs ?? {})) {
    const current: unknown = value.value;
    if (typeof current !== 'string' || value.type === 'file' || 'fileId' in value) continue;
    const pin = pins?.find(({ name }) => name === input);
    const { base } = parsePinType(pin?.type);
    if (base !== 'text' && base !== 'any') continue;
    const found = current.match(words);
    if (!found) continue;
    const letters = current.length + found.reduce((sum, { length }) => sum + by.length - length, 0);
    if (letters > MAX_TEXT_LETTERS) {
      plan.exceeding.push(node.id);
      continue;
    }
    plan.count += found.length;
    isFound = true;
    const next = current.replace(words, () => by);
    if (next === current) continue;
    plan.operations.push({
      op: 'setNodeInput',
      nodeId: node.id,
      input,
      value: { ...value, value: next },
    });
  }
  if (isFound) plan.nodeIds.push(node.id);
}
