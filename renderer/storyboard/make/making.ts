import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import { addCreatedPanel, type ShotRef } from '#shared/storyboard/editing.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { mediaDocuments } from '#renderer/documents/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { anotherVariation, makeFile, PictureNotFetched, stopJob, type GeneratedFile } from './make-run.ts';
import { storedJobs, storeJobs, type MakeJob, type MakeSource } from './make-source.ts';

/** A job as it stands now. */
export interface ActiveJob extends MakeJob {
  state: 'starting' | 'running' | 'stopping' | 'failed';
  /** 0 to 1; null while that is not known. */
  share: number | null;
  /** Why it failed, as a sentence. */
  problem: string | null;
  /** The picture is paid already: to try once more only fetches it. */
  isPaid: boolean;
}

/** Jobs of this window, of all projects, in the order they were asked for. They go on while other pages are shown. */
const jobStore = createStore<{ jobs: readonly ActiveJob[] }>(() => ({ jobs: [] }));
const stops = new Map<string, AbortController>();

function setJobs(change: (jobs: readonly ActiveJob[]) => readonly ActiveJob[]): void {
  jobStore.setState(({ jobs }) => ({ jobs: change(jobs) }));
  storeJobs(
    jobStore
      .getState()
      .jobs.filter(({ state }) => state !== 'failed')
      .map(({ state: _state, share: _share, problem: _problem, isPaid: _isPaid, ...job }) => job),
  );
}

const update = (id: string, partial: Partial<ActiveJob>): void =>
  setJobs((jobs) => jobs.map((job) => (job.id === id ? { ...job, ...partial } : job)));
const remove = (id: string): void => setJobs((jobs) => jobs.filter((job) => job.id !== id));

/** Where a shot is now; it may have been moved to another scene meanwhile. */
function locateShot({ sequences }: StoryboardDocument, { scene, shot }: MakeJob): ShotRef | null {
  const has = (id: string) =>
    sequences.find((entry) => entry.id === id)?.shots.some((entry) => entry.id === shot);
  if (has(scene)) return { scene, shot };
  const sequence = sequences.find(({ shots }) => shots.some(({ id }) => id === shot));
  return sequence ? { scene: sequence.id, shot } : null;
}

/** Puts what was made into its shot, as one step of undo. @returns false where the shot is gone. */
async function addToShot(job: MakeJob, { file, origin }: GeneratedFile): Promise<boolean> {
  const { session, leave } = mediaDocuments.storyboard.open(job.connectionId, job.projectId);
  try {
    const open = await session;
    const ref = locateShot(open.getState().document, job);
    if (ref === null) return false;
    const medium = { fileId: file.fileId, filename: file.filename };
    open.change(words.storyboard.stepMade, addCreatedPanel(ref, `made-${origin.runId}`, medium, origin));
    return true;
  } finally {
    leave();
  }
}

async function work(job: ActiveJob): Promise<void> {
  const controller = new AbortController();
  stops.set(job.id, controller);
  try {
    const generated = await makeFile(job, {
      signal: controller.signal,
      onAccepted: (runId) => {
        const current = jobStore.getState().jobs.find(({ id }) => id === job.id);
        if (current?.runId === runId) return;
        update(job.id, { runId, state: current?.state === 'stopping' ? 'stopping' : 'running' });
        if (current?.state === 'stopping') void cancelJob(job.id);
      },
      onProgress: ({ share }) => {
        const current = jobStore.getState().jobs.find(({ id }) => id === job.id);
        if (current && current.share !== share) update(job.id, { share });
      },
    });
    if (generated && !(await addToShot(job, generated))) {
      showToast({ title: words.storyboard.shotGone, description: words.storyboard.shotGoneDetail });
    }
    remove(job.id);
  } catch (error) {
    const current = jobStore.getState().jobs.find(({ id }) => id === job.id);
    if (current?.state === 'stopping') remove(job.id);
    else {
      const isPaid = error instanceof PictureNotFetched;
      update(job.id, { state: 'failed', problem: describeProblem(error), isPaid });
    }
  } finally {
    stops.delete(job.id);
  }
}

/** Makes a picture for each of some shots, one run a shot. */
export function startJobs(
  project: { connectionId: string; projectId: string },
  source: MakeSource,
  shots: readonly { ref: ShotRef; words: string; variation?: number | undefined }[],
): void {
  const jobs = shots.map(({ ref, words: text, variation = anotherVariation() }): ActiveJob => ({
    ...project,
    ...ref,
    id: crypto.randomUUID(),
    source,
    words: text,
    variation,
    runId: null,
    state: 'starting',
    share: null,
    problem: null,
    isPaid: false,
  }));
  const isRepeat = (job: ActiveJob) =>
    job.state === 'failed' &&
    job.projectId === project.projectId &&
    shots.some(({ ref }) => ref.scene === job.scene && ref.shot === job.shot);
  setJobs((before) => [...before.filter((job) => !isRepeat(job)), ...jobs]);
  for (const job of jobs) void work(job);
}

/** Tries a job once more that failed. */
export function retryJob(id: string): void {
  const job = jobStore.getState().jobs.find((candidate) => candidate.id === id);
  if (job?.state !== 'failed') return;
  remove(id);
  startJobs({ connectionId: job.connectionId, projectId: job.projectId }, job.source, [
    {
      ref: { scene: job.scene, shot: job.shot },
      words: job.words,
      // What is paid is asked for as it was: with another number it would be another picture.
      variation: job.isPaid ? job.variation : undefined,
    },
  ]);
}

/** Stops a job; one that failed goes from its shot. */
export async function cancelJob(id: string): Promise<void> {
  const job = jobStore.getState().jobs.find((candidate) => candidate.id === id);
  if (!job) return;
  if (job.state === 'failed') return remove(id);
  update(id, { state: 'stopping' });
  // A run that is not accepted yet is stopped as soon as it is.
  if (job.runId === null) return;
  if (await stopJob(job)) return;
  stops.get(id)?.abort();
  remove(id);
  showToast({ title: words.storyboard.notStopped, description: words.storyboard.notStoppedDetail });
}

/** Takes up what an earlier page of this project began and the service goes on with. */
export function resumeJobs({ connectionId, projectId }: { connectionId: string; projectId: string }): void {
  const existing = new Set(jobStore.getState().jobs.map(({ id }) => id));
  const left = storedJobs().filter(
    (job) => job.connectionId === connectionId && job.projectId === projectId && !existing.has(job.id),
  );
  const jobs = left.map((job): ActiveJob => ({
    ...job,
    state: 'running',
    share: null,
    problem: null,
    isPaid: false,
  }));
  if (jobs.length === 0) return;
  setJobs((before) => [...before, ...jobs]);
  for (const job of jobs) void work(job);
}

/** The jobs of this window. */
export const useJobs = (): readonly ActiveJob[] => useStore(jobStore, ({ jobs }) => jobs);
