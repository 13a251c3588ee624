import { z } from 'zod';
import { DEFAULT_LIMITS, listUpTo, parseJson } from '#shared/reading/index.ts';

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

const STORAGE_KEY = 'patchbay.film-exports';

/** The exports that windows of this browser wrote down. */
export function storedExports(): StoredExport[] {
  try {
    const text = localStorage.getItem(STORAGE_KEY) ?? '[]';
    const read = parseJson(text, { limits: DEFAULT_LIMITS, subject: 'Exports', advice: '' });
    return listUpTo(MAX_EXPORTS, StoredExport).safeParse(read.ok ? read.value : []).data ?? [];
  } catch {
    return [];
  }
}

/** Writes an export down, or takes it away; those of other windows stay. */
export function storeExport(runId: string, stored: StoredExport | null): void {
  const remaining = storedExports().filter((item) => item.runId !== runId);
  const all = (stored ? [...remaining, stored] : remaining).slice(-MAX_EXPORTS);
  try {
    if (all.length === 0) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, JSON.stringify(all));
  } catch {
    // Without storage the run goes on, and its film is in the gallery.
  }
}
