import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkState } from '../power/check-state.ts';
import type { PowerPromise } from '../power/promises.ts';
import { AppProcess } from './app-process.ts';
import { callsOf, operations, prepare, RejectedError, type World } from './operations.ts';

/**
 * A disk that fails: while one operation is under way, the nth call of each thread of core or service answers EIO. The
 * operation ends in success or in a sentence, the next one succeeds, and in the end all that was promised is there.
 */

export interface DiskFailureReport {
  cases: number;
  rejected: number;
  restarts: number;
  problems: string[];
}

/** Time within which the app works again once the disk does. Milliseconds. */
const READY_TIMEOUT_MS = 60_000;

/** @param callIndexes which of the calls fail, counted from the begin of an operation. */
export async function playDiskFailures(
  callIndexes: readonly number[],
  onStep: (label: string) => void = () => undefined,
): Promise<DiskFailureReport> {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-eio-'));
  const app = new AppProcess(folder);
  const promises: PowerPromise[] = [];
  let count = 0;
  const world: World = {
    ...callsOf(app),
    app,
    projectId: '',
    projectFile: Buffer.alloc(0),
    promised: (promise) => void promises.push(promise),
    next: () => (count += 1),
  };
  const report: DiskFailureReport = { cases: 0, rejected: 0, restarts: 0, problems: [] };
  try {
    await app.ensureRunning();
    await prepare(world);
    for (const [name, operate] of Object.entries(operations)) {
      for (const victim of ['core', 'service'] as const) {
        for (const callIndex of callIndexes) {
          report.cases += 1;
          const location = `${name}, call ${callIndex} of the ${victim}`;
          const rejection = await app.whileFailing(victim, callIndex, () => rejectionOf(operate(world)));
          onStep(`${location}: ${rejection?.text ?? 'done'}`);
          if (rejection) report.rejected += 1;
          if (rejection?.isClear === false && app.isAlive())
            report.problems.push(`${location}: ${rejection.text}`);
          if (!app.isAlive()) report.restarts += 1;
          const problem = await checkRecovery(world, operate);
          if (problem !== null) report.problems.push(`${location}: after it ${problem}`);
        }
      }
    }
    await app.stop();
    report.problems.push(...(await checkState(join(folder, 'data'), promises)));
  } catch (error) {
    report.problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    await app.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
  return report;
}

/** A sentence that names the disk or what to do about it, not one for defects. */
const isClear = (text: string): boolean =>
  /^[A-Z].*[.!]$/s.test(text) && !/inside Patchbay|unexpected|status 500/.test(text);

/** How an operation ended that did not succeed. `isClear`: a person reads a sentence. */
async function rejectionOf(work: Promise<unknown>): Promise<{ text: string; isClear: boolean } | null> {
  try {
    await work;
    return null;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { text, isClear: error instanceof RejectedError && isClear(text) };
  }
}

async function checkRecovery(
  world: World,
  operate: (world: World) => Promise<unknown>,
): Promise<string | null> {
  const until = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    try {
      await world.app.ensureRunning();
      await operate(world);
      return null;
    } catch (error) {
      if (Date.now() > until) return String(error);
      await new Promise((resume) => setTimeout(resume, 100));
    }
  }
}
