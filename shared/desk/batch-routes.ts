import { z } from 'zod';
import * as b from './batch-schemas.ts';
import { ArchiveAnswer } from './library-schemas.ts';
import { RunEstimate } from './run-estimate.ts';
import { route } from './route.ts';

/** How much it holds is not counted before. */
const BatchArchive = ArchiveAnswer.pick({ url: true, name: true });

const batch = '/desk/batches/{batchId}' as const;

/** Grids and batches: their definitions, their items, and what a person does with them. */
export const batchRoutes = {
  /** Newest first; of one project or template, or all of the connection. */
  listBatches: route('GET', '/desk/batches', {
    query: z.object({
      connectionId: z.string(),
      projectId: z.string().optional(),
      templateId: z.string().optional(),
    }),
    response: b.BatchList,
  }),
  createBatch: route('POST', '/desk/batches', { body: b.BatchDraft, response: b.Batch }),
  getBatch: route('GET', batch, { response: b.Batch }),
  changeBatch: route('PATCH', batch, { body: b.BatchChange, response: b.Batch }),
  /** Forgets the batch; runs and their outputs stay. */
  deleteBatch: route('DELETE', batch),
  appendBatchItems: route('POST', `${batch}/items`, { body: b.BatchItemsAppend, response: b.Batch }),
  listBatchItems: route('GET', `${batch}/items`, { query: b.BatchItemsQuery, response: b.BatchItemPage }),
  changeBatchItems: route('PATCH', `${batch}/items`, { body: b.BatchItemsChange, response: b.Batch }),
  /** Mends an item that was skipped, failed or has not run. */
  changeBatchItemValues: route('POST', `${batch}/values`, { body: b.BatchItemValues, response: b.Batch }),
  /** Begins, or goes on with, the items that wait. */
  resumeBatch: route('POST', `${batch}/resume`, {
    body: z.object({ limits: b.BatchLimits.optional() }),
    response: b.Batch,
  }),
  /** Starts no further run; those that are going on end by themselves. */
  pauseBatch: route('POST', `${batch}/pause`, { response: b.Batch }),
  /** Pauses, and cancels the runs that are going on. */
  cancelBatch: route('POST', `${batch}/cancel`, { response: b.Batch }),
  /** A ZIP of the table of results and of all files that are not dropped. */
  createBatchArchive: route('POST', `${batch}/archive`, { response: BatchArchive }),
  /** What the next runs will take, or so many of those that did not work; null where nothing is known of them. */
  estimateBatch: route('GET', `${batch}/estimate`, {
    query: z.object({
      runs: z.string().regex(/^\d{1,7}$/),
      of: b.EstimatedItems.optional(),
      /** The index of one alone. */
      item: z
        .string()
        .regex(/^\d{1,7}$/)
        .optional(),
    }),
    response: z.object({ estimate: RunEstimate.nullable() }),
  }),
  /** Runs failed and canceled items once more: those named, or all that surely cost nothing. */
  retryBatchItems: route('POST', `${batch}/retry`, {
    body: z.object({
      items: z.array(z.int().min(0)).max(b.MAX_ITEMS_IN_REQUEST).optional(),
      /** Instead of all others, those that a model may have charged. */
      perhapsCharged: z.boolean().optional(),
    }),
    response: b.Batch,
  }),
} as const;
