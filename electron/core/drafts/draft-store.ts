import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { DocumentDraft } from '#shared/desk/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import { isDiskFull } from '../desk-error.ts';
import type { DocumentAddress } from '../journal/document-journal.ts';
import type { ReservedNotes } from '../storage/reserved-notes.ts';
import { transaction } from '../storage/transaction.ts';

/** Unsaved storyboards and timelines of earlier versions. Each method has its effect on the disk when it returns. */
export interface DraftStore {
  /** In the order in which they were written first. What cannot be read of them stays where it is. */
  list(location: DocumentAddress): DocumentDraft[];
  remove(location: DocumentAddress, windows: readonly string[]): void;
  moveProject(connectionId: string, from: string, to: string): void;
  removeConnection(connectionId: string): void;
}

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue('It is damaged.');
    return z.NEVER;
  }
});

const Sent = json.pipe(
  z.array(z.object({ key: z.string(), expectedVersion: z.int(), before: z.unknown(), changes: z.unknown() })),
);

const Row = z
  .object({ window: z.string(), base_version: z.number(), document: json, changes: json, sent: Sent })
  .transform(({ base_version, document, ...row }) => ({ ...row, baseVersion: base_version, base: document }));

const WHERE = 'connection_id = ? AND project_id = ? AND kind = ?';
const valuesOf = ({ connectionId, projectId, kind }: DocumentAddress) =>
  [connectionId, projectId, kind] as const;

const noteOf = ({ connectionId, projectId, kind }: DocumentAddress): string =>
  joinKey('draft', connectionId, projectId, kind);

/** Takes away what was noted, where there is room for that now. @returns what is noted after it. */
function stillNoted(
  reserved: ReservedNotes,
  note: string,
  remove: (windows: readonly string[]) => void,
): readonly string[] {
  const recorded = reserved.idsOf(note);
  if (recorded.length === 0) return recorded;
  try {
    remove(recorded);
  } catch (error) {
    if (isDiskFull(error)) return recorded;
    throw error;
  }
  reserved.settle(note, recorded);
  return [];
}

/**
 * @param reserved where it is noted on a full disk which drafts the service has.
 * @param onUnreadable called about each draft that is damaged.
 */
export function createDraftStore(
  database: DatabaseSync,
  reserved: ReservedNotes,
  onUnreadable: (location: DocumentAddress) => void = () => {},
): DraftStore {
  const select = database.prepare(`
    SELECT window, base_version, document, changes, sent FROM document_drafts JOIN draft_bases ON draft_id = id
    WHERE ${WHERE} ORDER BY id`);
  const drop = database.prepare(`DELETE FROM document_drafts WHERE ${WHERE} AND window = ?`);
  const move = database.prepare(
    'UPDATE document_drafts SET project_id = ?3 WHERE connection_id = ?1 AND project_id = ?2',
  );
  const dropAll = database.prepare('DELETE FROM document_drafts WHERE connection_id = ?');

  const remove: DraftStore['remove'] = (location, windows) => {
    for (const window of windows) drop.run(...valuesOf(location), window);
  };

  return {
    list(location) {
      const recorded = stillNoted(reserved, noteOf(location), (windows) =>
        transaction(database, () => remove(location, windows)),
      );
      return select
        .all(...valuesOf(location))
        .filter(({ window }) => !recorded.includes(String(window)))
        .flatMap((row) => {
          const read = Row.safeParse(row);
          if (!read.success) onUnreadable(location);
          return read.data ?? [];
        });
    },
    remove(location, windows) {
      try {
        transaction(database, () => remove(location, windows));
      } catch (error) {
        if (!isDiskFull(error) || !reserved.add(noteOf(location), windows)) throw error;
      }
    },
    moveProject: (connectionId, from, to) => void move.run(connectionId, from, to),
    removeConnection: (connectionId) => void dropAll.run(connectionId),
  };
}
