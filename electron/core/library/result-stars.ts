import type { DatabaseSync } from 'node:sqlite';
import type { BatchItemsChange, LibraryOutput } from '#shared/desk/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import { createSignal, type Signal } from '../signal.ts';
import type { RunOutputs } from '../runs/run-outputs.ts';
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

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** What makes the output of a row one with others. */
const bytesOf = (connectionId: string, row: Record<string, unknown>) => ({
  connectionId,
  projectId: textOrNull(row['project_id']),
  kind: String(row['kind']),
  contentKey: textOrNull(row['content']),
});

const CONTENT = 'project_id, kind, coalesce(hash, file_id) AS content';

/** @param onOutputs outputs of a project, or of none, changed */
export function createResultStars(
  database: DatabaseSync,
  bytes: Pick<RunOutputs['bytes'], 'setStar'>,
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
      for (const item of items) {
        const run = runOf.get(batchId, item);
        if (run === undefined) continue;
        const connectionId = String(run['connection_id']);
        const { projects, runIds } = changed.get(connectionId) ?? { projects: new Set(), runIds: [] };
        for (const row of starOutputs.all(starred ? 1 : 0, connectionId, String(run['run_id']))) {
          const output = bytesOf(connectionId, row);
          projects.add(output.projectId);
          runIds.push(...bytes.setStar(output, starred));
        }
        changed.set(connectionId, { projects, runIds });
      }
      for (const [connectionId, { projects, runIds }] of changed) {
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
      const equalRuns = rows.flatMap((row) => bytes.setStar(bytesOf(connectionId, row), true));
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
}: {
  outputs: Pick<Outputs, 'change' | 'originsOf'>;
  stars: ResultStars;
  changed: (connectionId: string, projectId: string | null) => void;
}) =>
  ({
    changeOutputs({ body }) {
      const list = outputs.change(body);
      const changedProjects = new Map(list.map((o) => [joinKey(o.connectionId, o.projectId ?? ''), o]));
      for (const { connectionId, projectId } of changedProjects.values()) changed(connectionId, projectId);
      // All with the same content changed along.
      if (body.starred !== undefined) {
        stars.outputsStarred(list.flatMap((output) => [output, ...outputs.originsOf(output)]));
      }
      return { outputs: list };
    },
  }) satisfies Partial<DeskHandlers>;
