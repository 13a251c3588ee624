import { isFileOutput, type EditableGraph, type RunFileOutput } from '#shared/api/index.ts';
import { apiFor, callDesk } from '#renderer/desk/index.ts';
import { createRunStore, isOver, progressOf, type RunState, type RunStore } from '#renderer/runs/index.ts';
import { FILM_NODE_ID } from './film-run-request.ts';

/** How a film run ended. */
export type FilmRunEnd =
  | { kind: 'made'; runId: string; file: RunFileOutput }
  | { kind: 'canceled' }
  | { kind: 'failed'; message: string };

/** A run that makes a film, as the dialog follows it. */
export interface FilmRun {
  /** Null when it is no longer followed. @throws ApiError where the service did not take it. */
  ended: Promise<FilmRunEnd | null>;
  cancel: () => Promise<void>;
  /** Stops following; the run goes on in the queue. */
  leave: () => void;
}

/** Starts a run of an unsaved graph that makes a film, and follows it. */
export function startFilmRun(
  { connectionId, projectId, graph }: { connectionId: string; projectId: string; graph: EditableGraph },
  onProgress: (share: number | null) => void,
): FilmRun {
  const runs = createRunStore({ connectionId, projectId, api: apiFor(connectionId), desk: callDesk });
  const left = new AbortController();
  const accepted = runs.start({ graph });
  const follow = async (): Promise<FilmRunEnd | null> => {
    try {
      const run = await endOf(runs, (await accepted).runId, onProgress, left.signal);
      return run && filmOf(run);
    } finally {
      runs.dispose();
    }
  };
  return {
    ended: follow(),
    cancel: async () => runs.cancel((await accepted).runId),
    leave: () => left.abort(),
  };
}

const endOf = (
  runs: RunStore,
  runId: string,
  onProgress: (share: number | null) => void,
  signal: AbortSignal,
): Promise<RunState | null> =>
  new Promise((resolve) => {
    const end = (run: RunState | null): void => {
      unsubscribe();
      resolve(run);
    };
    const look = (): void => {
      const run = runs.store.getState().runs[runId];
      if (!run || signal.aborted) return;
      onProgress(progressOf(run).share);
      if (isOver(run)) end(run);
    };
    const unsubscribe = runs.store.subscribe(look);
    signal.addEventListener('abort', () => end(null), { once: true });
    if (signal.aborted) end(null);
    look();
  });

function filmOf(run: RunState): FilmRunEnd {
  if (run.status === 'canceled') return { kind: 'canceled' };
  if (run.status !== 'succeeded') {
    return { kind: 'failed', message: run.failure?.message ?? 'The film was not made. Try again.' };
  }
  const output = run.nodes[FILM_NODE_ID]?.outputs?.['film'] ?? Object.values(run.outputs).find(isFileOutput);
  return output && isFileOutput(output)
    ? { kind: 'made', runId: run.runId, file: output }
    : { kind: 'failed', message: 'The run is done, but it made no film. Try again.' };
}
