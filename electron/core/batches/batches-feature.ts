import type { DatabaseSync } from 'node:sqlite';
import type { ApiClient } from '#shared/api/index.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import type { CoreContext } from '../feature.ts';
import { createFileLibrary } from '../files/file-library.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import { openFile, type Archives } from '../library/archives.ts';
import type { ResultStars } from '../library/result-stars.ts';
import type { MediaFetcher } from '../media/media-fetcher.ts';
import type { RunReader } from '../runs/run-reader.ts';
import type { RunWriter } from '../runs/run-writer.ts';
import type { BatchRun } from './read-run.ts';
import { BatchStore } from './batch-store.ts';
import { Batches } from './batches.ts';
import { createItemNames } from './item-names.ts';
import { estimateBatch, type EstimateSources } from './estimate-batch.ts';

/**
 * Grids and batches.
 * @param deps.api calls the API of a connection on the road that pages take, so that history and files see the runs.
 */
export function openBatches(
  { options, clock, log, events, handles }: CoreContext,
  deps: {
    database: DatabaseSync;
    signals: ConnectionSignals;
    api: (connectionId: string) => ApiClient;
    estimates: EstimateSources;
    /** When the database of a service was last replaced by a backup. Milliseconds. */
    restoredAt: (connectionId: string) => Promise<number | null>;
    /** What runs made: one place for all of the app. */
    running: { reader: RunReader; writer: RunWriter };
    showing: { fetcher: Pick<MediaFetcher, 'fetch'> };
    /** Where a page loads a ZIP from; an item and its outputs have one star. */
    library: { archives: Pick<Archives, 'offer'>; stars: ResultStars };
  },
) {
  const { reader, writer } = deps.running;
  const store = new BatchStore(deps.database, () => clock.now());
  const batches = new Batches({
    store,
    api: deps.api,
    emit: (event) => events.emit(event),
    present: createItemNames(store, createFileLibrary(deps.database), reader),
    results: reader,
    note: (connectionId, run) => noteRun(writer, connectionId, run),
    clock,
    log,
    restoredAt: deps.restoredAt,
    graphOf: (connectionId, runId) => reader.graphOf(connectionId, runId),
  });
  const { archives, stars } = deps.library;
  stars.tracked.listen(({ batchId, item, starred }) => {
    batches.mark(batchId, { items: [item], starred });
  });
  handles.add('batches', batches, (open) => open.close());
  deps.signals.serviceBack.listen((id) => batches.serviceIsBack(id));
  deps.signals.removing.listen((id) => batches.leaveConnection(id));
  deps.signals.removed.listen((id) => batches.removeConnection(id));
  return {
    moveProject: (connectionId: string, from: string, to: string) =>
      batches.moveProject(connectionId, from, to),
    batches,
    start: () => batches.start(),
    routes: {
      listBatches: ({ query }) => ({ batches: batches.list(query.connectionId, query) }),
      createBatch: ({ body }) => batches.create(body),
      getBatch: ({ params }) => batches.get(params.batchId),
      changeBatch: ({ params, body }) => batches.change(params.batchId, body),
      deleteBatch: ({ params }) => batches.delete(params.batchId),
      appendBatchItems: ({ params, body }) => batches.append(params.batchId, body.from, body.items),
      listBatchItems: ({ params, query }) => ({ items: batches.items(params.batchId, query) }),
      changeBatchItems({ params, body }) {
        const batch = batches.mark(params.batchId, body);
        stars.itemsChanged(params.batchId, body);
        return batch;
      },
      changeBatchItemValues: ({ params, body }) => batches.setValues(params.batchId, body),
      resumeBatch: ({ params, body }) => batches.resume(params.batchId, body.limits),
      pauseBatch: ({ params }) => batches.pause(params.batchId),
      cancelBatch: ({ params }) => batches.cancel(params.batchId),
      async estimateBatch({ params, query: { item, runs, of } }) {
        const request = { runs: Number(runs), of, item: item === undefined ? undefined : Number(item) };
        const sources = { ...deps.estimates, ...reader };
        return { estimate: await estimateBatch(store, params.batchId, request, sources) };
      },
      createBatchArchive({ params }) {
        const { connectionId } = batches.get(params.batchId);
        const { name, members } = batches.resultFiles(params.batchId, (...file) =>
          openFile(deps.showing.fetcher, ...file),
        );
        return { name, url: `${options.mediaOrigin()}${archives.offer(connectionId, name, members)}` };
      },
      retryBatchItems: ({ params, body }) =>
        batches.retry(params.batchId, body.items, body.perhapsCharged !== true),
      getBatchResults: ({ params }) => batches.results(params.batchId),
    } satisfies Partial<DeskHandlers>,
  };
}

/** Notes a run of an item; see `RunnerDeps`. */
export async function noteRun(writer: RunWriter, connectionId: string, run: BatchRun): Promise<boolean> {
  if ('taskId' in run) writer.noteTemplateRun(connectionId, run);
  else writer.note(connectionId, run);
  return writer.recorded(connectionId, 'taskId' in run ? run.taskId : run.id);
}
