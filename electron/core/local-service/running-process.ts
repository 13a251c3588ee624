import { z } from 'zod';
import { SCHEMA_LIMITS } from '#shared/api/index.ts';
import { readJson } from '#shared/reading/index.ts';
import { systemErrorCode } from '../desk-error.ts';
import type { Clock } from '../options.ts';

/** Processes and services that this app did not start itself, or not in this run. */

/** How often a process that is not our child is polled, and after how many polls its API is asked. */
const POLL_INTERVAL_MS = 250;
const POLLS_PER_REQUEST = 12;

/** Resolves when the process has ended, when its API has not answered twice, or when the signal is aborted. */
export async function waitForEnd(
  { pid, origin, clock }: { pid: number; origin: string; clock: Clock },
  signal: AbortSignal,
): Promise<null> {
  for (let misses = 0, polls = 1; misses < 2; polls += 1) {
    try {
      await clock.sleep(POLL_INTERVAL_MS, signal);
    } catch {
      return null;
    }
    if (!isAlive(pid)) return null;
    if (polls % POLLS_PER_REQUEST === 0) misses = (await speaksOurApi(origin)) ? 0 : misses + 1;
  }
  return null;
}

/** Whether a service answers there with the API's own schema; asked without the key, as anybody may hold that port. */
export async function speaksOurApi(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/api/v1/openapi.json`, {
      redirect: 'error',
      signal: AbortSignal.timeout(5_000),
    });
    if (!response.ok) return false;
    const read = await readJson(response.body, {
      limits: SCHEMA_LIMITS,
      label: 'The schema of the service',
      hint: '',
    });
    if (!read.ok) return false;
    const schema = z.object({ paths: z.record(z.string(), z.unknown()) }).safeParse(read.value);
    return schema.success && Object.keys(schema.data.paths).some((path) => path.includes('/node-types'));
  } catch {
    return false;
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process may not be signalled, and is there.
    return systemErrorCode(error) === 'EPERM';
  }
};

/** Whether a process ends within a moment. */
export async function isExiting(pid: number, clock: Clock): Promise<boolean> {
  for (let polls = 0; polls < 20; polls += 1) {
    if (!isAlive(pid)) return true;
    await clock.sleep(100);
  }
  return false;
}

export async function endProcess(pid: number, clock: Clock): Promise<void> {
  for (let tries = 0; isAlive(pid) && tries < 100; tries += 1) {
    process.kill(pid, tries < 80 ? 'SIGTERM' : 'SIGKILL');
    await clock.sleep(100);
  }
}
