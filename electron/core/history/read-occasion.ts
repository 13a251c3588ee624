import { RunOccasion } from '#shared/desk/index.ts';
import { jsonOf } from '../response-cache/json-of.ts';

/** What a run was for, as it is stored; undefined of none, and of what cannot be read. */
export function readRunPurpose(stored: unknown): RunOccasion | undefined {
  if (typeof stored !== 'string') return undefined;
  return RunOccasion.safeParse(jsonOf(Buffer.from(stored))).data;
}
