import { endpoints } from '#shared/api/index.ts';
import {
  estimateRun,
  LOCAL_CONNECTION_ID,
  type Batch,
  type KindSamples,
  type QueuedFile,
  type Transfer,
  type Upload,
  type ZipDownload,
} from '#shared/desk/index.ts';
import type { CallAdministration } from '../administration/administration-client.ts';
import type { Connections } from '../connections/connections.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import { timers } from '../connections/reachability.ts';
import { DeskError } from '../desk-error.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { openRuns } from '../runs/runs-feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import { createProgressFollower, type FollowerDeps } from './progress-follower.ts';
import { Queue } from './queue.ts';
import { fileOfTransfer, fileOfUpload, fileOfZip } from './queued-files.ts';

/** Events of a run in one question. */
const EVENTS_PAGE = 100;
/** How long the local service has for its order, before the list is shown without. Milliseconds. */
const ORDER_TIMEOUT_MS = 2000;

interface QueueDeps {
  connections: Pick<Connections, 'get' | 'client' | 'offlineSince'>;
  signals: ConnectionSignals;
  running: Pick<ReturnType<typeof openRuns>, 'reader' | 'runRead'>;
  batches: { list(connectionId: string, of: object): Batch[]; moveToFront(batchId: string): Batch };
  uploads: () => Upload[];
  transfers: () => { transfer: Transfer; at: string }[];
  zips: () => ZipDownload[];
  administration: CallAdministration;
  /** What nodes took on a connection. */
  kinds: (connectionId: string) => readonly KindSamples[];
}

function followerDeps(
  { clock, events }: CoreContext,
  { connections, running: { reader }, kinds }: QueueDeps,
  onChange: (connectionId: string) => void,
): FollowerDeps {
  return {
    listEvents: (connectionId, runId, cursor) =>
      connections.client(connectionId).call(endpoints.runs.listEvents, {
        params: { run_id: runId },
        query: { limit: EVENTS_PAGE, ...(cursor === null ? {} : { cursor }) },
      }),
    async expectedOf(connectionId, runId, plan) {
      const graph = await reader.graphOf(connectionId, runId);
      if (graph === null) return null;
      const { duration, unknown } = estimateRun(graph, new Set(plan), kinds(connectionId));
      return unknown === 0 ? duration : null;
    },
    isRequested: (id) => events.hasReaders() && connections.offlineSince(id) === null,
    onChange,
    clock: () => clock.now(),
    schedule: timers,
  };
}

const filesOf = ({ uploads, transfers, zips }: QueueDeps, connectionId: string): QueuedFile[] =>
  [
    ...uploads().map(fileOfUpload),
    ...transfers().map(({ transfer, at }) => fileOfTransfer(transfer, at)),
    ...zips().map(fileOfZip),
  ].filter((file) => file.connectionId === connectionId);

/** Everything that goes on at a connection, in its order. */
export function openQueue(context: CoreContext, deps: QueueDeps) {
  const { log, events, handles } = context;
  const { connections, running } = deps;
  const { reader } = running;
  const changed = (connectionId: string) => events.emit({ type: 'queue', connectionId });
  const follower = createProgressFollower(followerDeps(context, deps, changed));
  handles.add('progress of runs', follower, (open) => open.close());

  const queue = new Queue({
    activeRuns: (id) => reader.activeRuns(id),
    finishedLast: (id) => reader.lastFinished(id),
    numberOf: (run) => reader.numberOf(run),
    batches: (id) => deps.batches.list(id, {}),
    files: (id) => filesOf(deps, id),
    progressOf: (id, runId) => follower.of(id, runId),
    expected: (id, runId) => follower.expected(id, runId),
    async pendingRunIds() {
      try {
        const signal = AbortSignal.timeout(ORDER_TIMEOUT_MS);
        return (await deps.administration('listWaitingRuns', { params: {}, body: undefined, signal })).runIds;
      } catch (error) {
        log.debug(errorFields(error), 'the order of waiting runs could not be read');
        return null;
      }
    },
  });

  running.runRead.listen(({ connectionId, run }) => {
    const record = reader.find(connectionId, run.id);
    if (record?.batchId !== undefined) return;
    // The API has no list of the events of template runs.
    if (run.templateId === undefined) follower.note(connectionId, run);
    else changed(connectionId);
  });
  deps.signals.removed.listen((id) => follower.removeConnection(id));

  return {
    start() {
      for (const { connectionId, runId, status, createdAt, templateId, batchId } of reader.active()) {
        if (templateId === undefined && batchId === undefined) {
          follower.note(connectionId, { id: runId, status, createdAt });
        }
      }
    },
    routes: {
      queueSummary({ query: { connectionId } }) {
        connections.get(connectionId);
        return queue.summary(connectionId);
      },
      listQueue({ query: { connectionId, cursor } }) {
        connections.get(connectionId);
        return queue.page(connectionId, cursor);
      },
      listEnded({ query: { connectionId } }) {
        connections.get(connectionId);
        return { items: queue.finished(connectionId) };
      },
      async moveRunToFront({ params: { connectionId, runId }, request }) {
        if (connectionId !== LOCAL_CONNECTION_ID) {
          throw new DeskError(
            'INVALID_REQUEST',
            'This service decides which run starts next. Stop runs that can wait, and start them again later.',
          );
        }
        const response = await deps.administration('moveRunToFront', {
          params: { runId },
          body: undefined,
          signal: request.signal,
        });
        changed(connectionId);
        return response;
      },
      moveBatchToFront: ({ params }) => deps.batches.moveToFront(params.batchId),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature;
}
