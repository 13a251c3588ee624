import type { DatabaseSync } from 'node:sqlite';
import { randomUUID } from 'node:crypto';
import { TeamChange, TeamRegister } from '#shared/administration/index.ts';
import { jsonOf } from '../response-cache/json-of.ts';

/** A change before it has an id. */
export type TeamChangeFields = TeamChange extends infer C
  ? C extends TeamChange
    ? Omit<C, 'id'>
    : never
  : never;

/** How far the registers of a service are read. */
export interface TeamPosition {
  storeId: string;
  sequence: number;
}

/** How far the runs of an account are read. */
interface TeamRunPosition {
  storeId: string;
  order: number;
}

/** Registers of services as they were read last, and changes that services do not have yet. */
export interface TeamRows {
  /** Null of a connection whose service stores nothing of the kind, as far as is known. */
  position(connectionId: string): TeamPosition | null;
  /** Inside a transaction. */
  setPosition(connectionId: string, position: TeamPosition): void;
  /** Connections whose services store such. */
  connectionIds(): string[];
  /** Inside a transaction: writes down what the service has to be told. @returns whether it fits a request */
  addChange(connectionId: string, fields: TeamChangeFields): boolean;
  /** Oldest first. */
  changes(connectionId: string, limit: number): TeamChange[];
  countChanges(connectionId: string): number;
  /** Inside a transaction. */
  removeChanges(ids: readonly string[]): void;
  /** Inside a transaction. */
  writeRegister(connectionId: string, register: TeamRegister): void;
  /** Registers of an output by its names, and of what has the same content in its project. */
  registersOf(
    connectionId: string,
    output: { runId: string; key: string; projectId: string | null; content: string | null },
  ): TeamRegister[];
  registersOfCollection(connectionId: string, collectionId: string): TeamRegister[];
  /** Inside a transaction: forgets the registers, and no change. */
  clearRegisters(connectionId: string): void;
  /** How far the runs of an account are read; null before the first time. */
  runPosition(connectionId: string): TeamRunPosition | null;
  setRunPosition(connectionId: string, position: TeamRunPosition): void;
  removeConnection(connectionId: string): void;
}

const FIELDS = 'field, collection_id, run_id, output_key, project_id, content, value, sequence, changed_at';

/** How far the runs of accounts are read. */
function createRunPositions(database: DatabaseSync): Pick<TeamRows, 'runPosition' | 'setRunPosition'> {
  const runPosition = database.prepare(
    'SELECT store_id, accepted_order FROM team_run_positions WHERE connection_id = ?',
  );
  const setRunPosition = database.prepare(`
    INSERT INTO team_run_positions (connection_id, store_id, accepted_order) VALUES (?1, ?2, ?3)
    ON CONFLICT (connection_id) DO UPDATE SET store_id = ?2, accepted_order = ?3`);
  return {
    runPosition(connectionId) {
      const row = runPosition.get(connectionId);
      return row === undefined
        ? null
        : { storeId: String(row['store_id']), order: Number(row['accepted_order']) };
    },
    setRunPosition: (connectionId, { storeId, order }) =>
      void setRunPosition.run(connectionId, storeId, order),
  };
}

