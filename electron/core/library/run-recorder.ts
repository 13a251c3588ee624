import {
  endpoints,
  isTerminalRunStatus,
  PublicRunCreateRequest,
  PublicRunDetail,
  PublicTemplateRunCreateRequest,
  PublicTemplateRunDetail,
  type AnyEndpoint,
  type RunOutput,
} from '#shared/api/index.ts';
import { isLiveRun, runOfProjectHeader } from '#shared/desk/index.ts';
import { graphOfInline, type Graph } from '#shared/graph/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import type { ProxyObserver } from '../api/proxy-observer.ts';
import { errorFields } from '../error-fields.ts';
import type { Clock, CoreLog } from '../options.ts';
import { outputEntries } from './output-entries.ts';
import type { Outputs } from './outputs.ts';
import { RunRequest, type RunSources } from './run-sources.ts';

/** What a service answers here starts a run, or says whether a file is there. */
const RECORDED_FROM: readonly AnyEndpoint[] = [
  endpoints.runs.create,
  endpoints.templates.createRun,
  endpoints.files.get,
];

/** A run as a service describes it, of a project, a graph or a template. */
interface EndedRun {
  id: string;
  status: string;
  updatedAt: string;
  projectId?: string | null | undefined;
  projectVersion?: number | null | undefined;
  templateId?: string | undefined;
  outputs?: Record<string, RunOutput> | undefined;
  externalId?: string | null | undefined;
}

/** Records what runs were asked to do when they start, and what they made when they have ended. */
export interface RunRecorder {
  observer: ProxyObserver;
  /** A run was read, by whom ever. Records its outputs when it has ended and they are not recorded yet. */
  noteRun(connectionId: string, run: EndedRun): void;
  /** Resolves when nothing is being recorded. */
  settled(): Promise<void>;
}

