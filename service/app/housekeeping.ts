import { removeOldDeliveries } from '#service/webhooks/deliverer.ts';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ServiceContext } from '#service/context.ts';
import { sweepAudit } from '#service/audit/audit.ts';
import { fileBacklog, PROJECT_NAMES } from '#service/projects/search-rows.ts';
import { refoldBacklog } from '#service/storage/refold.ts';
import type { Database } from '#service/storage/database.ts';
import { TEMPLATE_TEXTS } from '#service/templates/list-rows.ts';
import { removeOldChanges } from '#service/team/change-registers.ts';
import { deleteUnreferenced } from '#service/files/unreferenced-blobs.ts';
import { expireUploads } from '#service/uploads/sessions.ts';
import type { App } from './app.ts';
import { sweepProjects } from './sweep.ts';

const HOUR_MS = 3_600_000;

/** Clears away what uploads have left: sessions that are past their time, and bytes of what was refused. */
export async function maintain(context: ServiceContext): Promise<void> {
  await expireUploads(context);
  await deleteUnreferenced(context);
}

/** Clears away what has expired, now and every hour. @returns what ends it. */
export async function startMaintenance(context: ServiceContext, app: App): Promise<() => void> {
  const sweep = async (): Promise<void> => {
    await app.sweep();
    await sweepProjects(context);
    await sweepAudit(context);
    await removeOldChanges(context);
    await removeOldDeliveries(context);
  };
  const { coordination } = context;
  await coordination.exclusively('housekeeping', sweep);
  const hourly = setInterval(() => {
    const clear = async (): Promise<void> => {
      await sweep().catch((error: unknown) => {
        context.log.error({ err: error }, 'what has expired could not be cleared away');
      });
      await maintain(context);
    };
    coordination.exclusively('housekeeping', clear).catch((error: unknown) => {
      context.log.error({ err: error }, 'expired uploads could not be cleared away');
    });
  }, HOUR_MS);
  hourly.unref();
  return () => clearInterval(hourly);
}

/** What searches do not have yet as they ask for it: names that an earlier build folded or did not file. */
async function* searchBacklog(db: Database): AsyncGenerator<void, void, void> {
  yield* refoldBacklog(db, PROJECT_NAMES);
  yield* refoldBacklog(db, TEMPLATE_TEXTS);
  yield* fileBacklog(db);
}

/** Brings what is searched up to date, a slice at a time between requests. @returns what ends it, and waits for that. */
export function startSearchBacklog({
  db,
  log,
  coordination,
}: Pick<ServiceContext, 'db' | 'log' | 'coordination'>): () => Promise<void> {
  let isEnding = false;
  const bringUpToDate = async (): Promise<void> => {
    for await (const _slice of searchBacklog(db)) {
      await yieldToEventLoop();
      if (isEnding) return;
    }
  };
  const work = async (): Promise<void> => {
    try {
      await coordination.exclusively('search-backlog', bringUpToDate);
    } catch (error) {
      // As on a full disk. Searches go on as they are, and the next start works on.
      log.error({ err: error }, 'names could not be brought up to date for searches');
    }
  };
  const completion = work();
  return () => {
    isEnding = true;
    return completion;
  };
}
