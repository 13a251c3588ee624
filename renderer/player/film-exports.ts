import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { z } from 'zod';
import { endpoints, isTerminalRunStatus, type EditableGraph, type RunFileOutput } from '#shared/api/index.ts';
import { FILM_NODE_ID, projectViewPath } from '#shared/desk/index.ts';
import { listUpTo } from '#shared/reading/index.ts';
import { apiFor, callDesk, describeProblem, notifyOutside } from '#renderer/desk/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { createStoredList } from '#renderer/model/stored-list.ts';
import { remainingOfShare, type ExportSelection } from './export-choices.ts';
import { openFilmRun, startFilmRun, type FilmProject, type FilmRun } from './film-run.ts';

const Id = z.string().min(1).max(300);
const MAX_EXPORTS = 50;

/** A film that a run makes, as a page that is opened later takes it up again. */
const StoredExport = z.object({
  connectionId: Id,
  projectId: Id,
  runId: Id,
  /** What the film is called. */
  title: z.string().max(1000),
  /** Files of captions that are saved beside it, with their texts. */
  beside: listUpTo(100, z.object({ name: z.string().max(1000), text: z.string() })),
});
type StoredExport = z.infer<typeof StoredExport>;

const list = createStoredList('patchbay.film-exports', MAX_EXPORTS, StoredExport);

/** The exports that windows of this browser wrote down. */
const storedExports = (): StoredExport[] => list.read();

/** Writes an export down, or takes it away; those of other windows stay. Without storage its film is in the gallery. */
function storeExport(runId: string, stored: StoredExport | null): void {
  const remaining = list.read().filter((item) => item.runId !== runId);
  list.write(stored ? [...remaining, stored] : remaining);
}

const text = words.filmExport;

/** An export by a run, as it stands now. */
export interface FilmExport extends StoredExport {
  /** What was chosen; null where another page did. */
  selected: ExportSelection | null;
  state: ExportState;
}

type ExportState =
  | { kind: 'waiting' | 'stopping' }
  /** `remaining` in milliseconds; null while nobody can know. */
  | { kind: 'making'; share: number | null; remaining: number | null }
  | { kind: 'made'; file: RunFileOutput }
  | { kind: 'failed'; message: string; code: string | null };

/** Exports of this window, of all projects, the newest last. They go on while other pages are shown. */
const exportsStore = createStore<{ exports: readonly FilmExport[] }>(() => ({ exports: [] }));
const runs = new Map<string, FilmRun>();
/** Projects whose exports are on screen. */
const visibleProjects = new Set<string>();

const all = (): readonly FilmExport[] => exportsStore.getState().exports;
const setState = (runId: string, state: ExportState): void =>
  exportsStore.setState(({ exports }) => ({
    exports: exports.map((item) => (item.runId === runId ? { ...item, state } : item)),
  }));
const remove = (runId: string): void => {
  exportsStore.setState(({ exports }) => ({ exports: exports.filter((item) => item.runId !== runId) }));
  runs.delete(runId);
  storeExport(runId, null);
};
const isOver = ({ state }: FilmExport): boolean => state.kind === 'made' || state.kind === 'failed';

/** Starts a run that makes a film, and follows it. @throws ApiError where the service did not take it. */
export async function startFilmExport(
  project: FilmProject,
  graph: EditableGraph,
  details: Pick<FilmExport, 'title' | 'beside'> & { selection: ExportSelection },
): Promise<void> {
  const run = await startFilmRun(project, graph);
  // What was made before is in the gallery.
  for (const item of all()) if (item.projectId === project.projectId && isOver(item)) remove(item.runId);
  const { selection, ...remaining } = details;
  add({ ...project, ...remaining, runId: run.runId }, run, selection);
}

function add(stored: StoredExport, run: FilmRun, selection: ExportSelection | null): void {
  if (all().some(({ runId }) => runId === stored.runId)) return;
  storeExport(stored.runId, stored);
  runs.set(stored.runId, run);
  exportsStore.setState(({ exports }) => ({
    exports: [...exports, { ...stored, selected: selection, state: { kind: 'waiting' } }],
  }));
  void follow(stored, run);
}

