import { randomBytes, randomUUID } from 'node:crypto';
import { buildProposal, ProposalError, type ProposedChange } from '#shared/agents/index.ts';
import { estimateRun } from '#shared/desk/index.ts';
import { targetOf, type Graph } from '#shared/graph/index.ts';
import type { PatchOperation } from '#shared/api/index.ts';
import { requireFiles, filesIn, valuesOf } from './access.ts';
import { readCatalog, readProject } from './read-project.ts';
import { ToolError, type ToolHandlers, type ToolSources } from './tool-types.ts';

/** Nodes that a proposal changes, and all that is fed by them. */
function nodesBelow(graph: Graph, operations: readonly PatchOperation[]): ReadonlySet<string> {
  const reached = new Set<string>();
  for (const operation of operations) {
    const target = targetOf(operation);
    if (operation.op !== 'moveNode' && operation.op !== 'setNodeTitle') {
      reached.add(target.kind === 'wire' ? target.to[0] : target.nodeId);
    }
  }
  const below = new Map<string, string[]>();
  for (const { from, to } of graph.connections) below.set(from[0], [...(below.get(from[0]) ?? []), to[0]]);
  // A Set is walked in insertion order, including what is added on the way.
  for (const id of reached) for (const next of below.get(id) ?? []) reached.add(next);
  return new Set(graph.nodes.map(({ id }) => id).filter((id) => reached.has(id)));
}

const typesOf = (graph: Graph, changes: readonly ProposedChange[]): Set<string> =>
  new Set([
    ...graph.nodes.map(({ type }) => type),
    ...changes.flatMap((change) => (change.op === 'add' ? [change.type] : [])),
  ]);

/** What a run of all that a proposal changes may cost, in microcredits; null where nobody knows. */
async function priceOf(
  { prices, kinds }: ToolSources,
  connectionId: string,
  graph: Graph,
  operations: readonly PatchOperation[],
): Promise<number | null> {
  const runs = nodesBelow(graph, operations);
  if (runs.size === 0) return 0;
  const { microcredits, unpriced } = estimateRun(
    graph,
    runs,
    kinds(connectionId),
    await prices(connectionId),
  );
  return unpriced > 0 || microcredits === null ? null : microcredits.p90;
}

/** Tools for changes that a person decides on. */
export function createProposalTools(sources: ToolSources) {
  return {
    async propose_changes({ project, title, note, changes }, { agent, signal }) {
      const { connectionId } = agent;
      const { document, version } = await readProject(sources, agent, project, signal);
      const catalog = await readCatalog(sources, connectionId, typesOf(document.graph, changes));
      const id = `proposal_${randomUUID()}`;
      let built;
      try {
        built = buildProposal(document.graph, changes, catalog, randomBytes(4).toString('hex'));
      } catch (error) {
        throw error instanceof ProposalError
          ? new ToolError(`Nothing was proposed. ${error.message}`)
          : error;
      }
      const { operations, graph } = built;
      if (operations.length === 0)
        throw new ToolError('Nothing was proposed: the graph is so already. Read it again.');
      requireFiles(sources, agent, project, document.graph, filesIn(valuesOf(operations)));
      const price = await priceOf(sources, connectionId, graph, operations);
      sources.proposals.add({
        id,
        agentId: agent.id,
        connectionId,
        projectId: project,
        author: agent.name,
        title,
        note: note ?? null,
        createdAt: new Date(sources.clock.now()).toISOString(),
        baseVersion: version,
        base: document.graph,
        operations,
        accepted: [],
        dismissed: [],
        state: 'open',
        priceMicrocredits: price === null ? null : String(price),
      });
      sources.proposalsChanged(connectionId, project);
      return {
        text: `Proposed as ${id}: ${operations.length} operations on version ${version}. The person decides on it in the editor; read_proposal tells what became of it.`,
        data: { proposal: id, operations: operations.length, version, priceMicrocredits: price },
      };
    },
    async read_proposal({ proposal: id }, { agent }) {
      const found = sources.proposals.find(id);
      if (found?.agentId !== agent.id) {
        throw new ToolError(
          'There is no proposal of yours with this id. propose_changes gives the id of a new one.',
        );
      }
      const { state, operations, accepted, dismissed } = found;
      const text = `${state}: ${accepted.length} operations accepted, ${dismissed.length} dismissed, of ${operations.length}.`;
      return {
        text,
        data: {
          proposal: id,
          state,
          operations: operations.length,
          accepted: accepted.length,
          dismissed: dismissed.length,
        },
      };
    },
  } satisfies Partial<ToolHandlers>;
}