export function createRunRecorder(options: {
  sources: RunSources;
  outputs: Outputs;
  /** The graph that a project had as this version; null when nobody knows it any more. */
  graphAt: (connectionId: string, projectId: string, version: number) => Promise<Graph | null>;
  /** Called when outputs are new. */
  onRecorded: (connectionId: string, projectId: string | null) => void;
  /** A file that a service was asked for is there, or is not. */
  onFile: (connectionId: string, fileId: string, missing: boolean) => void;
  clock: Clock;
  log: CoreLog;
}): RunRecorder {
  const { sources, outputs, clock, log } = options;
  /** Graphs of runs that have just started and are being found. */
  const finding = new Map<string, Promise<void>>();
  const recording = new Map<string, Promise<void>>();
  /** Runs whose outputs were recorded since the start; asked again they cost nothing. */
  const recorded = new Set<string>();

  async function findGraph(connectionId: string, runId: string, projectId: string, version: number) {
    try {
      const graph = await options.graphAt(connectionId, projectId, version);
      if (graph !== null) sources.attachGraph(connectionId, runId, graph);
    } catch (error) {
      log.info(errorFields(error), 'the graph of a run could not be found');
    }
  }

  function startFinding(
    connectionId: string,
    runId: string,
    projectId: string,
    version: number,
  ): Promise<void> {
    const key = joinKey(connectionId, runId);
    const known = finding.get(key);
    if (known) return known;
    const found = findGraph(connectionId, runId, projectId, version).finally(() => finding.delete(key));
    finding.set(key, found);
    return found;
  }

  function noteStart(
    connectionId: string,
    run: PublicRunDetail,
    sent: unknown,
    startedFrom: string | null,
  ): void {
    const body = PublicRunCreateRequest.safeParse(sent);
    if (!body.success || isLiveRun(run.externalId)) return;
    const { graph, targetNodeIds, inputOverrides } = body.data;
    const projectId = run.projectId ?? startedFrom;
    const projectVersion = run.projectVersion ?? null;
    sources.record({
      connectionId,
      runId: run.id,
      projectId,
      projectVersion,
      request: RunRequest.parse({ targetNodeIds, inputOverrides }),
      graph: graph == null ? null : graphOfInline(graph),
      at: new Date(clock.now()).toISOString(),
    });
    if (graph == null && projectId !== null && projectVersion !== null) {
      void startFinding(connectionId, run.id, projectId, projectVersion);
    }
  }

  function noteTemplateStart(connectionId: string, run: PublicTemplateRunDetail, sent: unknown): void {
    const body = PublicTemplateRunCreateRequest.safeParse(sent);
    if (!body.success) return;
    const { templateId, endpointId } = run;
    sources.record({
      connectionId,
      runId: run.taskId,
      projectId: null,
      projectVersion: null,
      request: RunRequest.parse({ template: { templateId, endpointId, inputs: body.data.inputs ?? {} } }),
      graph: null,
      at: new Date(clock.now()).toISOString(),
    });
  }

  async function record(connectionId: string, run: EndedRun): Promise<void> {
    let source = sources.find(connectionId, run.id);
    const projectId = run.projectId ?? source?.projectId ?? null;
    const projectVersion = run.projectVersion ?? source?.projectVersion ?? null;
    const hasOutputs = Object.keys(run.outputs ?? {}).length > 0;
    if (hasOutputs && source?.hasGraph !== true && projectId !== null && projectVersion !== null) {
      if (source === null) {
        // Started elsewhere, or before starts were recorded: its overrides are not known.
        const request = RunRequest.parse({ isComplete: false });
        const at = run.updatedAt;
        sources.record({ connectionId, runId: run.id, projectId, projectVersion, request, graph: null, at });
      }
      await startFinding(connectionId, run.id, projectId, projectVersion);
      source = sources.find(connectionId, run.id);
    }
    const graph = source?.hasGraph === true ? sources.graphOf(connectionId, run.id) : null;
    const ended = Date.parse(run.updatedAt);
    const added = outputs.record(
      {
        connectionId,
        runId: run.id,
        projectId,
        projectVersion,
        templateId: run.templateId ?? source?.request.template?.templateId ?? null,
        createdAt: new Date(Number.isFinite(ended) ? ended : clock.now()).toISOString(),
      },
      outputEntries(run, graph, source?.request ?? RunRequest.parse({})),
    );
    recorded.add(joinKey(connectionId, run.id));
    if (added > 0) options.onRecorded(connectionId, projectId);
  }

  function noteRun(connectionId: string, run: EndedRun): void {
    const key = joinKey(connectionId, run.id);
    if (!isTerminalRunStatus(run.status) || isLiveRun(run.externalId)) return;
    if (recorded.has(key) || recording.has(key)) return;
    const work = record(connectionId, run)
      .catch((error: unknown) => log.warn(errorFields(error), 'the outputs of a run were not recorded'))
      .finally(() => recording.delete(key));
    recording.set(key, work);
  }

  const observer: ProxyObserver = {
    wants: (endpoint) => RECORDED_FROM.includes(endpoint),
    responded(connectionId, { endpoint, params }, response) {
      const ok = response.status >= 200 && response.status < 300;
      if (endpoint === endpoints.files.get) {
        const fileId = params['file_id'];
        if (fileId !== undefined && (ok || response.status === 404)) {
          options.onFile(connectionId, fileId, !ok);
        }
        return;
      }
      if (!ok) return;
      if (endpoint === endpoints.runs.create) {
        const run = PublicRunDetail.safeParse(response.body());
        if (run.success)
          noteStart(connectionId, run.data, response.sent(), response.header(runOfProjectHeader));
      }
      if (endpoint === endpoints.templates.createRun) {
        const run = PublicTemplateRunDetail.safeParse(response.body());
        if (run.success) noteTemplateStart(connectionId, run.data, response.sent());
      }
    },
    streamEnded: () => undefined,
  };

  return {
    observer,
    noteRun,
    async settled() {
      while (recording.size > 0 || finding.size > 0) {
        await Promise.all([...recording.values(), ...finding.values()]);
      }
    },
  };
}