async function follow(stored: StoredExport, run: FilmRun): Promise<void> {
  const { runId } = stored;
  const end = await run.follow(({ isGenerating, cancelRequested, share, startedAt }) => {
    if (cancelRequested) setState(runId, { kind: 'stopping' });
    else if (!isGenerating) setState(runId, { kind: 'waiting' });
    else {
      const remaining = startedAt === null ? null : remainingOfShare(share, Date.now() - startedAt);
      setState(runId, { kind: 'making', share, remaining });
    }
  });
  // One that was dismissed meanwhile is of no interest any more.
  if (!all().some((item) => item.runId === runId)) return;
  if (end.kind === 'canceled') {
    remove(runId);
    showToast({ title: text.stopped(stored.title) });
    return;
  }
  setState(runId, end);
  notify(stored, end);
}

/** Tells a person who is elsewhere how an export ended. */
function notify({ connectionId, projectId, title, runId }: StoredExport, end: ExportState): void {
  const isReady = end.kind === 'made';
  const headline = isReady ? text.ready(title) : text.notMade(title);
  const description = end.kind === 'failed' ? end.message : undefined;
  const path = projectViewPath(connectionId, projectId, 'timeline');
  void notifyOutside({
    title: isReady ? text.readyOutside : text.notMadeOutside,
    body: description ?? headline,
    path,
    tag: runId,
  });
  if (visibleProjects.has(projectId)) return;
  showToast({ kind: isReady ? 'ok' : 'error', title: headline, ...(description ? { description } : {}) });
}

/** Asks for an export to be stopped. */
export async function stopFilmExport(runId: string): Promise<void> {
  try {
    await runs.get(runId)?.cancel();
  } catch (error) {
    showToast({ kind: 'error', title: text.notStopped, description: describeProblem(error) });
  }
}

/** Takes an export that is over from the screen; its film stays in the gallery. */
export const dismissFilmExport = remove;

const resuming = new Set<string>();

/**
 * Resumes following the exports of a project that earlier pages began: those that this browser wrote down, and those that the run
 * history of this computer knows to be going on.
 * @param title what a film is called of which no more is known
 * @returns to be called when the project's exports are no longer on screen.
 */
export function showFilmExports(project: FilmProject, title: string): () => void {
  visibleProjects.add(project.projectId);
  void resume(project, title);
  return () => void visibleProjects.delete(project.projectId);
}

async function resume(project: FilmProject, title: string): Promise<void> {
  const isInProject = (item: FilmProject) =>
    item.connectionId === project.connectionId && item.projectId === project.projectId;
  const stored = storedExports().filter(isInProject);
  await Promise.all(stored.map(resumeExport));
  const found = await runningFilms(project).catch(() => []);
  await Promise.all(found.map((runId) => resumeExport({ ...project, runId, title, beside: [] })));
}

async function resumeExport(stored: StoredExport): Promise<void> {
  const { runId } = stored;
  if (resuming.has(runId) || all().some((item) => item.runId === runId)) return;
  resuming.add(runId);
  try {
    const run = await openFilmRun(stored, runId);
    if (run) add(stored, run, null);
    else storeExport(runId, null);
  } finally {
    resuming.delete(runId);
  }
}

/** More runs of one project that go on are not asked after. */
const MAX_RUNS = 20;

/** Runs of a project that are making a film. */
async function runningFilms({ connectionId, projectId }: FilmProject): Promise<string[]> {
  const { runs: records } = await callDesk('listRuns', { query: { connectionId, projectId } });
  const active = records.filter(({ status }) => !isTerminalRunStatus(status)).slice(0, MAX_RUNS);
  const api = apiFor(connectionId);
  const details = await Promise.all(
    active.map(({ runId }) => api(endpoints.runs.get, { params: { run_id: runId } })),
  );
  return details
    .filter(({ targetNodeIds }) => targetNodeIds?.length === 1 && targetNodeIds[0] === FILM_NODE_ID)
    .map(({ id }) => id);
}

/** The exports of a project, the newest first. */
export function useFilmExports({ connectionId, projectId }: FilmProject): readonly FilmExport[] {
  const exports = useStore(exportsStore, (state) => state.exports);
  return useMemo(
    () =>
      exports
        .filter((item) => item.connectionId === connectionId && item.projectId === projectId)
        .toReversed(),
    [exports, connectionId, projectId],
  );
}
