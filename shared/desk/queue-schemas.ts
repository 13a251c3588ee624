import { z } from 'zod';
import { Batch } from './batch-schemas.ts';
import { Spread } from './run-estimate.ts';
import { RunRecord } from './schemas.ts';

/** Everything that goes on at a connection, as this computer knows it: runs by themselves, and batches as one each. */

/** Items in one page of the queue. */
export const QUEUE_PAGE_SIZE = 100;

/** How far a run is, as its events say it. */
const RunProgress = z.object({
  doneNodes: z.int(),
  /** Null until the service has said what it will execute. */
  totalNodes: z.int().nullable(),
  /** 0 to 1, with what the nodes under way have behind them; null while `totalNodes` is. */
  fraction: z.number().nullable(),
  /** When it began; null while it waits. */
  startedAt: z.string().nullable(),
});
export type RunProgress = z.infer<typeof RunProgress>;

const QueuedRun = z.object({
  kind: z.literal('run'),
  run: RunRecord,
  /** The how-manieth run of its project or template it is. */
  number: z.int(),
  state: z.enum(['waiting', 'running', 'canceling']),
  /** Place among those that wait, from 1; null where only the service knows it. */
  position: z.int().nullable(),
  progress: RunProgress,
  /** What such runs took, in milliseconds; null while too little is known. */
  expected: Spread.nullable(),
  /** The API can end it. */
  canCancel: z.boolean(),
  /** It can be let begin before the others. */
  canMove: z.boolean(),
});
export type QueuedRun = z.infer<typeof QueuedRun>;

const QueuedBatch = z.object({
  kind: z.literal('batch'),
  batch: Batch,
  /** There is another one that it could go before. */
  canMove: z.boolean(),
});
export type QueuedBatch = z.infer<typeof QueuedBatch>;

/** A file on its way to the service, a project on its way into a file or out of one, or a ZIP of outputs. */
const QueuedFile = z.object({
  kind: z.literal('file'),
  /** Of the upload, transfer or ZIP. */
  id: z.string(),
  connectionId: z.string(),
  work: z.enum(['upload', 'export', 'import', 'zip']),
  /** Of the file or project; null while it is not read. */
  name: z.string().nullable(),
  state: z.enum(['working', 'waiting', 'paused', 'done', 'failed', 'canceled']),
  /** 0 to 1; null when nobody can tell. */
  fraction: z.number().nullable(),
  totalBytes: z.int().nullable(),
  /** A sentence with the next step, when failed or waiting. */
  error: z.string().nullable(),
  /** It failed, and can be tried again without harm. */
  canRetry: z.boolean(),
  /** It can be paused, which uploads can. */
  canPause: z.boolean(),
  /** When it began, or ended where that is known. */
  at: z.string(),
});
export type QueuedFile = z.infer<typeof QueuedFile>;

/** A ZIP that is being loaded, or was. */
export interface ZipDownload {
  id: string;
  connectionId: string;
  name: string;
  state: 'working' | 'done' | 'failed' | 'canceled';
  /** Files that are in it so far. */
  doneFiles: number;
  /** Null where they are not counted before. */
  totalFiles: number | null;
  /** When it began, later when it ended. */
  at: string;
}

const QueueItem = z.discriminatedUnion('kind', [QueuedRun, QueuedBatch, QueuedFile]);
export type QueueItem = z.infer<typeof QueueItem>;

export const QueueSummary = z.object({
  /** Runs, batches and files that go on. */
  running: z.int(),
  /** Runs and files that wait for the service. */
  waiting: z.int(),
  /** 0 to 1, the mean of what goes on and says how far it is; null while nothing does. */
  fraction: z.number().nullable(),
  /** Who decides what begins next: a queue that can be changed here, or the service alone. */
  order: z.enum(['here', 'service']),
});
export type QueueSummary = z.infer<typeof QueueSummary>;

export const QueuePage = z.object({
  items: z.array(QueueItem),
  /** Of the next page; null after the last. */
  nextCursor: z.string().nullable(),
});

const FinishedItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('run'), run: RunRecord, number: z.int() }),
  z.object({ kind: z.literal('batch'), batch: Batch }),
  QueuedFile,
]);
export type FinishedItem = z.infer<typeof FinishedItem>;
export const FinishedList = z.object({ items: z.array(FinishedItem) });
