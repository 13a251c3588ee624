import type { EditableInputValue, PatchOperation } from '../api/schemas/documents.ts';
import { isFileOutput, isListOutput, type RunListOutput, type RunOutput } from '../api/schemas/runs.ts';
import { listItemsOf } from './held-value.ts';
import { OccupiedAreas } from './occupied-areas.ts';
import { findNode } from './graph.ts';
import { spaceForNode } from './node-size.ts';
import { inputValue } from './node-fields.ts';
import { valueOfOutput } from './output-value.ts';
import { jsonEqual } from '../language/json-equal.ts';
import type { Graph, GraphNode, NodeCatalog } from './types.ts';

/** One run output that somebody chose to keep. */
export interface OutputToApply {
  /** Its name among the outputs of the run. */
  key: string;
  /** The node it came from; the new node stands to its right. */
  nodeId: string;
  output: RunOutput;
}

/** Free space between a placed node and others, in canvas units. */
const GAP = { x: 80, y: 48 };

interface Holder {
  type: string;
  input: string;
  value: EditableInputValue;
}

/** The input node that can hold an output. Media of a kind that the catalog lacks becomes a plain file. */
function holderOf(output: RunOutput, catalog: NodeCatalog | undefined): Holder {
  const value = valueOfOutput(output);
  if (isListOutput(output)) return listHolder(output, value, catalog);
  if (isFileOutput(output)) {
    const kind = /^(image|video|audio)\//.exec(output.contentType)?.[1] ?? 'file';
    const type = `input/${kind}`;
    return { type: catalog && !catalog.pinsOf(type) ? 'input/file' : type, input: 'file', value };
  }
  const kind = value.type === 'string' ? 'text' : value.type;
  return { type: `input/${kind}`, input: 'value', value };
}

/** The node that can hold a list: one for files, pictures alone as such, else one for values. */
function listHolder(
  { value: items }: RunListOutput,
  value: EditableInputValue,
  catalog: NodeCatalog | undefined,
): Holder {
  const files = items.filter((item) => 'fileId' in item);
  if (files.length === 0 || files.length < items.length)
    return {
      type: 'list/values',
      input: 'values',
      value: { type: 'string', value: JSON.stringify(valuesOf(value)) },
    };
  const isPictures = files.every(({ contentType }) => contentType.startsWith('image/'));
  const type = isPictures ? 'list/images' : 'list/files';
  return { type: catalog && !catalog.pinsOf(type) ? 'list/files' : type, input: 'files', value };
}

/** The values of a list without their types; files by their ids. */
const valuesOf = (value: EditableInputValue): unknown => listItemsOf(value)?.map(valuesOf) ?? value.value;

const slug = (key: string): string =>
  key
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80) || 'output';

/**
 * The operations that keep chosen outputs of a run in its project: each becomes an input node right of its source, and
 * applying the same output again updates that node. One undo takes them back.
 * @param graph the graph of the project as it is now.
 */
export function planApply(
  graph: Graph,
  outputs: readonly OutputToApply[],
  catalog?: NodeCatalog,
): PatchOperation[] {
  const operations: PatchOperation[] = [];
  const used = new Set<string>();
  /** By stem, the first number that is not used. */
  const unused = new Map<string, number>();

  const nodeFor = (key: string, type: string): { id: string; node: GraphNode | undefined } => {
    const stem = `applied-${slug(key)}`;
    const idAt = (number: number): string => (number === 1 ? stem : `${stem}-${number}`);
    let first = unused.get(stem) ?? 1;
    while (used.has(idAt(first))) first += 1;
    unused.set(stem, first);
    for (let number = first; ; number += 1) {
      const id = idAt(number);
      if (used.has(id)) continue;
      const node = findNode(graph, id);
      if (!node || (node.type === type && node.title === key)) return { id, node };
    }
  };

  const spaceOf = (node: GraphNode) => spaceForNode(node, catalog?.pinsOf(node.type));

  const occupied = new OccupiedAreas();
  const occupy = (node: GraphNode): void => {
    const { width, height } = spaceOf(node);
    const { x: left, y: top } = node.position ?? { x: 0, y: 0 };
    occupied.add({
      left: left - GAP.y,
      right: left + width + GAP.y,
      top: top - GAP.y,
      bottom: top + height + GAP.y,
    });
  };
  for (const node of graph.nodes) occupy(node);

  /** The first place in the column right of the source, from its height downwards, that no other node comes near. */
  const positionFor = (sourceId: string, fresh: GraphNode): { x: number; y: number } => {
    const source = findNode(graph, sourceId);
    const x = (source?.position?.x ?? 0) + (source ? spaceOf(source).width : 0) + GAP.x;
    return { x, y: occupied.freeBelow({ x, y: source?.position?.y ?? 0 }, spaceOf(fresh)) };
  };

  for (const { key, nodeId, output } of outputs) {
    const { type, input, value } = holderOf(output, catalog);
    const { id, node } = nodeFor(key, type);
    used.add(id);
    if (node) {
      if (!jsonEqual(inputValue(node, input), value)) {
        operations.push({ op: 'setNodeInput', nodeId: id, input, value });
      }
      continue;
    }
    const unplaced: GraphNode = { id, type, title: key, inputs: { [input]: value } };
    const fresh: GraphNode = { ...unplaced, position: positionFor(nodeId, unplaced) };
    occupy(fresh);
    operations.push({ op: 'addNode', node: fresh });
  }
  return operations;
}
