import { z } from 'zod';
import { listUpTo } from '#shared/reading/index.ts';
import { createStoredList } from '#renderer/model/stored-list.ts';

const Id = z.string().min(1).max(300);
const MAX_EXPORTS = 50;

/** A film that a run makes, as a page that is opened later takes it up again. */
export const StoredExport = z.object({
  connectionId: Id,
  projectId: Id,
  runId: Id,
  /** What the film is called. */
  title: z.string().max(1000),
  /** Files of captions that are saved beside it, with their texts. */
  beside: listUpTo(100, z.object({ name: z.string().max(1000), text: z.string() })),
});
export type StoredExport = z.infer<typeof StoredExport>;

const list = createStoredList('patchbay.film-exports', MAX_EXPORTS, StoredExport);

/** The exports that windows of this browser wrote down. */
export const storedExports = (): StoredExport[] => list.read();

/** Writes an export down, or takes it away; those of other windows stay. Without storage its film is in the gallery. */
export function storeExport(runId: string, stored: StoredExport | null): void {
  const remaining = list.read().filter((item) => item.runId !== runId);
  list.write(stored ? [...remaining, stored] : remaining);
}
