import { queryOptions } from '@tanstack/react-query';
import { projectAsRun } from '#shared/canvas/run-states-of.ts';
import type { Graph } from '#shared/graph/index.ts';
import { endpoints, type PublicNodeTypePin } from '#shared/api/index.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { readFor } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';

/** A node with what its type says of its pins. */
interface PinnedNode {
  id: string;
  title: string;
  /** The icon that its type names. */
  icon?: string | null | undefined;
  inputs: readonly PublicNodeTypePin[];
  outputs: readonly PublicNodeTypePin[];
}

/** A graph with the pins of its nodes. */
export interface PinnedGraph {
  nodes: readonly PinnedNode[];
  connections: readonly { from: readonly [string, string]; to: readonly [string, string] }[];
}

/** The same of a project, with the graph as it runs: past what is muted or frozen. */
export interface ProjectGraph extends PinnedGraph {
  asRun: Graph;
}

/** The graph of a project with the pins of its nodes, from any service. */
export const projectGraphQuery = (connectionId: string, projectId: string) =>
  queryOptions({
    queryKey: ['storyboard-graph', connectionId, projectId],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<ProjectGraph> => {
      const read = readFor(connectionId);
      const { document, metadata = {} } = await read(endpoints.projects.getDocument, {
        params: { project_id: projectId },
        signal,
      });
      const { nodes, connections } = document.graph;
      const types = await Promise.all(
        [...new Set(nodes.map(({ type }) => type))].map(async (type) => {
          const detail = await read(endpoints.nodeTypes.get, { params: { node_type: type }, signal });
          return [type, words.nodeTypes.translate(detail)] as const;
        }),
      );
      const typeMap = new Map(types);
      const pinsOf = (type: string) => {
        const { inputs = [], outputs = [] } = typeMap.get(type) ?? {};
        return { inputs, outputs };
      };
      return {
        asRun: projectAsRun(document.graph, metadata, { pinsOf }),
        connections,
        nodes: nodes.map(({ id, type, title }): PinnedNode => {
          const { title: typeTitle = type, icon, inputs = [], outputs = [] } = typeMap.get(type) ?? {};
          return { id, title: title || typeTitle, icon, inputs, outputs };
        }),
      };
    },
  });

/** An input that can take what a shot gives, by its place. */
interface InputRef {
  nodeId: string;
  input: string;
  /** `Headline · Text`. */
  label: string;
}

/** A text by its place, for its choice. */
interface TextInputRef extends InputRef {
  nodeTitle: string;
  pinLabel: string;
  type: string | null;
  icon: string | null;
}

/** A node that can make pictures for shots. */
export interface GeneratorNode {
  nodeId: string;
  title: string;
  outputs: { name: string; label: string; type: 'image' | 'video' | 'audio' }[];
  /** Texts of it and of what feeds it, the one that words most likely go into first. */
  texts: TextInputRef[];
  /** Numbers that make another result of the same inputs. */
  variations: InputRef[];
}

const isMedium = (base: string): base is 'image' | 'video' | 'audio' =>
  base === 'image' || base === 'video' || base === 'audio';

/** The node and all that feeds it, the nearest first. */
function upstreamOf(
  sources: ReadonlyMap<string, readonly string[]>,
  nodeId: string,
): { id: string; steps: number }[] {
  const steps = new Map([[nodeId, 0]]);
  // A Map is walked in insertion order, including what is added on the way.
  for (const [id, step] of steps)
    for (const source of sources.get(id) ?? []) if (!steps.has(source)) steps.set(source, step + 1);
  return Array.from(steps, ([id, step]) => ({ id, steps: step }));
}

const PROMPT = /prompt|description|scene/i;
const WORDS = /text|words|caption|headline|title/i;
const AGAINST = /negative|system|font|color|path|format|name/i;
const VARIATION = /^(variation|seed)$/i;

/** How likely a shot's words are meant for an input. */
function likelihood(name: string, type: string | null | undefined, steps: number): number {
  const kind = (PROMPT.test(name) ? 6 : 0) + (WORDS.test(name) ? 3 : 0) - (AGAINST.test(name) ? 8 : 0);
  return kind + (parsePinType(type).multiline === true ? 2 : 0) - steps * 0.5;
}

/** The nodes of a graph that make pictures, videos or sounds out of something, those that words go into first. */
export function generatorNodes({ nodes, connections }: PinnedGraph): GeneratorNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const sources = new Map<string, string[]>();
  const wired = new Set<string>();
  for (const { from, to } of connections) {
    sources.set(to[0], [...(sources.get(to[0]) ?? []), from[0]]);
    wired.add(JSON.stringify(to));
  }
  const found = nodes.flatMap((node): GeneratorNode[] => {
    const outputs = node.outputs.flatMap(({ name, label, type }) => {
      const { base } = parsePinType(type);
      return isMedium(base) ? [{ name, label: label || name, type: base }] : [];
    });
    if (outputs.length === 0) return [];
    const texts: (TextInputRef & { rank: number })[] = [];
    const variations: InputRef[] = [];
    for (const { id, steps } of upstreamOf(sources, node.id)) {
      const source = byId.get(id);
      if (!source) continue;
      for (const { name, label, type } of source.inputs) {
        if (wired.has(JSON.stringify([id, name]))) continue;
        const inputRef = { nodeId: id, input: name, label: `${source.title} · ${label || name}` };
        const { base } = parsePinType(type);
        if (base === 'text') {
          const { title: nodeTitle, icon = null } = source;
          const named = { nodeTitle, pinLabel: label || name, type: type ?? null, icon };
          texts.push({ ...inputRef, ...named, rank: likelihood(name, type, steps) });
        }
        if (base === 'number' && VARIATION.test(name)) variations.push(inputRef);
      }
    }
    const hasNoInputs = texts.length === 0 && !sources.has(node.id);
    // A file of the graph is chosen as a file, not made.
    if (hasNoInputs) return [];
    const ranked = texts.toSorted((a, b) => b.rank - a.rank).map(({ rank: _rank, ...text }) => text);
    return [{ nodeId: node.id, title: node.title, outputs, texts: ranked, variations }];
  });
  return found.toSorted((a, b) => Number(b.texts.length > 0) - Number(a.texts.length > 0));
}
