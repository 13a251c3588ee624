import { z } from 'zod';
import { DEFAULT_LIMITS, listUpTo, parseJson } from '#shared/reading/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.model.undoOrderStorage;

/** The order of steps over a restart, in the storage of the browser: where it is lost, each page takes back its own. */

const STORAGE_KEY = 'patchbay.undo-order';
/** Projects whose order is remembered. */
const MAX_PROJECTS = 20;
const MAX_STEPS = 1500;

const Scope = z.enum(['graph', 'storyboard', 'timeline']);
const Name = z.string().max(1000).nullable();
const Count = z.int().min(0).max(MAX_STEPS);
const Log = z.object({
  parts: z.partialRecord(Scope, z.object({ undoName: Name, redoName: Name, done: Count, undone: Count })),
  done: listUpTo(MAX_STEPS, Scope),
  undone: listUpTo(MAX_STEPS, Scope),
});
const Stored = Log.extend({ key: z.string().max(1000) });
const Entries = listUpTo(MAX_PROJECTS, z.unknown());
/**
 * What is known of the steps of a project: what each part can take back, the parts in which steps were made, the newest last, and
 * those that were taken back.
 */
export type UndoLog = z.infer<typeof Log>;

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

function read(storage: Storage): (UndoLog & { key: string })[] {
  try {
    const text = storage.getItem(STORAGE_KEY) ?? '[]';
    const json = parseJson(text, { limits: DEFAULT_LIMITS, label: t.steps, hint: '' });
    const entries = Entries.safeParse(json.ok ? json.value : []).data ?? [];
    // One that is out of bounds is passed over: the order of the other projects stays.
    return entries.flatMap((entry) => Stored.safeParse(entry).data ?? []);
  } catch {
    return [];
  }
}

/** @returns what was written of a project; null for nothing */
export const readUndoOrder = (storage: Storage, key: string): UndoLog | null =>
  read(storage).find((record) => record.key === key) ?? null;

/** Writes the order of a project down; those of others stay, the newest few. */
export function writeUndoOrder(storage: Storage, key: string, { parts, done, undone }: UndoLog): void {
  const remaining = read(storage).filter((record) => record.key !== key);
  try {
    storage.setItem(
      STORAGE_KEY,
      JSON.stringify([...remaining, { key, parts, done, undone }].slice(-MAX_PROJECTS)),
    );
  } catch {
    // A full storage: the order ends with the window, the steps do not.
  }
}
