import { findNode, topologicalOrder, upstreamOf, type Graph, type GraphNode } from '../graph/index.ts';
import type { BuiltInType, ContentKind } from './built-in-type.ts';
import { BUILT_IN_TYPES } from './built-in-types.ts';
import {
  allItems,
  anItem,
  asList,
  changed,
  COMPUTED,
  FILE,
  mixture,
  MODEL,
  NATURAL,
  alternatives,
  shareOfMix,
  together,
  UNKNOWN,
  withMore,
  AUTHORED,
  type Mixture,
  type Source,
} from './ingredients.ts';
import type { SourceType } from './source-types.ts';

/** How much of an output came from models, told from the graph that made it and from nothing else. */

export interface Provenance {
  /** `unknown`: a node that is not known here made some of it, or it is not known which of several things it is. */
  share: 'all' | 'part' | 'nothing' | 'unknown';
  /** What a file says of itself; null where that would be a guess. */
  sourceType: SourceType | null;
  /** Models that made some of it, by name; of several branches and items all that may have. */
  models: string[];
  /** Whether only some of the models made it, and which is not known. */
  isAmbiguous: boolean;
  /** Node types of a service that are not known here. */
  unknownTypes: string[];
  /** Files in it that do not say where they came from. */
  silentFiles: number;
}

/** What is known of a file that a graph takes. */
export interface FileOrigin {
  /** What made it, where a run that is known did. */
  mixture?: Mixture;
  /** What it says of itself. */
  sourceType?: SourceType | null;
}

interface TraceOptions {
  /** @returns what is known of a file; nothing of one that does not say. */
  originOf?: (fileId: string) => FileOrigin | undefined;
}

/** Most names of models and node types that are told. */
const MAX_NAMES = 20;

/** @param nodeId the node that made the output, or shows it. */
export function provenanceOf(graph: Graph, nodeId: string, options: TraceOptions = {}): Provenance {
  return describeMixture(mixtureOf(graph, nodeId, options));
}

/** What an output is made of; of nobody's node, nothing is known. */
export function mixtureOf(
  graph: Graph,
  nodeId: string,
  { originOf = () => undefined }: TraceOptions = {},
): Mixture {
  const above = upstreamOf(graph, [nodeId]);
  const subgraph: Graph = {
    nodes: graph.nodes.filter(({ id }) => above.has(id)),
    connections: graph.connections.filter(({ from, to }) => above.has(from[0]) && above.has(to[0])),
  };
  let order: string[];
  try {
    order = topologicalOrder(subgraph);
  } catch {
    return mixture(UNKNOWN);
  }
  const wires = new Map<string, Map<string, readonly [string, string]>>();
  for (const { from, to } of subgraph.connections) {
    const ends = wires.get(to[0]) ?? new Map<string, readonly [string, string]>();
    ends.set(to[1], from);
    wires.set(to[0], ends);
  }
  const values = new Map<string, Results>();
  for (const id of order) {
    const node = findNode(subgraph, id);
    if (node === undefined) continue;
    const ends = wires.get(id);
    values.set(
      id,
      resultsOf(node, {
        originOf,
        isWired: (pin) => ends?.has(pin) === true,
        wired: (pin) => {
          const from = ends?.get(pin);
          return from === undefined ? undefined : (values.get(from[0])?.pin(from[1]) ?? mixture(UNKNOWN));
        },
      }),
    );
  }
  const all = values.get(nodeId)?.all ?? [];
  return all.length === 0 ? mixture(UNKNOWN) : alternatives(all);
}

/** What the outputs of a node are made of. */
interface Results {
  pin: (name: string) => Mixture | undefined;
  all: readonly Mixture[];
}

interface NodeInputs {
  originOf: NonNullable<TraceOptions['originOf']>;
  isWired: (pin: string) => boolean;
  /** What comes through a wire; undefined without one. */
  wired: (pin: string) => Mixture | undefined;
}

