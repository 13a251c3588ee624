import type { TimelineDocument } from '#shared/timeline/index.ts';
import { locale } from '#renderer/words/index.ts';
import type { WorkerLanguage } from '#renderer/words/worker-language.ts';
import type { ExportJob, ExportJobs, FromExportWorker, ToExportWorker } from './export-messages.ts';

interface PendingJob {
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
}

/** A worker that writes exports and reads cuts of other programs. It is there when it is first asked. */
export interface ExportWorker {
  /**
   * Asks for something.
   * @param document the timeline that it is of; null where it is of none.
   * @throws Error with a sentence; an abort, which ends the work at once, as the signal's reason.
   */
  request<Kind extends ExportJob>(
    kind: Kind,
    document: TimelineDocument | null,
    payload: ExportJobs[Kind]['request'],
    signal?: AbortSignal,
  ): Promise<ExportJobs[Kind]['answer']>;
  /** Ends what is under way. Asked again, it begins anew. */
  close(): void;
}

export function createExportWorker(): ExportWorker {
  let worker: Worker | null = null;
  /** What the worker has: a long timeline is sent once. */
  let lastDocument: TimelineDocument | null = null;
  let last = 0;
  const pending = new Map<number, PendingJob>();

  const end = (reason: unknown): void => {
    worker?.terminate();
    worker = null;
    lastDocument = null;
    for (const { reject } of pending.values()) reject(reason);
    pending.clear();
  };
  const running = (): Worker => {
    if (worker) return worker;
    worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' });
    worker.postMessage({ kind: 'language', locale } satisfies WorkerLanguage, []);
    worker.addEventListener('message', ({ data }: MessageEvent<FromExportWorker>) => {
      const job = pending.get(data.id);
      pending.delete(data.id);
      if (data.kind === 'answer') job?.resolve(data.answer);
      else job?.reject(new Error(data.message));
    });
    worker.addEventListener('error', (event) => end(new Error(event.message)));
    return worker;
  };
  const send = (message: ToExportWorker): void => running().postMessage(message, []);

  return {
    request: (kind, document, payload, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        last += 1;
        const id = last;
        const stop = (): void => end(signal?.reason);
        const cleanup = (): void => signal?.removeEventListener('abort', stop);
        signal?.addEventListener('abort', stop);
        pending.set(id, {
          // What comes back for a kind is what the table of jobs says.
          resolve: (answer) => {
            cleanup();
            resolve(answer as ExportJobs[typeof kind]['answer']);
          },
          reject: (error) => {
            cleanup();
            reject(error);
          },
        });
        if (document && lastDocument !== document) {
          send({ kind: 'document', document });
          lastDocument = document;
        }
        send({ kind, id, ...payload } as ToExportWorker);
      }),
    close: () => end(new Error('The export was closed.')),
  };
}
