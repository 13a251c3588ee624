import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { RunOutputs } from '../runs/run-outputs.ts';
import type { TeamChangeFields, TeamRows } from '../team/team-rows.ts';
import type { AppliedRegister, TeamLibrary } from '../team/team-sync.ts';
import { bytesOf, textOrNull } from './output-bytes.ts';

/** What pages are told once what others added is on the disk. */
export interface AppliedChanges {
  /** Projects whose outputs changed; null: of none. */
  projects: ReadonlySet<string | null>;
  /** Runs whose outputs were starred, or no more. */
  starredRuns: ReadonlySet<string>;
  hasCollections: boolean;
}

type Row = Record<string, unknown>;

/**
 * Shows in the gallery what people of the account added, here or elsewhere.
 * @param onApplied called after the transaction
 */
export function createTeamLibrary(
  database: DatabaseSync,
  { recorded, registers }: { recorded: Pick<RunOutputs, 'bytes' | 'rows' | 'index'>; registers: TeamRows },
  onApplied: (connectionId: string, changes: AppliedChanges) => void,
): TeamLibrary & {
  /** Inside a transaction: what was read before of outputs that are recorded now. @returns what is to be told then */
  applyToRun(connectionId: string, runId: string): () => void;
} {
  const { bytes } = recorded;
  const ofRun = database.prepare(
    'SELECT key, project_id, coalesce(hash, file_id) AS content FROM outputs WHERE connection_id = ? AND run_id = ?',
  );
  const star = database.prepare('UPDATE outputs SET starred = ?1 WHERE id = ?2 AND starred <> ?1');
  const hide = database.prepare('UPDATE outputs SET hidden = ?1 WHERE id = ?2 AND hidden <> ?1');
  const writeNote = database.prepare('UPDATE outputs SET note = ?1 WHERE id = ?2 AND note IS NOT ?1');
  const collections = createCollectionRegisters(database);
  const find = outputLookup(database);

  function applyAll(connectionId: string, applied: Iterable<AppliedRegister>): () => void {
    const projects = new Set<string | null>();
    const starredRuns = new Set<string>();
    let hasCollections = false;
    for (const register of applied) {
      const { field, value } = register;
      const rows = find(connectionId, register);
      if (register.collectionId !== null) {
        hasCollections = true;
        const { collectionId } = register;
        const isNew = collections.apply(connectionId, collectionId, register, idsOf(rows));
        // What was forgotten here long after it was deleted has its name and members from what was read before.
        if (!isNew) continue;
        for (const stored of registers.registersOfCollection(connectionId, collectionId)) {
          collections.apply(connectionId, collectionId, stored, idsOf(find(connectionId, stored)));
        }
        continue;
      }
      for (const row of rows) {
        const id = Number(row['id']);
        const content = bytesOf(connectionId, row);
        const flag = value === true ? 1 : 0;
        projects.add(content.projectId);
        if (field === 'starred') {
          star.run(flag, id);
          starredRuns.add(String(row['run_id']));
          for (const runId of bytes.setStar(content, flag === 1)) starredRuns.add(runId);
        } else if (field === 'hidden') {
          hide.run(flag, id);
          bytes.hide(content, flag === 1);
        } else if (field === 'note') {
          const text = typeof value === 'string' && value !== '' ? value : null;
          if (writeNote.run(text, id).changes === 0) continue;
          const found = recorded.rows.find(String(id));
          if (found !== null) recorded.index({ ...found.output, note: text }, found.inputs);
        }
      }
    }
    return () => onApplied(connectionId, { projects, starredRuns, hasCollections });
  }

  return {
    apply: applyAll,
    applyToRun(connectionId, runId) {
      const read = ofRun.all(connectionId, runId).flatMap((row) =>
        registers.registersOf(connectionId, {
          runId,
          key: String(row['key']),
          projectId: textOrNull(row['project_id']),
          content: textOrNull(row['content']),
        }),
      );
      return applyAll(
        connectionId,
        read.toSorted((a, b) => a.sequence - b.sequence),
      );
    },
    allChanges: (connectionId) => localChanges(database, connectionId),
  };
}

