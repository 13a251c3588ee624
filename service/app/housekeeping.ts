import type { ServiceContext } from '#service/context.ts';
import { fileBacklog } from '#service/projects/search-rows.ts';
import type { Database } from '#service/storage/database.ts';
import { expireUploads } from '#service/uploads/sessions.ts';
import type { App } from './app.ts';
import { sweepProjects } from './sweep.ts';

const HOUR_MS = 3_600_000;

/** Clears away what has expired, now and every hour. @returns what ends it. */
export function startHousekeeping(context: ServiceContext, app: App): () => void {
  app.sweep();
  sweepProjects(context);
  const hourly = setInterval(() => {
    app.sweep();
    sweepProjects(context);
    expireUploads(context).catch((error: unknown) => {
      context.log.error({ err: error }, 'expired uploads could not be cleared away');
    });
  }, HOUR_MS);
  hourly.unref();
  return () => clearInterval(hourly);
}

/** Files the projects that the search does not have yet, a slice at a time between requests. @returns what ends it. */
export function startFilingBacklog(db: Database): () => void {
  const backlog = fileBacklog(db);
  let next: NodeJS.Immediate | null = null;
  const fileOn = (): void => {
    next = backlog.next().done ? null : setImmediate(fileOn);
  };
  fileOn();
  return () => {
    if (next !== null) clearImmediate(next);
  };
}
