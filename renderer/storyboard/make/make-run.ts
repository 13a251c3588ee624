import {
  endpoints,
  isFileOutput,
  isTerminalRunStatus,
  type PublicRunCreateRequest,
  type RunFileOutput,
  type RunOutput,
} from '#shared/api/index.ts';
import { PAID_FILE_NOT_FETCHED } from '#shared/desk/index.ts';
import { readCanvas } from '#shared/canvas/metadata.ts';
import { runStatesOf } from '#shared/canvas/run-states-of.ts';
import { graphAsRun, isLeftOut } from '#shared/graph/run-states.ts';
import type { PanelOrigin } from '#shared/storyboard/made.ts';
import { apiFor, callDesk } from '#renderer/desk/index.ts';
import { createRunStore, isOver, progressOf, type RunState } from '#renderer/runs/index.ts';
import { followTemplate, runTemplate } from '#renderer/templates/index.ts';
import { words as texts } from '#renderer/words/index.ts';
import { PICTURE_MODEL_TYPE, PICTURE_OUTPUT } from './make-models.ts';
import type { MakeJob, MakeSource } from './make-source.ts';

const t = texts.storyboardMake.makeRun;

/** What is told of a job while it goes on. */
interface MakeProgress {
  /** 0 to 1; null while that is not known. */
  share: number | null;
}

/** What came of a job: a file for the shot, and what made it. */
export interface GeneratedFile {
  file: RunFileOutput;
  origin: PanelOrigin;
}

interface Following {
  onAccepted: (runId: string) => void;
  onProgress: (progress: MakeProgress) => void;
  signal: AbortSignal;
}

const isMediaOutput = (output: RunOutput | undefined): output is RunFileOutput =>
  output !== undefined && isFileOutput(output) && /^(image|video|audio)\//.test(output.contentType);

/** The picture is made and paid; the same work once more fetches it. */
export class PictureNotFetched extends Error {
  override name = 'PictureNotFetched';
}

const failure = (code: unknown, message: string): Error =>
  code === PAID_FILE_NOT_FETCHED ? new PictureNotFetched(message) : new Error(message);

const NO_OUTPUT = t.runButNoPicture;
const STOPPED = t.itWasStopped;

/**
 * Starts what makes a picture for a shot, or takes it up again where its run is there already, and follows it to the end.
 * @returns null once `signal` has aborted: the run goes on without the page.
 * @throws Error with a sentence for what did not come to a picture.
 */
export const makeFile = (job: MakeJob, following: Following): Promise<GeneratedFile | null> =>
  job.source.kind === 'template'
    ? makeByTemplate(job, job.source, following)
    : makeByNode(
        job,
        job.source.kind === 'model' ? modelWork(job, job.source) : nodeWork(job, job.source),
        following,
      );

async function makeByTemplate(
  job: MakeJob,
  { templateId, endpointId, inputs, words }: Extract<MakeSource, { kind: 'template' }>,
  { onAccepted, onProgress, signal }: Following,
): Promise<GeneratedFile | null> {
  const target = { connectionId: job.connectionId, templateId, endpointId };
  const options = {
    signal,
    onDetail: ({ taskId, progress }: { taskId: string; progress?: number | null | undefined }) => {
      onAccepted(taskId);
      onProgress({ share: typeof progress === 'number' ? progress / 100 : null });
    },
  };
  const requestInputs =
    words === null || job.words === ''
      ? inputs
      : { ...inputs, [words]: { type: 'string' as const, value: job.words } };
  const detail = await (job.runId === null
    ? runTemplate(target, requestInputs, { ...options, idempotencyKey: job.id })
    : followTemplate(target, job.runId, options));
  if (detail === null || !isTerminalRunStatus(detail.status)) return null;
  if (detail.status === 'canceled') throw new Error(STOPPED);
  if (detail.status !== 'succeeded') {
    const message = detail.error?.message;
    throw failure(
      detail.error?.code,
      typeof message === 'string' && message !== '' ? texts.sentences.translate(message) : t.templateFailed,
    );
  }
  const file = Object.values(detail.outputs ?? {}).find(isMediaOutput);
  if (!file) throw new Error(NO_OUTPUT);
  return { file, origin: { runId: detail.taskId, fileId: file.fileId, templateId } };
}

type NodeRequest = Pick<PublicRunCreateRequest, 'graph' | 'targetNodeIds' | 'inputOverrides'>;

/** A node that makes the picture, of the project or of a graph of its own. */
interface NodeWork {
  nodeId: string;
  output: string;
  request: () => NodeRequest | Promise<NodeRequest>;
}

const nodeWork = (job: MakeJob, source: Extract<MakeSource, { kind: 'node' }>): NodeWork => ({
  nodeId: source.nodeId,
  output: source.output,
  request: () => nodeRequest(job, source),
});