function resultsOf(node: GraphNode, inputs: NodeInputs): Results {
  const type = Object.hasOwn(BUILT_IN_TYPES, node.type) ? BUILT_IN_TYPES[node.type] : undefined;
  if (type === undefined) {
    // Whatever goes into a node that nobody knows, nothing is known of what comes out.
    const unknown = mixture(UNKNOWN, [{ kind: 'node-type', type: node.type }]);
    return { pin: () => unknown, all: [unknown] };
  }
  const { outputs } = type;
  if (outputs.length === 0) {
    return { pin: () => undefined, all: contentOf(node, type, inputs).map(({ value }) => value) };
  }
  const byPin = new Map(
    outputs.map(([name, kind]) => [name, resultOf(node, type, { name, kind }, inputs)] as const),
  );
  return { pin: (name) => byPin.get(name), all: [...byPin.values()] };
}

function resultOf(
  node: GraphNode,
  type: BuiltInType,
  output: { name: string; kind: ContentKind },
  inputs: NodeInputs,
): Mixture {
  const content = contentOf(node, type, inputs);
  const isList = type.lists?.includes(output.name) === true;
  if (isList || output.kind === 'any') return passed(node, content, isList);
  const contents = content.map((input) => ({
    ...input,
    value: input.acceptsList ? allItems(input.value) : input.value,
  }));
  const values = contents.map(({ value }) => value);
  if (type.isModel === true) {
    const source: Source = { kind: 'model', name: modelName(node, inputs) };
    return withMore(changed(together(values)), MODEL, source);
  }
  if (type.isInput === true) return together(values);
  if (output.kind === 'media') {
    const all = [...values, ...titlesOf(node)];
    const hasMedia = contents.some(({ kind }) => kind !== 'text');
    return changed(hasMedia ? together(all) : withMore(together(all), COMPUTED));
  }
  // Words and numbers that are told of a picture are measured, not made by what made the picture.
  const carried = contents.filter(({ kind }) => kind !== 'media').map(({ value }) => value);
  return changed(carried.length > 0 ? together(carried) : mixture(COMPUTED));
}

/** Lists that may be without some of what went into them. */
const CUTTING: ReadonlySet<string> = new Set(['list/slice', 'list/filter', 'list/group']);

/** What comes out of a node that passes things on: one of them, or a list of all. */
function passed({ type }: GraphNode, content: readonly Content[], isList: boolean): Mixture {
  const things = content.filter(({ kind }) => kind === 'any' || kind === 'media');
  const selected = things.length > 0 ? things : content;
  const values = selected.map(({ value, acceptsList }) => (acceptsList && !isList ? anItem(value) : value));
  return isList ? asList(values, CUTTING.has(type) ? 'some' : 'all') : alternatives(values);
}

interface Content {
  kind: ContentKind;
  value: Mixture;
  /** Whether the node takes a list in it as one thing. */
  acceptsList: boolean;
}

/** Of each input that is in what comes out: what it is made of. Those that hold nothing are left out. */
function contentOf(node: GraphNode, type: BuiltInType, inputs: NodeInputs): Content[] {
  const active = activeBranch(node, type, inputs);
  return type.content.flatMap(([name, kind]): Content[] => {
    if (active !== undefined && active !== name) return [];
    const value = inputs.wired(name) ?? literal(node, name, inputs);
    return value === undefined
      ? []
      : [{ kind, value, acceptsList: type.listInputs?.includes(name) === true }];
  });
}

/** The branch that a node surely takes; undefined where it takes none, or that is not known. */
function activeBranch(node: GraphNode, type: BuiltInType, { isWired }: NodeInputs): string | undefined {
  if (type.isBranch !== true || node.type !== 'logic/if' || isWired('condition')) return undefined;
  const condition = node.inputs?.['condition']?.value ?? true;
  return typeof condition !== 'boolean' ? undefined : condition ? 'whenTrue' : 'whenFalse';
}

