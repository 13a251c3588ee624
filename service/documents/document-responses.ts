import type { DocumentWarning, PatchOperation } from '#shared/api/index.ts';
import {
  findNode,
  inputConnection,
  targetOf,
  type Graph,
  type GraphConnection,
  type GraphNode,
} from '#shared/graph/index.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import type { ServiceContext } from '#service/context.ts';
import { PreparedResponse, type Restorers } from '#service/http/handler.ts';
import { publicValue } from '#service/rules/file-values.ts';
import { graphAt } from '#service/graphs/history.ts';
import type { ProjectRow } from '#service/projects/rows.ts';

/**
 * Documents as responses. Their JSON is put together from the texts of their nodes, which are kept as long as the nodes
 * are: of a large document only what changed is written out anew.
 */

interface PublicNode {
  json: string;
  /** Inputs whose value was withheld. */
  redacted: readonly string[];
}

const publicNodes = new WeakMap<GraphNode, PublicNode>();
const wireTexts = new WeakMap<readonly GraphConnection[], string>();

function publicNode(node: GraphNode): PublicNode {
  let cached = publicNodes.get(node);
  if (cached) return cached;
  const redacted: string[] = [];
  const inputs = Object.fromEntries(
    Object.entries(node.inputs ?? {}).map(([name, value]) => {
      const publicInput = publicValue(value);
      if (publicInput.redacted) redacted.push(name);
      return [name, publicInput.value];
    }),
  );
  const { id, type } = node;
  const json = JSON.stringify({
    id,
    type,
    title: node.title ?? null,
    position: node.position ?? null,
    inputs,
  });
  cached = { json, redacted };
  publicNodes.set(node, cached);
  return cached;
}

function wiresText(connections: readonly GraphConnection[]): string {
  let cached = wireTexts.get(connections);
  if (cached === undefined) wireTexts.set(connections, (cached = JSON.stringify(connections)));
  return cached;
}

/** Writes out what responses with this graph are put together from, so that they need not when they are due. */
export function* prepareTexts(graph: Graph): Generator<void, void, void> {
  for (const node of graph.nodes) {
    publicNode(node);
    yield;
  }
  wiresText(graph.connections);
}

/** What of a response is not the graph. */
interface Fields {
  project: Pick<
    ProjectRow,
    | 'id'
    | 'name'
    | 'version'
    | 'createdAt'
    | 'updatedAt'
    | 'externalId'
    | 'externalUserId'
    | 'externalWorkspaceId'
    | 'metadata'
  >;
  appliedOperations?: number;
}

function documentJson({ project, appliedOperations }: Fields, graph: Graph): string {
  const warnings: DocumentWarning[] = [];
  const nodes = graph.nodes.map((node, index) => {
    const nodeView = publicNode(node);
    for (const input of nodeView.redacted) {
      warnings.push({
        code: 'FILE_INPUT_VALUE_REDACTED',
        message: `The file of ${node.title ?? node.id} is not a file of this service and was left out. Choose a file again.`,
        path: `document.graph.nodes[${index}].inputs.${input}`,
      });
    }
    return nodeView.json;
  });
  const head = JSON.stringify({ projectId: project.id, name: project.name, version: project.version });
  const tail = JSON.stringify({
    createdAt: project.createdAt,
    updatedAt: project.updatedAt,
    externalId: project.externalId,
    externalUserId: project.externalUserId,
    externalWorkspaceId: project.externalWorkspaceId,
    metadata: project.metadata,
    warnings,
    ...(appliedOperations === undefined ? {} : { appliedOperations }),
  });
  const document = `{"graph":{"nodes":[${nodes.join(',')}],"connections":${wiresText(graph.connections)}}}`;
  return `${head.slice(0, -1)},"document":${document},${tail.slice(1)}`;
}

/** What idempotency keeps of a document response: everything but the graph, which its version stands for. */
const SAVED_MARK = '{"saved":';

const savedText = (fields: Fields): string => {
  return `${SAVED_MARK}${JSON.stringify(fields)}}`;
};

/** In front of a response that was kept whole because it is short: given again, it says again that it is no whole document. */
const MINIMAL_MARK = 'minimal:';
const MINIMAL_HEADERS = { 'preference-applied': 'return=minimal' };

/** Nodes and wires from which on a response is written after its transaction. */
const LARGE_GRAPH = 2000;

/** The response to a read or a write of a document. */
export function documentResponse(
  project: ProjectRow,
  graph: Graph,
  appliedOperations?: number,
): PreparedResponse {
  const fields: Fields = { project, ...(appliedOperations === undefined ? {} : { appliedOperations }) };
  const saved = savedText(fields);
  return graph.nodes.length + graph.connections.length < LARGE_GRAPH
    ? new PreparedResponse(documentJson(fields, graph), saved)
    : new PreparedResponse(() => documentJson(fields, graph), saved, {}, prepareTexts(graph));
}

/**
 * The response to a client that asked for no more than it must have (`Prefer: return=minimal`): the document holds only
 * the nodes and wires that the operations touched.
 */
export function minimalResponse(
  project: ProjectRow,
  graph: Graph,
  operations: readonly PatchOperation[],
): PreparedResponse {
  const nodes = new Set<GraphNode>();
  const connections = new Set<GraphConnection>();
  for (const operation of operations) {
    const target = targetOf(operation);
    switch (target.kind) {
      case 'wire': {
        const wire = inputConnection(graph, target.to[0], target.to[1]);
        if (wire) connections.add(wire);
        break;
      }
      case 'node':
      case 'field': {
        const node = findNode(graph, target.nodeId);
        if (node) nodes.add(node);
        break;
      }
      default:
        assertNever(target);
    }
  }
  const touched: Graph = { nodes: [...nodes], connections: [...connections] };
  const json = documentJson({ project, appliedOperations: operations.length }, touched);
  return new PreparedResponse(json, `${MINIMAL_MARK}${json}`, MINIMAL_HEADERS);
}

/** True when the client asks for a minimal response (RFC 7240). */
export const prefersMinimal = (request: Request): boolean =>
  /(?:^|[,;\s])return=minimal(?:$|[,;\s])/i.test(request.headers.get('prefer') ?? '');

/** Gives saved document responses again, exactly as they were, whatever has happened to the project since. */
export function documentRestorers(ctx: ServiceContext): Restorers {
  const restore: NonNullable<Restorers[keyof Restorers]> = async (_accountId, saved) => {
    if (saved.startsWith(MINIMAL_MARK)) {
      return { json: saved.slice(MINIMAL_MARK.length), headers: MINIMAL_HEADERS };
    }
    if (!saved.startsWith(SAVED_MARK)) return { json: saved, headers: {} };
    const fields = (JSON.parse(saved) as { saved: Fields }).saved;
    const json = documentJson(fields, await graphAt(ctx, fields.project.id, fields.project.version));
    return { json, headers: {} };
  };
  return { 'projects.patchDocument': restore, 'projects.replaceDocument': restore };
}
