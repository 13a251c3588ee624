import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { DocumentDraft, MediaDocumentKind } from '#shared/desk/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import { DeskError, isDiskFull } from '../desk-error.ts';
import type { ReservedNotes } from '../storage/reserved-notes.ts';
import { transaction } from '../storage/transaction.ts';

/** The document of a project that a draft is of. */
export interface DraftPlace {
  connectionId: string;
  projectId: string;
  kind: MediaDocumentKind;
}

interface DraftWriting {
  window: string;
  baseVersion: number;
  /** Undefined: as this window has written it before. */
  base?: unknown;
  changes: unknown;
  sent: DocumentDraft['sent'];
  /** Windows whose drafts are in this one. */
  settled: readonly string[];
}

/** Unsaved storyboards and timelines. Each method has its effect on the disk when it returns. */
export interface DraftStore {
  /** @throws DeskError `NOT_FOUND` without a base, where none of this version is stored for the window. */
  write(location: DraftPlace, draft: DraftWriting): void;
  /** In the order in which they were written first. What cannot be read of them stays where it is. */
  list(location: DraftPlace): DocumentDraft[];
  remove(location: DraftPlace, windows: readonly string[]): void;
  /** The documents that a window has a draft of. */
  positionsOf(window: string): DraftPlace[];
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

const Place = z
  .object({ connection_id: z.string(), project_id: z.string(), kind: z.enum(['storyboard', 'timeline']) })
  .transform(({ connection_id, project_id, kind }) => ({
    connectionId: connection_id,
    projectId: project_id,
    kind,
  }));

const WHERE = 'connection_id = ? AND project_id = ? AND kind = ?';
const valuesOf = ({ connectionId, projectId, kind }: DraftPlace) => [connectionId, projectId, kind] as const;

const noteOf = ({ connectionId, projectId, kind }: DraftPlace): string =>
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
 * @param clock milliseconds since the epoch.
 * @param reserved where it is noted on a full disk which drafts the service has.
 * @param onUnreadable called about each draft that is damaged.
 */
export function createDraftStore(
  database: DatabaseSync,
  clock: () => number,
  reserved: ReservedNotes,
  onUnreadable: (location: DraftPlace) => void = () => {},
): DraftStore {
  const put = database.prepare(`
    INSERT INTO document_drafts (connection_id, project_id, kind, window, base_version, changes, sent, written_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (connection_id, project_id, kind, window)
    DO UPDATE SET base_version = excluded.base_version, changes = excluded.changes, sent = excluded.sent,
      written_at = excluded.written_at
    RETURNING id`);
  const putBase = database.prepare(`
    INSERT INTO draft_bases (draft_id, document) VALUES (?, ?)
    ON CONFLICT (draft_id) DO UPDATE SET document = excluded.document`);
  const based = database.prepare(`
    SELECT 1 FROM document_drafts JOIN draft_bases ON draft_id = id
    WHERE ${WHERE} AND window = ? AND base_version = ?`);
  const select = database.prepare(`
    SELECT window, base_version, document, changes, sent FROM document_drafts JOIN draft_bases ON draft_id = id
    WHERE ${WHERE} ORDER BY id`);
  const drop = database.prepare(`DELETE FROM document_drafts WHERE ${WHERE} AND window = ?`);
  const locations = database.prepare(
    'SELECT connection_id, project_id, kind FROM document_drafts WHERE window = ? ORDER BY id',
  );
  const move = database.prepare(
    'UPDATE document_drafts SET project_id = ?3 WHERE connection_id = ?1 AND project_id = ?2',
  );
  const dropAll = database.prepare('DELETE FROM document_drafts WHERE connection_id = ?');

  const remove: DraftStore['remove'] = (location, windows) => {
    for (const window of windows) drop.run(...valuesOf(location), window);
  };

  return {
    write(location, { window, baseVersion, base, changes, sent, settled }) {
      transaction(database, () => {
        if (base === undefined && !based.get(...valuesOf(location), window, baseVersion)) {
          throw new DeskError(
            'NOT_FOUND',
            'The document that was changed is not known here. Send it as well.',
          );
        }
        const at = new Date(clock()).toISOString();
        const texts = [changes, sent].map((value) => JSON.stringify(value));
        const row = put.get(...valuesOf(location), window, baseVersion, ...texts, at);
        if (base !== undefined) putBase.run(Number(row?.['id']), JSON.stringify(base));
        remove(
          location,
          settled.filter((candidate) => candidate !== window),
        );
      });
      reserved.settle(noteOf(location), [window]);
    },
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
    positionsOf: (window) => locations.all(window).map((row) => Place.parse(row)),
    moveProject: (connectionId, from, to) => void move.run(connectionId, from, to),
    removeConnection: (connectionId) => void dropAll.run(connectionId),
  };
}
