import type { LibraryOutput, RunRecord } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import { jsonOf } from '../response-cache/json-of.ts';
import { OutputRow } from './output-rows.ts';
import type { RunHistory } from './run-history.ts';
import type { RunOutputs } from './run-outputs.ts';
import type { RecordedSource, RunSources } from './run-sources.ts';

/** An output of a run, as far as it is kept. */
export interface RunResultOutput extends Pick<
  LibraryOutput,
  'key' | 'kind' | 'fileId' | 'filename' | 'contentType' | 'sizeBytes' | 'excerpt'
> {
  /** Undefined of a file, and of a value too long to be kept. */
  value: unknown;
}

/** What a run made, and what it took. */
export interface RunResult extends Pick<RunRecord, 'executionTimeMs'> {
  outputs: RunResultOutput[];
  microcredits: string | null;
}

/**
 * The one reader of runs: the list of runs, the queue, grids, batches, estimates and the gallery ask it, and none of them
 * knows where the rows come from.
 */
export interface RunReader extends Pick<
  RunHistory,
  'list' | 'find' | 'active' | 'activeRuns' | 'lastFinished' | 'numberOf' | 'unseen' | 'remoteBatches'
> {
  /** The first outputs of each run, as lists of runs show them. */
  outputsOf(connectionId: string, runIds: readonly string[]): LibraryOutput[];
  resultOf(connectionId: string, runId: string): RunResult;
  /** What a run was asked to do; null when that is not known. */
  sourceOf(connectionId: string, runId: string): RecordedSource | null;
  /** The graph that a run executed, once what is being recorded is; null when it is not known. */
  graphOf(connectionId: string, runId: string): Promise<Graph | null>;
}

export function createRunReader({
  runs,
  outputs,
  sources,
  recorded,
}: {
  runs: RunHistory;
  outputs: Pick<RunOutputs, 'ofRuns' | 'allOf'>;
  sources: RunSources;
  /** Resolves when what a run made is not being recorded any more. */
  recorded: (connectionId: string, runId: string) => Promise<unknown>;
}): RunReader {
  return {
    list: (...query) => runs.list(...query),
    find: (...run) => runs.find(...run),
    active: () => runs.active(),
    activeRuns: (connectionId) => runs.activeRuns(connectionId),
    lastFinished: (connectionId) => runs.lastFinished(connectionId),
    numberOf: (run) => runs.numberOf(run),
    unseen: () => runs.unseen(),
    remoteBatches: (...of) => runs.remoteBatches(...of),
    outputsOf: (connectionId, runIds) => outputs.ofRuns(connectionId, runIds),
    resultOf(connectionId, runId) {
      const run = runs.find(connectionId, runId);
      return {
        outputs: outputs.allOf(connectionId, runId).flatMap(readResult),
        microcredits: run?.creditsUsedMicrocredits ?? null,
        executionTimeMs: run?.executionTimeMs ?? null,
      };
    },
    sourceOf: (connectionId, runId) => sources.find(connectionId, runId),
    async graphOf(connectionId, runId) {
      await recorded(connectionId, runId);
      return sources.graphOf(connectionId, runId);
    },
  };
}

/** A row that is damaged is left out. */
function readResult(row: Record<string, unknown>): RunResultOutput[] {
  const { data } = OutputRow.safeParse(row);
  const { value } = row;
  if (data === undefined) return [];
  return [{ ...data, value: typeof value === 'string' ? jsonOf(Buffer.from(value)) : undefined }];
}
