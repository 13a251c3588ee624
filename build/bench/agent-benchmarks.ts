import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { acceptItems, graphLines, openProposal } from '#shared/agents/index.ts';
import type { PatchOperation } from '#shared/api/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import { memoryEnvironment, memoryFlags } from '#core/hosting/memory-options.ts';
import { median, type Figure } from './measure.ts';

const ROUNDS = 21;

/** A chain of nodes, each with values. */
function chain(count: number): Graph {
  return {
    nodes: Array.from({ length: count }, (_, i) => ({
      id: `node-${i}`,
      type: 'image/blur',
      title: `Soften ${i}`,
      position: { x: 300 * i, y: 0 },
      inputs: {
        radius: { type: 'number', value: i % 100 },
        words: { type: 'string', value: 'a harbor at dawn' },
      },
    })),
    connections: Array.from({ length: count - 1 }, (_, i) => ({
      from: [`node-${i}`, 'image'],
      to: [`node-${i + 1}`, 'image'],
    })),
  };
}

/** Milliseconds of work on a fresh copy, as a median. */
function timeOf(graph: Graph, work: (copy: Graph) => unknown): number {
  const text = JSON.stringify(graph);
  return median(
    Array.from({ length: ROUNDS }, () => {
      const copy = JSON.parse(text) as Graph;
      const start = process.hrtime.bigint();
      work(copy);
      return Number(process.hrtime.bigint() - start) / 1e6;
    }),
  );
}

/** All pages of a graph as text. */
function readPages(graph: Graph): number {
  let pages = 0;
  for (let from: number | null = 0; from !== null; pages += 1) from = graphLines(graph, from).next;
  return pages;
}

/** 200 operations: values, new nodes and their wires. */
const proposed = Array.from({ length: 100 }, (_, i): PatchOperation[] => [
  { op: 'addNode', node: { id: `new-${i}`, type: 'image/blur', position: { x: 300 * i, y: 400 } } },
  { op: 'setNodeInput', nodeId: `node-${i}`, input: 'radius', value: { type: 'number', value: 101 } },
]).flat();

/** What an agent waits for, and what a page does with its proposal, against plain JSON of the same graph. */
export function agentFigures(): Figure[] {
  const graph = chain(1000);
  const reference = timeOf(graph, (copy) => JSON.stringify(copy));
  const text = timeOf(graph, readPages);
  const accepting = timeOf(graph, (copy) => {
    const open = openProposal({ base: graph, operations: proposed, accepted: [], dismissed: [] }, copy);
    return acceptItems(
      open,
      open.items.map(({ id }) => id),
      copy,
    );
  });
  const figure = (name: string, value: number, limit: number): Figure => ({
    name,
    measured: { label: 'took', value, unit: 'ms' },
    reference: { label: 'the graph as JSON', value: reference, unit: 'ms' },
    ratio: value / reference,
    target: `at most ${limit} ms: ${value <= limit ? 'met' : 'missed'}`,
  });
  return [
    figure(`agents: 1,000 nodes as text, in ${readPages(graph)} items of at most 25 kB`, text, 50),
    figure(
      'agents: a proposal of 200 operations merged with 1,000 nodes, and all of it accepted',
      accepting,
      100,
    ),
  ];
}

/** Megabytes that the door may take while it is open. */
const DOOR_LIMIT = 20;

/** What the door for agents takes of the memory of the core, once it is open and was used; in use after a collection. */
export async function doorFigure(): Promise<Figure> {
  const script = join(import.meta.dirname, 'door-process.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', ...memoryFlags, script], {
    env: { ...process.env, ...memoryEnvironment },
  });
  const { before, after } = JSON.parse(stdout) as Record<
    'before' | 'after',
    { used: number; process: number }
  >;
  const value = after.used - before.used;
  return {
    name: `agents: the open door after 200 calls (${(after.process - before.process).toFixed(0)} MB of the process)`,
    measured: { label: 'more in use', value, unit: 'MB' },
    reference: { label: 'what it may take', value: DOOR_LIMIT, unit: 'MB' },
    ratio: value / DOOR_LIMIT,
    target: '≤ 1',
    budget: 1,
  };
}
