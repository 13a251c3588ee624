import { UsedNames } from '#shared/language/used-names.ts';
import { parsePinType, type PinBase } from '#shared/graph/pin-type.ts';
import { findNode, inputConnection, outputLabel, type Graph, type GraphNode } from '#shared/graph/index.ts';
import { outputNameOf, outputPinOf, planRun, uniqueKey } from '#service/engine/plan.ts';
import type { PinDefinition } from '#service/nodes/definition.ts';
import type { NodeRegistry } from '#service/nodes/registry.ts';
import type { TemplatePin } from './rows.ts';

/** Choosing the pins of a graph that a template shows to its callers. */

/** A choice that the graph does not allow; the message says why. */
export class TemplateProblem extends Error {
  override name = 'TemplateProblem';
}

export interface InputSelection {
  nodeId: string;
  pin: string;
  field: string;
}

const FILE_BASES: ReadonlySet<string> = new Set(['file', 'image', 'video', 'audio']);
const FIELD = /^[\p{L}_][\p{L}\p{N}_-]{0,99}$/u;

/** The type of a field as callers know it: `string`, `number`, `boolean`, `json`, `file`, or the kind of medium. */
function dataTypeOf(base: PinBase): string {
  switch (base) {
    case 'text':
    case 'choice':
    case 'color':
      return 'string';
    default:
      return base;
  }
}

/** What an input node is for: it takes any file by the type of its pin; what it gives says more. Null for other inputs. */
export function mediumOf({ type }: GraphNode, pin: PinDefinition): string | null {
  const medium = /^input\/(image|video|audio)$/.exec(type)?.[1];
  return parsePinType(pin.type).base === 'file' && medium !== undefined ? medium : null;
}

export function pinOf(fieldName: string, name: string, node: GraphNode, pin: PinDefinition): TemplatePin {
  const { base } = parsePinType(pin.type);
  const dataType = mediumOf(node, pin) ?? dataTypeOf(base);
  return {
    fieldName,
    name,
    kind: FILE_BASES.has(base) ? 'file' : 'primitive',
    dataType,
    nodeId: node.id,
    pinName: pin.name,
  };
}

/** The name of a field, made of what people read; taken names get a number. */
export function fieldNameOf(label: string, usedNames: UsedNames): string {
  const words = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^[_\p{N}]+|_+$/gu, '')
    .slice(0, 60);
  const field = words || 'input';
  return usedNames.reserve(field, (number) => `${field}_${number}`);
}

/** The input nodes of a graph whose value nothing is plugged into, each under a name made of its title. */
function everyInput(graph: Graph, nodes: NodeRegistry): InputSelection[] {
  const usedNames = new UsedNames();
  return graph.nodes.flatMap((node) => {
    const pin = node.type.startsWith('input/') ? nodes.get(node.type)?.inputs[0] : undefined;
    if (!pin || inputConnection(graph, node.id, pin.name)) return [];
    const field = fieldNameOf(node.title?.trim() || nodes.get(node.type)?.title || node.id, usedNames);
    return [{ nodeId: node.id, pin: pin.name, field }];
  });
}

/**
 * The inputs of a template. Without a choice every input node of the graph is one.
 * @throws TemplateProblem
 */
