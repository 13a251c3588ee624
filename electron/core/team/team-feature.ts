import type { DatabaseSync } from 'node:sqlite';
import type { TeamStatus } from '#shared/desk/index.ts';
import type { Connections } from '../connections/connections.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import { timers } from '../connections/reachability.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import { createTeamClient } from './team-client.ts';
import type { TeamChangeFields, TeamRows } from './team-rows.ts';
import { createTeamSync, type TeamLibrary, type TeamSync } from './team-sync.ts';

interface TeamDeps {
  database: DatabaseSync;
  connections: Connections;
  signals: ConnectionSignals;
  rows: TeamRows;
}

/** What people add to outputs, as services store it for all of their account. */
export interface Team {
  /** Inside the transaction that changes it here: writes down what the service is told. */
  change: (connectionId: string, fields: TeamChangeFields) => void;
  /** After it. */
  send(connectionId: string): void;
  /** Somebody looks at outputs: what others added is read from now on. */
  open(connectionId: string): void;
}

export function openTeam(
  { log, events, handles }: CoreContext,
  { database, connections, signals, rows }: TeamDeps,
  library: TeamLibrary,
) {
  const syncs = new Map<string, TeamSync>();
  const statusOf = (connectionId: string): TeamStatus => ({
    isShared: rows.position(connectionId) !== null,
    pending: rows.countChanges(connectionId),
  });

  function open(connectionId: string): TeamSync {
    const existing = syncs.get(connectionId);
    if (existing !== undefined) return existing;
    const sync = createTeamSync({
      connectionId,
      database,
      rows,
      client: createTeamClient(() => connections.client(connectionId)),
      library,
      onStatus: () => events.emit({ type: 'team', connectionId, ...statusOf(connectionId) }),
      schedule: timers,
      log,
    });
    syncs.set(connectionId, sync);
    sync.wake();
    return sync;
  }

  handles.add('sync of what people add to outputs', syncs, async (all) => {
    await Promise.all(Array.from(all.values(), (sync) => sync.close()));
  });
  signals.serviceBack.listen((id) => syncs.get(id)?.wake());
  signals.removed.listen((id) => {
    const sync = syncs.get(id);
    syncs.delete(id);
    // Not awaited: what is being read would write into rows that go now, and sees that it is to stop.
    sync?.close().catch((error: unknown) => log.warn(errorFields(error), 'a sync could not be ended'));
    rows.removeConnection(id);
  });

  const team: Team = {
    change(connectionId, fields) {
      if (rows.position(connectionId) !== null) rows.addChange(connectionId, fields);
    },
    send(connectionId) {
      if (rows.position(connectionId) === null) return;
      events.emit({ type: 'team', connectionId, ...statusOf(connectionId) });
      open(connectionId).wake();
    },
    open: (connectionId) => void open(connectionId),
  };
  return {
    team,
    /** Services that store such are read from the start on. */
    start() {
      for (const connectionId of rows.connectionIds()) open(connectionId);
    },
    routes: {
      getTeamStatus: ({ params }) => statusOf(params.connectionId),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}
