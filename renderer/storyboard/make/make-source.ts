import { z } from 'zod';
import type { ShotRef } from '#shared/storyboard/editing.ts';
import { RunInputValue } from '#shared/api/index.ts';
import { DEFAULT_LIMITS, listUpTo, parseJson, recordUpTo } from '#shared/reading/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.storyboardMake.makeSource;

const Id = z.string().min(1).max(300);
const MAX_INPUTS = 1000;

/** What makes pictures of shots: a connected picture model, an endpoint of a template, or an output of a node of the project. */
export const MakeSource = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('template'),
    name: z.string(),
    templateId: Id,
    endpointId: Id,
    inputs: recordUpTo(MAX_INPUTS, RunInputValue),
    /** The field that a shot's words go into; null for none. */
    words: Id.nullable(),
  }),
  z.object({
    kind: z.literal('node'),
    name: z.string(),
    nodeId: Id,
    output: Id,
    words: z.object({ nodeId: Id, input: Id }).nullable(),
    /** Numbers that make another picture of the same words. */
    variations: listUpTo(50, z.object({ nodeId: Id, input: Id })),
  }),
  z.object({
    /** The words of the job are its prompt. */
    kind: z.literal('model'),
    name: z.string(),
    provider: Id,
    size: z.string().max(100),
  }),
]);
export type MakeSource = z.infer<typeof MakeSource>;

/** A shot that a picture is made for. */
export interface ShotToMake {
  ref: ShotRef;
  number: string;
  words: string;
}

/** A picture that is being made for a shot. */
export const MakeJob = z.object({
  id: Id,
  connectionId: Id,
  projectId: Id,
  scene: Id,
  shot: Id,
  source: MakeSource,
  words: z.string(),
  /** Has the same words asked anew, and not answered by an earlier picture; missing in what earlier versions wrote. */
  variation: z.int().optional(),
  /** Null until the service has accepted its run. */
  runId: Id.nullable(),
});
export type MakeJob = z.infer<typeof MakeJob>;

const STORAGE_KEY = 'patchbay.storyboard-making';
const MAX_JOBS = 200;

/** The jobs that go on without the page, as this window wrote them last. */
export function storedJobs(): MakeJob[] {
  try {
    const text = localStorage.getItem(STORAGE_KEY) ?? '[]';
    const read = parseJson(text, { limits: DEFAULT_LIMITS, label: t.beingCreated, hint: '' });
    return listUpTo(MAX_JOBS, MakeJob).safeParse(read.ok ? read.value : []).data ?? [];
  } catch {
    return [];
  }
}

/** Writes the jobs that a page opened later takes up again: those whose run the service has. */
export function storeJobs(jobs: readonly MakeJob[]): void {
  const running = jobs.filter(({ runId }) => runId !== null).slice(-MAX_JOBS);
  try {
    if (running.length === 0) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, JSON.stringify(running));
  } catch {
    // Without storage the runs go on, and their pictures are in the gallery.
  }
}
