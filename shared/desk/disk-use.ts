import { z } from 'zod';
import { route } from './route.ts';

/** What the data folder of this computer holds, in the order in which it is shown. */
export const DISK_KINDS = [
  'files', // uploads and outputs of the local service
  'projects', // its database
  'backups', // copies of that database
  'versions', // earlier versions and edits that no service has yet
  'previews', // copies of media, made again when they are needed
  'offline', // what services answered, for when they cannot be reached
  'transfers', // uploads and exports on their way
  'misc', // settings, logs and all else
] as const;
export const DiskKind = z.enum(DISK_KINDS);
export type DiskKind = z.infer<typeof DiskKind>;

export const DiskUse = z.object({
  /** The data folder. */
  folder: z.string(),
  /** Bytes that are free on its disk; null where the system does not say. */
  freeBytes: z.number().nullable(),
  kinds: z.array(z.object({ kind: DiskKind, bytes: z.number(), files: z.int() })),
  /** False: there are more entries than are looked through, and the sums are of those that were. */
  isComplete: z.boolean(),
});
export type DiskUse = z.infer<typeof DiskUse>;

export const diskUseRoutes = {
  getDiskUse: route('GET', '/desk/disk-use', { response: DiskUse }),
  /** Deletes what is made again when it is needed, and nothing else. */
  clearPreviews: route('POST', '/desk/disk-use/clear-previews', { response: DiskUse }),
} as const;