export function selectInputs(
  graph: Graph,
  nodes: NodeRegistry,
  selection: readonly InputSelection[] | null,
): TemplatePin[] {
  const fields = new Set<string>();
  const pins = new Set<string>();
  return (selection ?? everyInput(graph, nodes)).map(({ nodeId, pin: pinName, field }) => {
    const node = findNode(graph, nodeId);
    if (!node) throw new TemplateProblem(`The graph has no node ${nodeId}.`);
    const definition = nodes.get(node.type);
    const pin = definition?.inputs.find((item) => item.name === pinName);
    if (!definition || !pin) {
      const existingNames = definition?.inputs.map((item) => item.name).join(', ') ?? 'none';
      throw new TemplateProblem(`Node ${nodeId} has no input ${pinName}. Its inputs: ${existingNames}.`);
    }
    if (!FIELD.test(field)) {
      throw new TemplateProblem(`"${field}" cannot name a field. Use letters, digits, _ and -.`);
    }
    if (fields.has(field)) throw new TemplateProblem(`The field ${field} is named twice.`);
    const pinKey = JSON.stringify([nodeId, pinName]);
    if (pins.has(pinKey)) throw new TemplateProblem(`The input ${nodeId}.${pinName} is chosen twice.`);
    fields.add(field);
    pins.add(pinKey);
    return pinOf(field, labelOf(node, pin), node, pin);
  });
}

/**
 * Input nodes are known by their title, pins of other nodes by their own name.
 * @param typeTitle what a node without a title is called; without it the pin is said alone.
 */
export const labelOf = (node: GraphNode, pin: PinDefinition, typeTitle = ''): string => {
  const title = node.title?.trim() || typeTitle;
  if (!title) return pin.label;
  return node.type.startsWith('input/') ? title : `${title}: ${pin.label}`;
};

/**
 * The outputs of a template, under the names that a run gives them. Without a choice all of them.
 * @throws TemplateProblem
 */
export function selectOutputs(
  graph: Graph,
  nodes: NodeRegistry,
  selection: readonly string[] | null,
): TemplatePin[] {
  if (graph.nodes.length === 0) throw new TemplateProblem('The project has no nodes. Add some first.');
  const usedNames = new UsedNames();
  const titles = new UsedNames();
  const outputs = planRun(graph, [], nodes).outputs.map((output): TemplatePin => {
    const node = findNode(graph, output.nodeId)!;
    return {
      fieldName: uniqueKey(output.kind === 'pin' ? output.key : outputNameOf(node), usedNames),
      name: uniqueKey(outputTitle(output, node, nodes), titles),
      ...kindOf(graph, nodes, node, output.pin),
      nodeId: node.id,
      pinName: output.pin,
    };
  });
  if (outputs.length === 0) throw new TemplateProblem('The project has no output. Add an output node first.');
  if (selection === null) return outputs;
  const byName = new Map(outputs.map((output) => [output.fieldName, output]));
  return [...new Set(selection)].map((name) => {
    const output = byName.get(name);
    if (output) return output;
    const existingNames = outputs.map((item) => `"${item.fieldName}"`).join(', ');
    throw new TemplateProblem(`The project has no output "${name}". Its outputs: ${existingNames}.`);
  });
}

/** What an output is called: the name of its output node, else the title of the node and, of several, the pin. */
export function outputTitle(
  output: ReturnType<typeof planRun>['outputs'][number],
  node: GraphNode,
  nodes: NodeRegistry,
): string {
  const definition = nodes.get(node.type);
  const types = {
    titleOf: () => definition?.title ?? null,
    outputsOf: () => definition?.outputs ?? null,
  };
  return outputLabel(output.kind === 'pin' ? output.key : outputNameOf(node), node, types);
}

/** What comes out: at an output node, what the wire into it carries. */
export function kindOf(
  graph: Graph,
  nodes: NodeRegistry,
  node: GraphNode,
  pinName: string,
): Pick<TemplatePin, 'kind' | 'dataType'> {
  const isOutputNode = outputPinOf(node.type) !== null;
  const wire = isOutputNode ? inputConnection(graph, node.id, pinName) : undefined;
  const source = wire ? findNode(graph, wire.from[0]) : node;
  const type = nodes
    .get(source?.type ?? '')
    ?.outputs.find((pin) => pin.name === (wire?.from[1] ?? pinName))?.type;
  const base = parsePinType(type ?? (node.type === 'output/file' ? 'file' : 'any')).base;
  return { kind: FILE_BASES.has(base) ? 'file' : 'primitive', dataType: dataTypeOf(base) };
}
