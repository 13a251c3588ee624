import {
  isFileOutput,
  type EditableGraph,
  type PublicRunCreateRequest,
  type RunFileOutput,
} from '#shared/api/index.ts';
import { FILM_NODE_ID } from '#shared/desk/index.ts';
import { apiFor, backoff, callDesk, isMissing } from '#renderer/desk/index.ts';
import { createRunStore, isOver, type RunState, type RunStore } from '#renderer/runs/index.ts';
import { words } from '#renderer/words/index.ts';

/** Where a film belongs. */
export interface FilmProject {
  connectionId: string;
  projectId: string;
}

/** How far a run is with its film. */
interface FilmRunProgress {
  /** False while it waits for its turn. */
  isGenerating: boolean;
  cancelRequested: boolean;
  /** 0 to 1; null while that is not known. */
  share: number | null;
  /** When its node began, in milliseconds; null before. */
  startedAt: number | null;
}

/** How a film run ended. */
type FilmRunEnd =
  | { kind: 'made'; file: RunFileOutput }
  | { kind: 'canceled' }
  | { kind: 'failed'; message: string; code: string | null };

/** A run that makes a film. It goes on without the page. */
export interface FilmRun {
  runId: string;
  /** Follows it to its end. */
  follow: (onProgress: (progress: FilmRunProgress) => void) => Promise<FilmRunEnd>;
  /** @throws ApiError where the service did not take it. */
  cancel: () => Promise<void>;
}

/** Starts a run of an unsaved graph that makes a film. @throws ApiError where the service did not take it. */
export async function startFilmRun(project: FilmProject, graph: EditableGraph): Promise<FilmRun> {
  const runs = runsOf(project);
  // Named, so that a page that knows nothing of this run finds it by its target.
  const request: Pick<PublicRunCreateRequest, 'graph' | 'targetNodeIds'> = {
    graph,
    targetNodeIds: [FILM_NODE_ID],
  };
  return filmRun(runs, (await runs.start(request)).runId);
}

/** Takes up a run that an earlier page started. @returns null where the service no longer has it. */
export async function openFilmRun(project: FilmProject, runId: string): Promise<FilmRun | null> {
  const runs = runsOf(project);
  const { signal } = new AbortController();
  for (let attempt = 1; ; attempt += 1) {
    try {
      await runs.show(runId);
      return filmRun(runs, runId);
    } catch (error) {
      if (isMissing(error)) return null;
      await backoff(attempt, signal);
    }
  }
}

const runsOf = ({ connectionId, projectId }: FilmProject): RunStore =>
  createRunStore({ connectionId, projectId, api: apiFor(connectionId), desk: callDesk });

const filmRun = (runs: RunStore, runId: string): FilmRun => ({
  runId,
  follow: async (onProgress) => {
    try {
      return filmOf(await endOf(runs, runId, onProgress));
    } finally {
      runs.dispose();
    }
  },
  cancel: () => runs.cancel(runId),
});

const endOf = (
  runs: RunStore,
  runId: string,
  onProgress: (progress: FilmRunProgress) => void,
): Promise<RunState> =>
  new Promise((resolve) => {
    const end = (run: RunState): void => {
      unsubscribe();
      stopListening();
      resolve(run);
    };
    const update = (isFirst = false): void => {
      const run = runs.store.getState().runs[runId];
      if (!run) return;
      if (!isOver(run)) onProgress(progressOf(run));
      // What it made is complete only when its end is told; one that the service lost has no such end.
      else if (isFirst || run.failure?.code === 'NOT_FOUND') end(run);
    };
    const unsubscribe = runs.store.subscribe(() => update());
    const stopListening = runs.onEnd((run) => run.runId === runId && end(run));
    update(true);
  });

function progressOf({ nodes, cancelRequested }: RunState): FilmRunProgress {
  const node = nodes[FILM_NODE_ID];
  const startedAt = Date.parse(node?.startedAt ?? '');
  return {
    isGenerating: node?.phase === 'running',
    cancelRequested,
    share: node?.progress ?? null,
    startedAt: Number.isNaN(startedAt) ? null : startedAt,
  };
}

function filmOf({ status, failure, nodes, outputs }: RunState): FilmRunEnd {
  if (status === 'canceled') return { kind: 'canceled' };
  const node = nodes[FILM_NODE_ID];
  if (status !== 'succeeded') {
    const message = failure?.message ?? words.filmExport.failed;
    return { kind: 'failed', message, code: failure?.code ?? node?.code ?? null };
  }
  const output = node?.outputs?.['film'] ?? Object.values(outputs).find(isFileOutput);
  return output && isFileOutput(output)
    ? { kind: 'made', file: output }
    : { kind: 'failed', message: words.filmExport.madeNothing, code: null };
}
