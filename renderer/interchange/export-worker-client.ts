import type { TimelineDocument } from '#shared/timeline/index.ts';
import type { ExportJob, ExportJobs, FromExportWorker, ToExportWorker } from './export-messages.ts';

interface Waiting {
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
  ask<Kind extends ExportJob>(
    kind: Kind,
    document: TimelineDocument | null,
    ask: ExportJobs[Kind]['ask'],
    signal?: AbortSignal,
  ): Promise<ExportJobs[Kind]['answer']>;
  /** Ends what is under way. Asked again, it begins anew. */
  close(): void;
}

export function createExportWorker(): ExportWorker {
  let worker: Worker | null = null;
  /** What the worker has: a long timeline is sent once. */
  let sent: TimelineDocument | null = null;
  let last = 0;
  const waiting = new Map<number, Waiting>();

  const end = (reason: unknown): void => {
    worker?.terminate();
    worker = null;
    sent = null;
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  };
  const running = (): Worker => {
    if (worker) return worker;
    worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<FromExportWorker>) => {
      const asker = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.kind === 'answer') asker?.resolve(data.answer);
      else asker?.reject(new Error(data.message));
    });
    worker.addEventListener('error', (event) => end(new Error(event.message)));
    return worker;
  };
  const send = (message: ToExportWorker): void => running().postMessage(message, []);

  return {
    ask: (kind, document, ask, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        last += 1;
        const id = last;
        const stop = (): void => end(signal?.reason);
        const done = (): void => signal?.removeEventListener('abort', stop);
        signal?.addEventListener('abort', stop);
        waiting.set(id, {
          // What comes back for a kind is what the table of jobs says.
          resolve: (answer) => {
            done();
            resolve(answer as ExportJobs[typeof kind]['answer']);
          },
          reject: (error) => {
            done();
            reject(error);
          },
        });
        if (document && sent !== document) {
          send({ kind: 'document', document });
          sent = document;
        }
        send({ kind, id, ...ask } as ToExportWorker);
      }),
    close: () => end(new Error('The export was closed.')),
  };
}