/** Rows of the outputs that a register is about: the one it names first, then those of its project with the same content. */
function outputLookup(database: DatabaseSync) {
  const byName = database.prepare('SELECT * FROM outputs WHERE connection_id = ? AND run_id = ? AND key = ?');
  const byContent = database.prepare(
    `SELECT * FROM outputs WHERE connection_id = ? AND coalesce(hash, file_id) = ? AND project_id IS ?
      ORDER BY created_at DESC, id DESC LIMIT 1000`,
  );
  return (connectionId: string, { output }: AppliedRegister): Row[] => {
    if (output === null) return [];
    const named = byName.get(connectionId, output.runId, output.key);
    const equal =
      output.content === undefined
        ? []
        : byContent.all(connectionId, output.content, output.projectId ?? null);
    return named === undefined ? equal : [named, ...equal.filter(({ id }) => id !== named['id'])];
  };
}

const idsOf = (rows: readonly Row[]): number[] => rows.map(({ id }) => Number(id));

/** Collections as registers say them: in any order, as a name may be newer than its members. */
function createCollectionRegisters(database: DatabaseSync) {
  const find = database.prepare('SELECT id FROM collections WHERE connection_id = ? AND shared_id = ?');
  const isPresent = database.prepare('SELECT 1 FROM collections WHERE id = ?');
  const insert = database.prepare(
    "INSERT INTO collections (id, connection_id, shared_id, name, created_at) VALUES (?, ?, ?, '', ?)",
  );
  const rename = database.prepare('UPDATE collections SET name = ? WHERE id = ?');
  const setDeleted = database.prepare('UPDATE collections SET deleted_at = ? WHERE id = ?');
  const add = database.prepare(
    'INSERT OR IGNORE INTO collection_items (collection_id, output_id, added_at) VALUES (?, ?, ?)',
  );
  const remove = database.prepare('DELETE FROM collection_items WHERE collection_id = ? AND output_id = ?');

  /** Another connection may have one of this name already: of the same service, or of one that knows its ids. */
  function create(connectionId: string, sharedId: string, at: string): string {
    const id = isPresent.get(sharedId) === undefined ? sharedId : `collection_${randomUUID()}`;
    insert.run(id, connectionId, sharedId, at);
    return id;
  }

  return {
    /**
     * @param sharedId as the service names it.
     * @param outputIds rows of the output, the one that was named first.
     * @returns whether the collection was not there
     */
    apply(
      connectionId: string,
      sharedId: string,
      { field, value, changedAt }: AppliedRegister,
      outputIds: readonly number[],
    ): boolean {
      const at = changedAt ?? new Date(0).toISOString();
      const found = textOrNull(find.get(connectionId, sharedId)?.['id']);
      // A member that comes before its collection is read again with it.
      if (found === null && field === 'member') return false;
      const id = found ?? create(connectionId, sharedId, at);
      if (field === 'name') rename.run(String(value), id);
      if (field === 'deleted') setDeleted.run(value === true ? at : null, id);
      if (field !== 'member') return found === null;
      const [first] = outputIds;
      if (value === true && first !== undefined) add.run(id, first, at);
      if (value !== true) for (const outputId of outputIds) remove.run(id, outputId);
      return false;
    },
  };
}

/** All that people added on this computer, as changes for a service that does not have it. */
function* localChanges(database: DatabaseSync, connectionId: string): Generator<TeamChangeFields> {
  const marked = database
    .prepare(
      `SELECT run_id, key, starred, hidden, note FROM outputs
        WHERE connection_id = ? AND (starred = 1 OR hidden = 1 OR note IS NOT NULL) ORDER BY id`,
    )
    .all(connectionId);
  for (const row of marked) {
    const output = { runId: String(row['run_id']), key: String(row['key']) };
    if (row['starred'] === 1) yield { field: 'starred', output, value: true };
    if (row['hidden'] === 1) yield { field: 'hidden', output, value: true };
    const note = textOrNull(row['note']);
    if (note !== null) yield { field: 'note', output, value: note, before: null };
  }
  const present = database
    .prepare(
      'SELECT id, shared_id, name FROM collections WHERE connection_id = ? AND deleted_at IS NULL ORDER BY created_at, id',
    )
    .all(connectionId);
  const members = database.prepare(
    `SELECT o.run_id, o.key FROM collection_items i JOIN outputs o ON o.id = i.output_id
      WHERE i.collection_id = ? AND o.connection_id = ? ORDER BY i.added_at, o.id`,
  );
  for (const row of present) {
    const collectionId = String(row['shared_id']);
    yield { field: 'name', collectionId, value: String(row['name']) };
    for (const member of members.all(String(row['id']), connectionId)) {
      const output = { runId: String(member['run_id']), key: String(member['key']) };
      yield { field: 'member', collectionId, output, value: true };
    }
  }
}
