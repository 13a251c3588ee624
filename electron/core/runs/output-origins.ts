import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { Batch, coordinatesText, type LibraryOutput, type OutputBatch } from '#shared/desk/index.ts';
import { readRunPurpose } from './run-purpose.ts';
import { jsonOf } from '../response-cache/json-of.ts';

/** Which grid or batch made an output, and where in it; or what else its run was for. */

/** What is damaged reads as undefined, which no row below takes. */
const json = z.string().transform((text): unknown => jsonOf(Buffer.from(text)));

const ItemRow = z.object({ batch_id: z.string(), item: z.int(), place: json.pipe(z.array(z.int())) });

const BatchRow = z.object({
  kind: Batch.shape.kind,
  name: z.string(),
  fields: json.pipe(Batch.shape.fields),
  layout: z.union([z.null(), json.pipe(Batch.shape.layout)]),
});
type BatchRow = z.infer<typeof BatchRow>;

type BatchOfRun = (connectionId: string, runId: string) => OutputBatch | null;

/**
 * @returns begins a list of outputs: within one, each batch and each run is read once. What is read gives the batch of
 * a run; null of one that was started by itself.
 */
function outputBatches(database: DatabaseSync): () => BatchOfRun {
  const itemOf = database.prepare(`
    SELECT i.batch_id, i.item, i.place FROM batch_items i JOIN batches b ON b.id = i.batch_id
    WHERE i.run_id = ? AND b.connection_id = ?`);
  const batchOf = database.prepare('SELECT batch_id FROM runs WHERE connection_id = ? AND run_id = ?');
  const byId = database.prepare(
    'SELECT kind, name, fields, layout FROM batches WHERE id = ? AND connection_id = ?',
  );

  function find(
    connectionId: string,
    runId: string,
    read: (id: string) => BatchRow | null,
  ): OutputBatch | null {
    const item = ItemRow.safeParse(itemOf.get(runId, connectionId)).data;
    const id = item?.batch_id ?? batchOf.get(connectionId, runId)?.['batch_id'];
    if (typeof id !== 'string') return null;
    const batch = read(id);
    if (batch === null) return { id, kind: null, name: null, place: '', row: null };
    return {
      id,
      kind: batch.kind,
      name: batch.name,
      place: item === undefined ? '' : coordinatesText(batch, item),
      row: item === undefined ? null : item.item + 1,
    };
  }

  return () => {
    const batches = new Map<string, BatchRow | null>();
    const runs = new Map<string, OutputBatch | null>();
    return (connectionId, runId) => {
      const runBatch = runs.get(runId);
      if (runBatch !== undefined) return runBatch;
      const found = find(connectionId, runId, (id) => {
        const batch = batches.get(id) ?? BatchRow.safeParse(byId.get(id, connectionId)).data ?? null;
        batches.set(id, batch);
        return batch;
      });
      runs.set(runId, found);
      return found;
    };
  };
}

type OriginOfRun = (
  connectionId: string,
  runId: string,
) => Pick<LibraryOutput, 'batch' | 'occasion' | 'startedBy'>;

/** @returns begins a list of outputs; what that gives tells what the run of an output was for. */
export function outputOrigins(database: DatabaseSync): () => OriginOfRun {
  const batches = outputBatches(database);
  const stored = database.prepare('SELECT occasion FROM run_sources WHERE connection_id = ? AND run_id = ?');
  const starter = database.prepare('SELECT started_by FROM runs WHERE connection_id = ? AND run_id = ?');
  return () => {
    const batchOf = batches();
    return (connectionId, runId) => {
      const purpose = readRunPurpose(stored.get(connectionId, runId)?.['occasion']);
      const startedBy = starter.get(connectionId, runId)?.['started_by'];
      return {
        batch: batchOf(connectionId, runId),
        ...(purpose === undefined ? {} : { occasion: purpose }),
        ...(typeof startedBy === 'string' ? { startedBy: startedBy === '' ? null : startedBy } : {}),
      };
    };
  };
}