export function createTeamRows(database: DatabaseSync): TeamRows {
  const position = database.prepare('SELECT store_id, sequence FROM team_positions WHERE connection_id = ?');
  const setPosition = database.prepare(`
    INSERT INTO team_positions (connection_id, store_id, sequence) VALUES (?1, ?2, ?3)
    ON CONFLICT (connection_id) DO UPDATE SET store_id = ?2, sequence = ?3`);
  const connectionIds = database.prepare('SELECT connection_id FROM team_positions ORDER BY connection_id');
  const addChange = database.prepare('INSERT INTO team_changes (id, connection_id, change) VALUES (?, ?, ?)');
  const changes = database.prepare(
    'SELECT id, change FROM team_changes WHERE connection_id = ? ORDER BY number LIMIT ?',
  );
  const countChanges = database.prepare('SELECT count(*) AS n FROM team_changes WHERE connection_id = ?');
  const removeChange = database.prepare('DELETE FROM team_changes WHERE id = ?');
  const writeRegister = database.prepare(`
    INSERT INTO team_registers (connection_id, ${FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (connection_id, field, collection_id, project_id, content) DO UPDATE SET value = excluded.value,
      run_id = excluded.run_id, output_key = excluded.output_key, sequence = excluded.sequence,
      changed_at = excluded.changed_at`);
  const ofOutput = database.prepare(`
    SELECT ${FIELDS} FROM team_registers WHERE connection_id = ?1 AND run_id = ?2 AND output_key = ?3
    UNION SELECT ${FIELDS} FROM team_registers WHERE connection_id = ?1 AND content = ?5 AND project_id = ?4
    ORDER BY sequence`);
  const ofCollection = database.prepare(
    `SELECT ${FIELDS} FROM team_registers WHERE connection_id = ? AND collection_id = ? ORDER BY sequence`,
  );
  const clearRegisters = database.prepare('DELETE FROM team_registers WHERE connection_id = ?');

  const clear = (connectionId: string): void => void clearRegisters.run(connectionId);
  return {
    position(connectionId) {
      const row = position.get(connectionId);
      return row === undefined
        ? null
        : { storeId: String(row['store_id']), sequence: Number(row['sequence']) };
    },
    setPosition: (connectionId, { storeId, sequence }) =>
      void setPosition.run(connectionId, storeId, sequence),
    connectionIds: () => connectionIds.all().map((row) => String(row['connection_id'])),
    addChange(connectionId, fields) {
      const parsed = TeamChange.safeParse({ ...fields, id: randomUUID() });
      // What no request may hold stays on this computer.
      if (!parsed.success) return false;
      addChange.run(parsed.data.id, connectionId, JSON.stringify(parsed.data));
      return true;
    },
    changes: (connectionId, limit) =>
      changes.all(connectionId, limit).flatMap((row) => readChange(row, (id) => removeChange.run(id))),
    countChanges: (connectionId) => Number(countChanges.get(connectionId)?.['n'] ?? 0),
    removeChanges: (ids) => {
      for (const id of ids) removeChange.run(id);
    },
    writeRegister(connectionId, { field, collectionId, output, value, sequence, changedAt }) {
      writeRegister.run(
        connectionId,
        field,
        collectionId ?? '',
        output?.runId ?? '',
        output?.key ?? '',
        output?.projectId ?? '',
        output?.content ?? '',
        JSON.stringify(value),
        sequence,
        changedAt,
      );
    },
    registersOf: (connectionId, { runId, key, projectId, content }) =>
      ofOutput.all(connectionId, runId, key, projectId ?? '', content).flatMap(readRegister),
    registersOfCollection: (connectionId, collectionId) =>
      ofCollection.all(connectionId, collectionId).flatMap(readRegister),
    clearRegisters: clear,
    ...createRunPositions(database),
    removeConnection(connectionId) {
      clear(connectionId);
      database.prepare('DELETE FROM team_changes WHERE connection_id = ?').run(connectionId);
      database.prepare('DELETE FROM team_positions WHERE connection_id = ?').run(connectionId);
      database.prepare('DELETE FROM team_run_positions WHERE connection_id = ?').run(connectionId);
    },
  };
}

type StoredRow = Record<string, unknown>;

/** A row that is damaged is removed: nothing could ever be sent after it. */
function readChange(row: StoredRow, remove: (id: string) => void): TeamChange[] {
  const parsed = TeamChange.safeParse(jsonOf(Buffer.from(String(row['change']))));
  if (parsed.success) return [parsed.data];
  remove(String(row['id']));
  return [];
}

function readRegister(row: StoredRow): TeamRegister[] {
  const collectionId = String(row['collection_id']);
  const runId = String(row['run_id']);
  const projectId = String(row['project_id']);
  const parsed = TeamRegister.safeParse({
    field: row['field'],
    collectionId: collectionId === '' ? null : collectionId,
    output:
      runId === ''
        ? null
        : {
            runId,
            key: row['output_key'],
            projectId: projectId === '' ? null : projectId,
            content: row['content'],
          },
    value: jsonOf(Buffer.from(String(row['value']))),
    sequence: row['sequence'],
    changedAt: row['changed_at'],
  });
  return parsed.success ? [parsed.data] : [];
}
