import { createHash } from 'node:crypto';
import { joinKey } from '#shared/language/join-key.ts';
import type { NodeValue } from '#service/nodes/definition.ts';

/** A node's work as it lies in the queue, and what came of it. Files are named by their hash. */
export interface RemoteTask {
  nodeType: string;
  category: string;
  runsPrograms: boolean;
  /** Milliseconds, where it may take longer than others. */
  timeLimitMs: number | null;
  inputs: Record<string, NodeValue | undefined>;
  /** By how much pictures are smaller than at full size; null at full size. */
  scale: number | null;
  /** Shown in sentences. */
  title: string;
}

export type TaskOutcome =
  | { kind: 'succeeded'; outputs: Record<string, NodeValue> }
  | { kind: 'failed'; code: string; message: string; defect: string | null };

/** Why an attempt was given up, by the worker that had it. */
export interface AttemptFailure {
  code: string;
  message: string;
}

/** A node of a run, or one item of a node that runs for a list. */
export interface JobKey {
  runId: string;
  nodeId: string;
  /** Empty for the node as a whole. */
  item: string;
}

/** The id of the job of a node of a run: whoever owns the run next finds the job by it. */
export function jobIdOf({ runId, nodeId, item }: JobKey): string {
  const name = item === '' ? `${runId} ${nodeId}` : joinKey(runId, nodeId, item);
  const bytes = createHash('sha256').update(name).digest().subarray(0, 16);
  // Version 8 of a UUID: made of what its owner chose.
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * As a column of the type `jsonb` keeps it whole: that sorts keys and refuses zero characters and lone surrogates, which texts of
 * people may have.
 */
export const toJobData = ({ runId, nodeId, item }: JobKey, task: RemoteTask): object => ({
  runId,
  nodeId,
  item,
  task: JSON.stringify(task),
});

export const fromJobData = (data: unknown): RemoteTask =>
  JSON.parse(String((data as { task?: unknown } | null)?.task)) as RemoteTask;

export const toJobOutput = (outcome: TaskOutcome): object => ({ outcome: JSON.stringify(outcome) });

export function fromJobOutput(output: unknown): TaskOutcome | null {
  const { outcome } = (output ?? {}) as { outcome?: unknown };
  return typeof outcome === 'string' ? (JSON.parse(outcome) as TaskOutcome) : null;
}

/** What the worker said that gave an attempt up; null for one that said nothing any more. */
export function attemptFailureOf(output: unknown): AttemptFailure | null {
  const { code, message } = (output ?? {}) as { code?: unknown; message?: unknown };
  return typeof code === 'string' && typeof message === 'string' ? { code, message } : null;
}
