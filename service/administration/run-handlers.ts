import { Problem } from '#service/problems/problem.ts';
import type { Engine } from '#service/engine/engine.ts';
import type { AdministrationHandlers } from './surface.ts';

/** The order of the runs that wait. */
export const runHandlers = (engine: Pick<Engine, 'queuedRuns' | 'moveToFront' | 'store'>) =>
  ({
    listWaitingRuns: async () => ({ runIds: await engine.queuedRuns() }),
    moveRunToFront: async ({ params }) => {
      const runId = params['runId'] ?? '';
      if (await engine.moveToFront(runId)) return { outcome: 'moved' as const };
      if ((await engine.store.accountOf(runId)) !== null) return { outcome: 'begun' as const };
      throw Problem.of('RUN_NOT_FOUND', 'This run no longer exists.', { runId });
    },
  }) satisfies Partial<AdministrationHandlers>;
