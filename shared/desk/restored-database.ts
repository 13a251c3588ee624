import { z } from 'zod';

/**
 * What the local service writes down when it replaced its database: the app tells the person, and brings back what
 * this computer knows that the service does not have any more.
 */
export const RestoredDatabase = z.object({
  /** When it was noticed (ISO 8601). Names this restoration: each has another one. */
  at: z.iso.datetime(),
  cause: z.enum(['damaged', 'missing']),
  /** Name of the damaged file in the service's data folder; null when there was none. */
  quarantined: z.string().nullable(),
  /** When the backup that is used now was made (ISO 8601); null when there was no good one and it began anew. */
  backupFrom: z.iso.datetime().nullable(),
  /** Files younger than the backup that were found in the damaged file and are there again. */
  filesSalvaged: z.int().optional(),
  /** `begun`: the process ended on the way; the next start goes on. */
  state: z.enum(['begun', 'done']),
});
export type RestoredDatabase = z.infer<typeof RestoredDatabase>;

/** Id of the notice that tells of it. */
export const RESTORED_DATABASE_NOTICE = 'service-database';

/** File name in the service's data folder. */
export const RESTORED_DATABASE_FILE = 'restored-database.json';