async function makeByNode(
  job: MakeJob,
  work: NodeWork,
  { onAccepted, onProgress, signal }: Following,
): Promise<GeneratedFile | null> {
  const { connectionId, projectId } = job;
  const api = apiFor(connectionId);
  const runs = createRunStore({ connectionId, projectId, api, desk: callDesk });
  const stop = () => runs.dispose();
  signal.addEventListener('abort', stop);
  try {
    let { runId } = job;
    if (runId === null) runId = (await runs.start(await work.request())).runId;
    else await runs.show(runId);
    onAccepted(runId);
    const run = await endOf(runs, runId, onProgress, signal);
    if (run === null) return null;
    if (run.status === 'canceled') throw new Error(STOPPED);
    if (run.status !== 'succeeded') throw failure(run.failure?.code, failureOf(run));
    const file = fileOf(run, work);
    if (!file) throw new Error(NO_OUTPUT);
    return { file, origin: { runId, fileId: file.fileId, nodeId: work.nodeId } };
  } finally {
    signal.removeEventListener('abort', stop);
    runs.dispose();
  }
}

/** The run as it ended; null once `signal` has aborted. */
const endOf = (
  runs: ReturnType<typeof createRunStore>,
  runId: string,
  onProgress: (progress: MakeProgress) => void,
  signal: AbortSignal,
): Promise<RunState | null> =>
  new Promise((resolve) => {
    const update = () => {
      const run = runs.store.getState().runs[runId];
      if (!run) return;
      onProgress({ share: progressOf(run).share });
      if (isOver(run)) end(run);
    };
    const end = (run: RunState | null) => {
      unsubscribe();
      resolve(run);
    };
    const unsubscribe = runs.store.subscribe(update);
    signal.addEventListener('abort', () => end(null), { once: true });
    update();
  });

const failureOf = ({ failure }: RunState): string =>
  failure === null
    ? t.runFailed
    : [failure.nodeTitle, failure.message].filter((text) => text !== null && text !== '').join(': ');

/** The output that was asked for; with services that name their outputs otherwise, the first that can be shown. */
function fileOf(run: RunState, { nodeId, output }: NodeWork): RunFileOutput | undefined {
  const requested = [run.nodes[nodeId]?.outputs?.[output], run.outputs[`${nodeId}.${output}`]].find(
    isMediaOutput,
  );
  return requested ?? Object.values(run.outputs).find(isMediaOutput);
}

/** A graph of one node that asks a picture model. The pictures of a shot are takes of each other by the id of that node. */
function modelWork(
  { shot, words, variation }: MakeJob,
  { provider, size }: Extract<MakeSource, { kind: 'model' }>,
): NodeWork {
  const nodeId = `picture-of-${shot}`.slice(0, 200);
  const textOf = (value: string) => ({ type: 'string', value });
  const inputs = {
    prompt: textOf(words),
    provider: textOf(provider),
    ...(size !== '' && { size: textOf(size) }),
    variation: { type: 'number', value: variation ?? anotherVariation() },
  };
  const title = words.split('\n', 1)[0]!.slice(0, 80);
  const node = { id: nodeId, type: PICTURE_MODEL_TYPE, title, position: { x: 0, y: 0 }, inputs };
  return {
    nodeId,
    output: PICTURE_OUTPUT,
    request: () => ({ graph: { nodes: [node], connections: [] }, targetNodeIds: [nodeId] }),
  };
}

/** A number that has the same words asked anew, and not answered by an earlier picture. */
export const anotherVariation = (): number => 1 + Math.floor(Math.random() * 999_999);

/** The request for one output, past the nodes that are muted or frozen, as the editor sends it. */
async function nodeRequest(
  { connectionId, projectId, words, variation = anotherVariation() }: MakeJob,
  { nodeId, words: wordsInput, variations }: Extract<MakeSource, { kind: 'node' }>,
): Promise<NodeRequest> {
  const overrides: NonNullable<PublicRunCreateRequest['inputOverrides']> = {};
  const override = (to: { nodeId: string; input: string }, value: string | number) => {
    const typed =
      typeof value === 'string' ? { type: 'string' as const, value } : { type: 'number' as const, value };
    overrides[to.nodeId] = { ...overrides[to.nodeId], [to.input]: typed };
  };
  if (wordsInput !== null && words !== '') override(wordsInput, words);
  for (const [index, to] of variations.entries()) override(to, variation + index);
  const request = { targetNodeIds: [nodeId], inputOverrides: overrides };

  const api = apiFor(connectionId);
  const { document, metadata = {} } = await api(endpoints.projects.getDocument, {
    params: { project_id: projectId },
  });
  const canvas = readCanvas(metadata);
  const states = canvas.ok ? runStatesOf(canvas.items.nodes) : null;
  if (states === null || states.muted.size + states.frozen.size === 0) return request;
  if (isLeftOut(states, nodeId)) {
    throw new Error(texts.storyboardMake.makeRun.mutedOrFrozen);
  }
  const types = await Promise.all(
    [...new Set(document.graph.nodes.map(({ type }) => type))].map(async (type) => {
      const { inputs = [], outputs = [] } = await api(endpoints.nodeTypes.get, {
        params: { node_type: type },
      });
      return [type, { inputs, outputs }] as const;
    }),
  );
  const pins = new Map(types);
  const { nodes, connections } = graphAsRun(document.graph, states, { pinsOf: (type) => pins.get(type) });
  return { ...request, graph: { nodes: [...nodes], connections: [...connections] } };
}

/**
 * Asks for a run to be stopped.
 * @returns false where the service has no way to: runs of templates of some services.
 */
export async function stopJob({ connectionId, runId }: MakeJob): Promise<boolean> {
  if (runId === null) return false;
  try {
    await apiFor(connectionId)(endpoints.runs.cancel, { params: { run_id: runId } });
    return true;
  } catch {
    return false;
  }
}
