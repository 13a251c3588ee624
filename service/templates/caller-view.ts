import type { PublicTemplateEndpointDocs, PublicTemplateRunDetail } from '#shared/api/index.ts';
import { upstreamOf, type Graph } from '#shared/graph/index.ts';
import { Problem } from '#service/problems/problem.ts';
import type { TemplatePin } from './rows.ts';

/** What callers with the key of an endpoint are told: what the template publishes, and nothing of how it is made. */

type CallerRun = Omit<
  PublicTemplateRunDetail,
  'currentNode' | 'progressMessage' | 'nodeIndex' | 'nodesCount' | 'logs'
>;

/** What a node fails with where a value or file that came in is the reason. */
const INPUT_CODES: ReadonlySet<string> = new Set([
  'INPUT_MISSING',
  'INPUT_INVALID',
  'FILE_NOT_FOUND',
  'FILE_TOO_LARGE',
  'IMAGE_UNREADABLE',
  'IMAGE_TOO_LARGE',
  'AUDIO_UNREADABLE',
  'AUDIO_TOO_LONG',
  'MEDIA_UNREADABLE',
]);

/** A run for callers. @param detail as its owner sees it. */
export function callerRun(
  detail: PublicTemplateRunDetail,
  { graph, inputs }: { graph: Graph; inputs: readonly TemplatePin[] },
): CallerRun {
  const {
    currentNode: _currentNode,
    progressMessage: _progressMessage,
    nodeIndex: _nodeIndex,
    nodesCount: _nodesCount,
    logs: _logs,
    ...run
  } = detail;
  return {
    ...run,
    ...(run.error != null && { error: callerError(run.error, graph, inputs) }),
    ...(run.inputFiles !== undefined && {
      inputFiles: run.inputFiles.map((file) => ({ ...file, nodeId: file.inputName })),
    }),
  };
}

/** Why a run failed, for callers: by their own fields, or not at all. */
function callerError(
  error: Record<string, unknown>,
  graph: Graph,
  inputs: readonly TemplatePin[],
): Record<string, unknown> {
  const { code, nodeId } = error;
  if (code === 'PROVIDER_DECLINED') {
    return { code: 'DECLINED', message: 'What was sent was declined. Change it and call again.' };
  }
  if (typeof code === 'string' && typeof nodeId === 'string' && INPUT_CODES.has(code)) {
    const sources = upstreamOf(graph, [nodeId]);
    const fields = inputs.filter((pin) => sources.has(pin.nodeId ?? '')).map((pin) => pin.fieldName);
    if (fields.length > 0) {
      const message = `A value cannot be used: check ${fields.join(', ')}, and call again.`;
      return { code: 'INPUT_REFUSED', message, fields };
    }
  }
  return {
    code: 'RUN_FAILED',
    message: 'The run failed. Call again later, or ask the owner of this endpoint.',
  };
}

/** How to call an endpoint, for callers: without what only its owner may do, and which nodes its fields are. */
export function callerDocs({ ownerRun: _ownerRun, inputs, outputs, ...docs }: PublicTemplateEndpointDocs) {
  const publishedPins = (pins: PublicTemplateEndpointDocs['inputs']) =>
    pins.map((pin) => ({ ...pin, nodeId: null, pinName: null }));
  return { ...docs, inputs: publishedPins(inputs), outputs: publishedPins(outputs) };
}

/** What concerns the owner alone: the balance, and how the graph is made. */
const OWNER_KINDS: ReadonlySet<string> = new Set(['INSUFFICIENT_CREDITS', 'INVALID_GRAPH', 'EMPTY_GRAPH']);

/**
 * The refusal of a call, for callers: as it is where it is about one of their fields, else without a word of nodes and money.
 * @param graph of the template.
 */
export async function callerProblem(error: unknown, graph: () => Promise<Graph>): Promise<unknown> {
  if (!(error instanceof Problem)) return error;
  const details = (error.details ?? {}) as { nodeId?: unknown; fieldName?: unknown; fileId?: unknown };
  const { nodeId, fieldName, fileId } = details;
  const isOfNode = typeof nodeId === 'string';
  if (!isOfNode && !OWNER_KINDS.has(error.kind)) return error;
  if (!isOfNode || typeof fieldName !== 'string') {
    return Problem.of(
      'RUN_NOT_DISPATCHED',
      'This endpoint cannot run at the moment. Call again later, or ask its owner.',
    );
  }
  const { nodes } = await graph();
  const title = nodes.find((node) => node.id === nodeId)?.title?.trim() ?? '';
  const prefix = `${fieldName}: ${title}: `;
  const message =
    title !== '' && error.message.startsWith(prefix)
      ? `${fieldName}: ${error.message.slice(prefix.length)}`
      : error.message;
  const callerDetails = { fieldName, ...(typeof fileId === 'string' && { fileId }) };
  return Problem.received({ kind: error.kind, message, details: callerDetails });
}