/** What stands in an input itself: files, or what a person wrote. */
function literal(node: GraphNode, name: string, { originOf }: NodeInputs): Mixture | undefined {
  const input = node.inputs?.[name];
  if (input === undefined || input.value === undefined || input.value === null || input.value === '')
    return undefined;
  const { type, value } = input;
  if (type === 'file') return typeof value === 'string' ? ofFile(value, originOf) : undefined;
  if (type === 'list' && Array.isArray(value)) {
    const items = value.map((item: unknown): Mixture => {
      const file =
        typeof item === 'object' && item !== null ? (item as { type?: unknown; value?: unknown }) : {};
      return file.type === 'file' && typeof file.value === 'string'
        ? ofFile(file.value, originOf)
        : mixture(AUTHORED);
    });
    return items.length === 0 ? undefined : asList(items);
  }
  return mixture(AUTHORED);
}

function ofFile(fileId: string, originOf: NodeInputs['originOf']): Mixture {
  const { mixture: known, sourceType = null } = originOf(fileId) ?? {};
  return known ?? mixture(ingredientsOf(sourceType), [{ kind: 'file', fileId, sourceType }]);
}

/** What a file says of itself, as ingredients. */
function ingredientsOf(sourceType: SourceType | null): number {
  switch (sourceType) {
    case 'trainedAlgorithmicMedia':
      return MODEL;
    case 'compositeWithTrainedAlgorithmicMedia':
    case 'compositeSynthetic':
      return MODEL | NATURAL;
    case null:
    case 'composite':
      return FILE;
    default:
      return NATURAL;
  }
}

/** The words of a film: they stand in its timeline. */
function titlesOf(node: GraphNode): Mixture[] {
  if (node.type !== 'video/film') return [];
  const timeline: unknown = node.inputs?.['timeline']?.value;
  const text = timeline === undefined ? '' : JSON.stringify(timeline);
  return text.includes('"type":"text"') ? [mixture(AUTHORED)] : [];
}

/** A model as a person chose it: its name, else that of its service, else the title of the node. */
function modelName(node: GraphNode, { isWired }: NodeInputs): string {
  const textOf = (name: string): string => {
    const value = isWired(name) ? '' : node.inputs?.[name]?.value;
    return typeof value === 'string' ? value.trim().slice(0, 200) : '';
  };
  const [model, provider] = [textOf('model'), textOf('provider')];
  if (model !== '' && provider !== '') return `${model} (${provider})`;
  return model || provider || node.title?.trim().slice(0, 200) || node.type;
}

/** What is told of a value, and what a file of it says. */
export function describeMixture(value: Mixture): Provenance {
  const shares = new Set(Array.from(value.mixes, shareOfMix));
  const [only] = shares;
  const share = shares.size === 1 && only !== undefined ? only : 'unknown';
  const sources = [...value.sources.values()];
  const names = (found: readonly string[]): string[] => [...new Set(found)].slice(0, MAX_NAMES);
  return {
    share,
    sourceType: sourceTypeOf(value, share, sources),
    models: names(sources.flatMap((source) => (source.kind === 'model' ? [source.name] : []))),
    isAmbiguous: value.isAmbiguous,
    unknownTypes: names(sources.flatMap((source) => (source.kind === 'node-type' ? [source.type] : []))),
    silentFiles: sources.filter(
      (source) => source.kind === 'file' && ingredientsOf(source.sourceType) === FILE,
    ).length,
  };
}

function sourceTypeOf(
  { mixes, isChanged }: Mixture,
  share: Provenance['share'],
  sources: readonly Source[],
): SourceType | null {
  if (share === 'all') return 'trainedAlgorithmicMedia';
  if (share === 'part') return 'compositeWithTrainedAlgorithmicMedia';
  if (share === 'unknown') return null;
  const all = [...mixes].reduce((one, other) => one | other, 0);
  // Where a file came from nobody can say for it.
  if ((all & FILE) !== 0 || all === 0) return null;
  if ((all & NATURAL) === 0) return (all & AUTHORED) === 0 ? 'algorithmicMedia' : 'digitalCreation';
  const [file, ...others] = sources.filter((source) => source.kind === 'file');
  if (others.length > 0 || (all & (AUTHORED | COMPUTED)) !== 0) return 'composite';
  return isChanged ? 'humanEdits' : (file?.sourceType ?? null);
}
