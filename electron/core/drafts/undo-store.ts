import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { DocumentUndo } from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';
import { transaction } from '../storage/transaction.ts';
import type { DocumentAddress } from '../journal/document-journal.ts';

interface UndoWriting extends Pick<DocumentUndo, 'done' | 'undone'> {
  window: string;
  /** Undefined: as this window has written it before. */
  base?: unknown;
}

/** Steps of storyboards and timelines over a restart: those of the window that made the newest one. */
export interface UndoStore {
  /**
   * Without steps, those of this window leave; those of another stay.
   * @throws DeskError `NOT_FOUND` without a base, where another window has written since.
   */
  write(location: DocumentAddress, undo: UndoWriting): void;
  /** @returns null where there is nothing, also where it cannot be read any more. */
  read(location: DocumentAddress): DocumentUndo | null;
  moveProject(connectionId: string, from: string, to: string): void;
  removeConnection(connectionId: string): void;
}

/** Documents whose steps are kept; then those that were written longest ago leave. */
const MAX_PRESERVED = 50;

const StoredSteps = z.object({
  done: z.array(z.object({ name: z.string(), before: z.unknown(), after: z.unknown() })),
  undone: z.array(z.object({ name: z.string(), before: z.unknown(), after: z.unknown() })),
});

const WHERE = 'connection_id = ? AND project_id = ? AND kind = ?';
const valuesOf = ({ connectionId, projectId, kind }: DocumentAddress) =>
  [connectionId, projectId, kind] as const;

/** @param clock milliseconds since the epoch */
export function createUndoStore(database: DatabaseSync, clock: () => number): UndoStore {
  const put = database.prepare(`
    INSERT INTO document_undo (connection_id, project_id, kind, window, steps, written_at)
    VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (connection_id, project_id, kind)
    DO UPDATE SET window = excluded.window, steps = excluded.steps, written_at = excluded.written_at
    RETURNING id`);
  const putBase = database.prepare(`
    INSERT INTO undo_bases (undo_id, document) VALUES (?, ?)
    ON CONFLICT (undo_id) DO UPDATE SET document = excluded.document`);
  const based = database.prepare(`
    SELECT 1 FROM document_undo JOIN undo_bases ON undo_id = id WHERE ${WHERE} AND window = ?`);
  const select = database.prepare(`
    SELECT steps, document FROM document_undo JOIN undo_bases ON undo_id = id WHERE ${WHERE}`);
  const prune = database.prepare(`
    DELETE FROM document_undo WHERE id NOT IN
      (SELECT id FROM document_undo ORDER BY written_at DESC, id DESC LIMIT ${MAX_PRESERVED})`);
  const drop = database.prepare(`DELETE FROM document_undo WHERE ${WHERE} AND window = ?`);
  const dropAt = database.prepare('DELETE FROM document_undo WHERE connection_id = ? AND project_id = ?');
  const move = database.prepare(
    'UPDATE document_undo SET project_id = ?3 WHERE connection_id = ?1 AND project_id = ?2',
  );
  const dropAll = database.prepare('DELETE FROM document_undo WHERE connection_id = ?');

  return {
    write: (location, { window, base, done, undone }) =>
      transaction(database, () => {
        if (done.length + undone.length === 0) {
          drop.run(...valuesOf(location), window);
          return;
        }
        if (base === undefined && !based.get(...valuesOf(location), window)) {
          throw new DeskError(
            'NOT_FOUND',
            'The document that the steps begin with is not known here. Send it as well.',
          );
        }
        const at = new Date(clock()).toISOString();
        const row = put.get(...valuesOf(location), window, JSON.stringify({ done, undone }), at);
        if (base !== undefined) putBase.run(Number(row?.['id']), JSON.stringify(base));
        prune.run();
      }),
    read(location) {
      const row = select.get(...valuesOf(location));
      if (!row) return null;
      try {
        const steps = StoredSteps.parse(JSON.parse(String(row['steps'])));
        return { base: JSON.parse(String(row['document'])) as unknown, ...steps };
      } catch {
        // What cannot be read is of no use; the document itself lies elsewhere.
        return null;
      }
    },
    moveProject: (connectionId, from, to) =>
      transaction(database, () => {
        dropAt.run(connectionId, to);
        move.run(connectionId, from, to);
      }),
    removeConnection: (connectionId) => void dropAll.run(connectionId),
  };
}
