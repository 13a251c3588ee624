import { RunPurpose } from '#shared/desk/index.ts';
import { jsonOf } from '../response-cache/json-of.ts';

/** What a run was for, as it is stored; undefined of none, and of what cannot be read. */
export function readRunPurpose(stored: unknown): RunPurpose | undefined {
  if (typeof stored !== 'string') return undefined;
  return RunPurpose.safeParse(jsonOf(Buffer.from(stored))).data;
}
