import type { DatabaseSync } from 'node:sqlite';
import type { TeamRun } from '#shared/administration/index.ts';
import type { TeamStatus } from '#shared/desk/index.ts';
import type { Connections } from '../connections/connections.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import { timers } from '../connections/reachability.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import { createTeamClient } from './team-client.ts';
import type { TeamChangeFields, TeamRows } from './team-rows.ts';
import { createTeamRuns, type TeamRunReader } from './team-runs.ts';
import { createTeamSync, type TeamLibrary, type TeamSync } from './team-sync.ts';

interface TeamDeps {
  database: DatabaseSync;
  connections: Connections;
  signals: ConnectionSignals;
  rows: TeamRows;
  /** Notes a run of the account. */
  meet: (connectionId: string, run: TeamRun, signal: AbortSignal) => Promise<void>;
}

/** What is subscriptions of one service. */
interface Subscription {
  sync: TeamSync;
  runs: TeamRunReader;
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
  { database, connections, signals, rows, meet }: TeamDeps,
  library: TeamLibrary,
) {
  const subscriptions = new Map<string, Subscription>();
  const statusOf = (connectionId: string): TeamStatus => ({
    isShared: rows.position(connectionId) !== null,
    pending: rows.countChanges(connectionId),
  });

  function open(connectionId: string): TeamSync {
    const existing = subscriptions.get(connectionId);
    if (existing !== undefined) return existing.sync;
    const client = createTeamClient(() => connections.client(connectionId));
    const runs = createTeamRuns({ connectionId, rows, client, meet, schedule: timers, log });
    const sync = createTeamSync({
      connectionId,
      database,
      rows,
      client,
      library,
      onRun: (order) => runs.wake(order),
      onStatus: () => events.emit({ type: 'team', connectionId, ...statusOf(connectionId) }),
      schedule: timers,
      log,
    });
    subscriptions.set(connectionId, { sync, runs });
    sync.wake();
    return sync;
  }

  const close = async ({ sync, runs }: Subscription): Promise<void> => {
    await Promise.all([sync.close(), runs.close()]);
  };
  handles.add('sync of what people add to outputs', subscriptions, async (all) => {
    await Promise.all(Array.from(all.values(), close));
  });
  signals.serviceBack.listen((id) => subscriptions.get(id)?.sync.wake());
  signals.removed.listen((id) => {
    const removed = subscriptions.get(id);
    subscriptions.delete(id);
    // Not awaited: what is being read would write into rows that go now, and sees that it is to stop.
    if (removed !== undefined)
      close(removed).catch((error: unknown) => log.warn(errorFields(error), 'a sync could not be ended'));
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
