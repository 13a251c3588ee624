import { ApiError, endpoints } from '#shared/api/index.ts';
import type { Transfer } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import type { ApiClient } from '../api/api-client.ts';
import { DeskError } from '../desk-error.ts';

export type MissingTypes = Transfer['missingTypes'];

/** So many types are asked for at once. */
const MAX_CONCURRENT = 4;
/** Types of one graph; each is a question to the service. */
const MAX_TYPES = 2_000;
/** So many are named in the sentence; all are in the transfer. */
const NAMED = 5;

/**
 * Asks a service for each node type of a graph.
 * @throws DeskError for a graph of more types than anybody has.
 * @returns those it does not have; none where it does not tell (a key without the scope), so that it judges the graph itself.
 */
export async function findMissingTypes(
  { call }: ApiClient,
  graph: Graph,
  signal: AbortSignal,
): Promise<MissingTypes> {
  const counts = new Map<string, number>();
  for (const { type } of graph.nodes) counts.set(type, (counts.get(type) ?? 0) + 1);
  if (counts.size > MAX_TYPES) {
    throw new DeskError(
      'INVALID_REQUEST',
      `The file uses more than ${MAX_TYPES.toLocaleString('en')} node types. No service has so many: ask whoever made the file for another one.`,
    );
  }
  const pending = [...counts.keys()];
  const missing = new Set<string>();
  let isSupported = true;
  const worker = async () => {
    for (let type = pending.shift(); type !== undefined && isSupported; type = pending.shift()) {
      try {
        await call(endpoints.nodeTypes.get, { params: { node_type: type }, signal });
      } catch (error) {
        if (!(error instanceof ApiError) || ![400, 403, 404, 501].includes(error.status)) throw error;
        if (error.status === 404 || error.status === 400) missing.add(type);
        else isSupported = false;
      }
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker));
  if (!isSupported) return [];
  return [...counts].filter(([type]) => missing.has(type)).map(([type, nodes]) => ({ type, nodes }));
}

/** Says what is missing and both ways on. */
export function missingTypesError(missing: MissingTypes): DeskError {
  const named = missing.slice(0, NAMED).map(({ type }) => type);
  const remainingCount = missing.length - named.length;
  const list =
    named.length === 1 && remainingCount === 0
      ? `the node type ${named[0]}`
      : `the node types ${named.join(', ')}${remainingCount > 0 ? ` and ${remainingCount} more` : ''}`;
  return new DeskError(
    'INVALID_REQUEST',
    `This service does not have ${list}. Import the file on a service that has ${missing.length === 1 ? 'it' : 'them'}, or import it without those nodes.`,
  );
}

/** The graph without nodes of these types and without their wires. */
export function removeTypes(
  graph: Graph,
  missing: MissingTypes,
): { graph: Graph; nodes: number; wires: number } {
  const types = new Set(missing.map(({ type }) => type));
  const nodes = graph.nodes.filter(({ type }) => !types.has(type));
  const remaining = new Set(nodes.map(({ id }) => id));
  const connections = graph.connections.filter(
    ({ from, to }) => remaining.has(from[0]) && remaining.has(to[0]),
  );
  return {
    graph: { ...graph, nodes, connections },
    nodes: graph.nodes.length - nodes.length,
    wires: graph.connections.length - connections.length,
  };
}

/** What was left out, for the report of an import: a sentence for each type, and one for the wires. */
export function leftOutWords(missing: MissingTypes, wires: number): string[] {
  const nodes = missing.map(
    ({ type, nodes: count }) =>
      `${count === 1 ? 'One node' : `${count} nodes`} of the type ${type} ${count === 1 ? 'was' : 'were'} left out.`,
  );
  if (wires === 0) return nodes;
  return [...nodes, `${wires === 1 ? 'A wire' : `${wires} wires`} of theirs went with them.`];
}
