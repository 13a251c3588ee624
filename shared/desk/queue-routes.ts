import { z } from 'zod';
import { MoveOutcome } from '../administration/index.ts';
import { Batch } from './batch-schemas.ts';
import * as q from './queue-schemas.ts';
import { route } from './route.ts';

const ofConnection = z.object({ connectionId: z.string() });

/** What goes on at a connection, in its order, and what ended last. */
export const queueRoutes = {
  queueSummary: route('GET', '/desk/queue/summary', { query: ofConnection, response: q.QueueSummary }),
  /** What goes on first, then what waits, the next one first. */
  listQueue: route('GET', '/desk/queue', {
    query: ofConnection.extend({ cursor: z.string().max(300).optional() }),
    response: q.QueuePage,
  }),
  /** The last first, at most 50. */
  listEnded: route('GET', '/desk/queue/ended', { query: ofConnection, response: q.FinishedList }),
  /** Refused where the service alone decides. */
  moveRunToFront: route('POST', '/desk/queue/runs/{connectionId}/{runId}/front', { response: MoveOutcome }),
  /** Its runs are begun before those of other batches. */
  moveBatchToFront: route('POST', '/desk/queue/batches/{batchId}/front', { response: Batch }),
} as const;
