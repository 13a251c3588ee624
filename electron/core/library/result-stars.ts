import type { DatabaseSync } from 'node:sqlite';
import type { BatchItemsChange, LibraryOutput } from '#shared/desk/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import { createSignal, type Signal } from '../signal.ts';
import type { RunOutputs } from '../runs/run-outputs.ts';
import { transaction } from '../storage/transaction.ts';
import type { Team } from '../team/team-feature.ts';
import type { TeamChangeFields } from '../team/team-rows.ts';
import { bytesOf } from './output-bytes.ts';
import type { Outputs } from './outputs.ts';
import { PREFERRED_KINDS_SQL } from '../runs/starred-kinds.ts';

/** An item of a grid or batch whose outputs were starred, or none of them any more. */
interface StarredItem {
  batchId: string;
  item: number;
  starred: boolean;
}

/**
 * One star for a result: on the item of a grid or batch, on what its run made, and on all of the project with the same
 * content, as the gallery shows these as one.
 */
export interface ResultStars {
  /** Items that have to follow their outputs. */
  tracked: Signal<StarredItem>;
  /** The outputs of items follow a change of them: pictures, videos and sounds are starred where there are any, else all. */
  itemsChanged(batchId: string, change: BatchItemsChange): void;
  /** Items follow their outputs: one star among them is enough. */
  outputsStarred(outputs: readonly Pick<LibraryOutput, 'connectionId' | 'runId'>[]): void;
  /** What a run made has the star of the same content, and gives it its own. */
  runRecorded: (connectionId: string, projectId: string | null, runId: string) => void;
}

/** The star of an output, for its service. */
const starOf = (runId: string, row: Record<string, unknown>, value: boolean): TeamChangeFields => ({
  field: 'starred',
  output: { runId, key: String(row['key']) },
  value,
});

const CONTENT = 'key, project_id, kind, coalesce(hash, file_id) AS content';

/** @param onOutputs outputs of a project, or of none, changed */
export function createResultStars(
  database: DatabaseSync,
  { bytes, team }: { bytes: Pick<RunOutputs['bytes'], 'setStar'>; team: Pick<Team, 'change' | 'send'> },
  onOutputs: (connectionId: string, projectId: string | null) => void,
): ResultStars {
  const runOf = database.prepare(`
    SELECT b.connection_id, i.run_id FROM batch_items i JOIN batches b ON b.id = i.batch_id
    WHERE i.batch_id = ? AND i.item = ? AND i.run_id IS NOT NULL`);
  const starOutputs = database.prepare(`
    UPDATE outputs SET starred = ?1 WHERE connection_id = ?2 AND run_id = ?3 AND starred <> ?1
      AND (?1 = 0 OR kind IN (${PREFERRED_KINDS_SQL}) OR NOT EXISTS
        (SELECT 1 FROM outputs o WHERE o.connection_id = ?2 AND o.run_id = ?3 AND o.kind IN (${PREFERRED_KINDS_SQL})))
    RETURNING ${CONTENT}`);
  const itemOf = database.prepare(`
    SELECT i.batch_id, i.item, i.starred FROM batch_items i JOIN batches b ON b.id = i.batch_id
    WHERE b.connection_id = ? AND i.run_id = ?`);
  const starredOutputs = database.prepare(
    `SELECT ${CONTENT} FROM outputs WHERE connection_id = ? AND run_id = ? AND starred = 1`,
  );
  const starSynced = createSignal<StarredItem>();

  function syncItems(connectionId: string, runIds: Iterable<string>): void {
    for (const runId of new Set(runIds)) {
      const row = itemOf.get(connectionId, runId);
      if (row === undefined) continue;
      const starred = starredOutputs.get(connectionId, runId) !== undefined;
      if (starred === (row['starred'] === 1)) continue;
      void starSynced.emit({ batchId: String(row['batch_id']), item: Number(row['item']), starred });
    }
  }

  return {
    tracked: starSynced,
    itemsChanged(batchId, { items, starred }) {
      if (starred === undefined) return;
      const changed = new Map<string, { projects: Set<string | null>; runIds: string[] }>();
      transaction(database, () => {
        for (const item of items) {
          const run = runOf.get(batchId, item);
          if (run === undefined) continue;
          const connectionId = String(run['connection_id']);
          const runId = String(run['run_id']);
          const { projects, runIds } = changed.get(connectionId) ?? { projects: new Set(), runIds: [] };
          for (const row of starOutputs.all(starred ? 1 : 0, connectionId, runId)) {
            const output = bytesOf(connectionId, row);
            projects.add(output.projectId);
            runIds.push(...bytes.setStar(output, starred));
            team.change(connectionId, starOf(runId, row, starred));
          }
          changed.set(connectionId, { projects, runIds });
        }
      });
      for (const [connectionId, { projects, runIds }] of changed) {
        team.send(connectionId);
        syncItems(connectionId, runIds);
        for (const projectId of projects) onOutputs(connectionId, projectId);
      }
    },
    outputsStarred(outputs) {
      const runs = Map.groupBy(outputs, ({ connectionId }) => connectionId);
      for (const [connectionId, list] of runs)
        syncItems(
          connectionId,
          list.map(({ runId }) => runId),
        );
    },
    runRecorded(connectionId, projectId, runId) {
      const rows = starredOutputs.all(connectionId, runId);
      const isItemStarred = itemOf.get(connectionId, runId)?.['starred'] === 1;
      const equalRuns = transaction(database, () =>
        rows.flatMap((row) => {
          // The star was given to the item before there was anything that the service knows.
          if (isItemStarred) team.change(connectionId, starOf(runId, row, true));
          return bytes.setStar(bytesOf(connectionId, row), true);
        }),
      );
      if (isItemStarred) team.send(connectionId);
      if (rows.length > 0) syncItems(connectionId, [runId, ...equalRuns]);
      onOutputs(connectionId, projectId);
    },
  };
}

/** What a person does with outputs in the list. */
export const changeRoutes = ({
  outputs,
  stars,
  changed,
  team,
}: {
  outputs: Pick<Outputs, 'change' | 'originsOf'>;
  stars: ResultStars;
  changed: (connectionId: string, projectId: string | null) => void;
  team: Pick<Team, 'send'>;
}) =>
  ({
    changeOutputs({ body }) {
      const list = outputs.change(body);
      const changedProjects = new Map(list.map((o) => [joinKey(o.connectionId, o.projectId ?? ''), o]));
      for (const { connectionId, projectId } of changedProjects.values()) changed(connectionId, projectId);
      for (const id of new Set(list.map(({ connectionId }) => connectionId))) team.send(id);
      // All with the same content changed along.
      if (body.starred !== undefined) {
        stars.outputsStarred(list.flatMap((output) => [output, ...outputs.originsOf(output)]));
      }
      return { outputs: list };
    },
  }) satisfies Partial<DeskHandlers>;
