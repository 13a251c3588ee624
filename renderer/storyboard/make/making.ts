import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import { addMadePanel, type ShotRef } from '#shared/storyboard/editing.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { mediaDocuments } from '#renderer/documents/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { makeFile, stopMaking, type MadeFile } from './make-run.ts';
import { storedJobs, storeJobs, type MakeJob, type MakeSource } from './make-source.ts';

/** A job as it stands now. */
export interface Making extends MakeJob {
  state: 'starting' | 'running' | 'stopping' | 'failed';
  /** 0 to 1; null while that is not known. */
  share: number | null;
  /** Why it failed, as a sentence. */
  problem: string | null;
}

/** Jobs of this window, of all projects, in the order they were asked for. They go on while other pages are shown. */
const making = createStore<{ jobs: readonly Making[] }>(() => ({ jobs: [] }));
const stops = new Map<string, AbortController>();

function setJobs(change: (jobs: readonly Making[]) => readonly Making[]): void {
  making.setState(({ jobs }) => ({ jobs: change(jobs) }));
  storeJobs(
    making
      .getState()
      .jobs.filter(({ state }) => state !== 'failed')
      .map(({ state: _state, share: _share, problem: _problem, ...job }) => job),
  );
}

const update = (id: string, part: Partial<Making>): void =>
  setJobs((jobs) => jobs.map((job) => (job.id === id ? { ...job, ...part } : job)));
const remove = (id: string): void => setJobs((jobs) => jobs.filter((job) => job.id !== id));

/** Where a shot is now; it may have been moved to another scene meanwhile. */
function placeOf({ sequences }: StoryboardDocument, { scene, shot }: MakeJob): ShotRef | null {
  const has = (id: string) => sequences.find((one) => one.id === id)?.shots.some((one) => one.id === shot);
  if (has(scene)) return { scene, shot };
  const other = sequences.find(({ shots }) => shots.some(({ id }) => id === shot));
  return other ? { scene: other.id, shot } : null;
}

/** Puts what was made into its shot, as one step of undo. @returns false where the shot is gone. */
async function putIntoShot(job: MakeJob, { file, maker }: MadeFile): Promise<boolean> {
  const { session, leave } = mediaDocuments.storyboard.open(job.connectionId, job.projectId);
  try {
    const open = await session;
    const ref = placeOf(open.getState().document, job);
    if (ref === null) return false;
    const medium = { fileId: file.fileId, filename: file.filename };
    open.change(words.storyboard.stepMade, addMadePanel(ref, `made-${maker.runId}`, medium, maker));
    return true;
  } finally {
    leave();
  }
}

async function work(job: Making): Promise<void> {
  const controller = new AbortController();
  stops.set(job.id, controller);
  try {
    const made = await makeFile(job, {
      signal: controller.signal,
      onAccepted: (runId) => {
        const now = making.getState().jobs.find(({ id }) => id === job.id);
        if (now?.runId === runId) return;
        update(job.id, { runId, state: now?.state === 'stopping' ? 'stopping' : 'running' });
        if (now?.state === 'stopping') void cancelMaking(job.id);
      },
      onProgress: ({ share }) => {
        const now = making.getState().jobs.find(({ id }) => id === job.id);
        if (now && now.share !== share) update(job.id, { share });
      },
    });
    if (made && !(await putIntoShot(job, made))) {
      showToast({ title: words.storyboard.shotGone, description: words.storyboard.shotGoneDetail });
    }
    remove(job.id);
  } catch (error) {
    const now = making.getState().jobs.find(({ id }) => id === job.id);
    if (now?.state === 'stopping') remove(job.id);
    else update(job.id, { state: 'failed', problem: describeProblem(error) });
  } finally {
    stops.delete(job.id);
  }
}

/** Makes a picture for each of some shots, one run a shot. */
export function startMaking(
  place: { connectionId: string; projectId: string },
  source: MakeSource,
  shots: readonly { ref: ShotRef; words: string }[],
): void {
  const jobs = shots.map(({ ref, words: text }): Making => ({
    ...place,
    ...ref,
    id: crypto.randomUUID(),
    source,
    words: text,
    runId: null,
    state: 'starting',
    share: null,
    problem: null,
  }));
  const isAgain = (job: Making) =>
    job.state === 'failed' &&
    job.projectId === place.projectId &&
    shots.some(({ ref }) => ref.scene === job.scene && ref.shot === job.shot);
  setJobs((before) => [...before.filter((job) => !isAgain(job)), ...jobs]);
  for (const job of jobs) void work(job);
}

/** Tries a job once more that failed. */
export function retryMaking(id: string): void {
  const job = making.getState().jobs.find((one) => one.id === id);
  if (job?.state !== 'failed') return;
  remove(id);
  startMaking({ connectionId: job.connectionId, projectId: job.projectId }, job.source, [
    { ref: { scene: job.scene, shot: job.shot }, words: job.words },
  ]);
}

/** Stops a job; one that failed goes from its shot. */
export async function cancelMaking(id: string): Promise<void> {
  const job = making.getState().jobs.find((one) => one.id === id);
  if (!job) return;
  if (job.state === 'failed') return remove(id);
  update(id, { state: 'stopping' });
  // A run that is not accepted yet is stopped as soon as it is.
  if (job.runId === null) return;
  if (await stopMaking(job)) return;
  stops.get(id)?.abort();
  remove(id);
  showToast({ title: words.storyboard.notStopped, description: words.storyboard.notStoppedDetail });
}

/** Takes up what an earlier page of this project began and the service goes on with. */
export function resumeMaking({ connectionId, projectId }: { connectionId: string; projectId: string }): void {
  const known = new Set(making.getState().jobs.map(({ id }) => id));
  const left = storedJobs().filter(
    (job) => job.connectionId === connectionId && job.projectId === projectId && !known.has(job.id),
  );
  const jobs = left.map((job): Making => ({ ...job, state: 'running', share: null, problem: null }));
  if (jobs.length === 0) return;
  setJobs((before) => [...before, ...jobs]);
  for (const job of jobs) void work(job);
}

/** The jobs of this window. */
export const useMaking = (): readonly Making[] => useStore(making, ({ jobs }) => jobs);
