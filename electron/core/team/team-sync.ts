import type { DatabaseSync } from 'node:sqlite';
import { TEAM_LIMITS, type TeamChange, type TeamRegister } from '#shared/administration/index.ts';
import type { CoreLog } from '../options.ts';
import type { Schedule } from '../connections/reachability.ts';
import { errorFields } from '../error-fields.ts';
import { transaction } from '../storage/transaction.ts';
import { UnsupportedError, type TeamClient } from './team-client.ts';
import type { TeamChangeFields, TeamPosition, TeamRows } from './team-rows.ts';

/** What the library does with registers; each call is inside a transaction. */
export interface TeamLibrary {
  /** Shows what a service stores. @returns what pages are to be told once it is committed */
  apply(connectionId: string, registers: readonly AppliedRegister[]): () => void;
  /** All that people added to outputs on this computer, as changes. */
  allChanges(connectionId: string): Iterable<TeamChangeFields>;
}

/** A register, or a change that waits for its service. */
export type AppliedRegister = Pick<TeamRegister, 'field' | 'collectionId' | 'value'> & {
  output: { runId: string; key: string; projectId?: string | null; content?: string } | null;
  changedAt?: string;
};

/** Brings the registers of one service here, and the changes of this computer there. */
export interface TeamSync {
  /** Begins, or looks at once where it waits. */
  wake(): void;
  close(): Promise<void>;
}

export interface TeamSyncOptions {
  connectionId: string;
  database: DatabaseSync;
  rows: TeamRows;
  client: TeamClient;
  library: TeamLibrary;
  /** A run was accepted: the order of the newest one. */
  onRun: (order: number) => void;
  /** How many changes wait is another number than before, or the service stores such for the first time. */
  onStatus: () => void;
  schedule: Schedule;
  log: CoreLog;
}

const MIN_DELAY_MS = 1000;
const MAX_DELAY_MS = 60_000;

export function createTeamSync(options: TeamSyncOptions): TeamSync {
  const { connectionId, rows, client, log } = options;
  const stop = new AbortController();
  const { signal } = stop;
  const { push, pull } = createTransfer(options, signal);
  let isRequested = false;
  let working: Promise<void> | null = null;
  let following: Promise<void> | null = null;
  /** In a row, of requests and of the stream: a stream that ends begins anew soon, however often requests failed before. */
  const failures = { transfer: 0, stream: 0 };
  let cancelRetry = (): void => {};

  async function work(): Promise<void> {
    try {
      while (isRequested && !signal.aborted) {
        isRequested = false;
        // Before the first reading it is not known whether the service takes any.
        if (rows.position(connectionId) !== null) await push();
        await pull();
      }
      failures.transfer = 0;
      following ??= follow();
    } catch (error) {
      if (signal.aborted) return;
      isRequested = false;
      log.debug(errorFields(error), 'what others added to outputs was not read');
      // Of a service that has stored such before, it was something else that answered: a login of a network, or half an answer.
      if (!(error instanceof UnsupportedError) || rows.position(connectionId) !== null)
        scheduleRetry('transfer');
    } finally {
      working = null;
    }
  }

  async function follow(): Promise<void> {
    try {
      const onSequence = (sequence: number): void => {
        failures.stream = 0;
        if (sequence !== rows.position(connectionId)?.sequence) wake();
      };
      await client.follow({ onSequence, onRun: options.onRun }, signal);
    } catch (error) {
      if (!signal.aborted) log.debug(errorFields(error), 'the events of what others add ended');
    } finally {
      following = null;
      if (!signal.aborted) scheduleRetry('stream');
    }
  }

  function scheduleRetry(kind: keyof typeof failures): void {
    cancelRetry();
    const delay = Math.min(MIN_DELAY_MS * 2 ** failures[kind], MAX_DELAY_MS);
    failures[kind] += 1;
    cancelRetry = options.schedule(delay, wake);
  }

  function wake(): void {
    if (signal.aborted) return;
    cancelRetry();
    isRequested = true;
    working ??= work();
  }

  return {
    wake,
    async close() {
      stop.abort(new DOMException('Patchbay is closing.', 'AbortError'));
      cancelRetry();
      await Promise.all([working, following]);
    },
  };
}

/** Sends what waits, and reads what was written since. @param signal from its abort on nothing is written any more */
function createTransfer(
  { connectionId, database, rows, client, library, onStatus }: TeamSyncOptions,
  signal: AbortSignal,
) {
  /** Sends what waits, in its order. */
  async function push(): Promise<void> {
    for (;;) {
      const changes = rows.changes(connectionId, TEAM_LIMITS.changes);
      if (changes.length === 0) return;
      const results = await client.change(changes, signal);
      signal.throwIfAborted();
      const requested = new Set(changes.map(({ id }) => id));
      const ids = results.flatMap(({ id }) => (requested.has(id) ? [id] : []));
      if (ids.length === 0) throw new UnsupportedError('The service answered none of the changes.');
      transaction(database, () => rows.removeChanges(ids));
      onStatus();
    }
  }

  /** Reads what was written since. */
  async function pull(): Promise<void> {
    for (;;) {
      const position = rows.position(connectionId);
      const page = await client.list(position?.sequence ?? 0, signal);
      signal.throwIfAborted();
      if (page.storeId !== position?.storeId) {
        transaction(database, () => adopt({ storeId: page.storeId, sequence: 0 }));
        onStatus();
        await push();
        continue;
      }
      const last = page.registers.at(-1);
      if (last !== undefined) show(page.registers, { storeId: page.storeId, sequence: last.sequence });
      if (page.isLast || last === undefined) return;
    }
  }

  /** Another store than before, or the first one: it is told all that there is here, and all of it is read. */
  function adopt(position: TeamPosition): void {
    rows.clearRegisters(connectionId);
    rows.setPosition(connectionId, position);
    for (const fields of library.allChanges(connectionId)) rows.addChange(connectionId, fields);
  }

  /** What was changed here and is not sent stands above what was read. */
  function show(registers: readonly TeamRegister[], position: TeamPosition): void {
    const announce = transaction(database, () => {
      for (const register of registers) rows.writeRegister(connectionId, register);
      rows.setPosition(connectionId, position);
      const queued = rows.changes(connectionId, Number.MAX_SAFE_INTEGER).map(asRegister);
      return library.apply(connectionId, [...registers, ...queued]);
    });
    announce();
  }

  return { push, pull };
}

const asRegister = (change: TeamChange): AppliedRegister => ({
  field: change.field,
  collectionId: 'collectionId' in change ? change.collectionId : null,
  output: 'output' in change ? change.output : null,
  value: change.value,
});
