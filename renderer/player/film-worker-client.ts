import type { FromWorker, Jobs, ToWorker } from './composer/messages.ts';
import { locale } from '#renderer/words/index.ts';
import type { WorkerLanguage } from '#renderer/words/worker-language.ts';
import type { FilmWorker } from './ports.ts';

interface PendingJob {
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
  onProgress?: ((completed: number, total: number) => void) | undefined;
}

export function startFilmWorker(): FilmWorker {
  const worker = new Worker(new URL('./composer/film-worker.ts', import.meta.url), { type: 'module' });
  worker.postMessage({ kind: 'language', locale } satisfies WorkerLanguage, []);
  const pending = new Map<number, PendingJob>();
  let last = 0;
  const send = (message: ToWorker): void => worker.postMessage(message, []);

  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    const job = pending.get(data.id);
    if (data.kind === 'progress') job?.onProgress?.(data.completed, data.total);
    else {
      pending.delete(data.id);
      if (data.kind === 'answer') job?.resolve(data.answer);
      else job?.reject(new Error(data.message));
    }
  });
  worker.addEventListener('error', (event) => {
    for (const { reject } of pending.values()) reject(new Error(event.message));
    pending.clear();
  });

  return {
    setFilm: (film) => send({ kind: 'film', film }),
    request: (kind, payload, { signal, onProgress } = {}) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        last += 1;
        const id = last;
        const end = (): void => signal?.removeEventListener('abort', cancel);
        const cancel = (): void => {
          send({ kind: 'cancel', id });
          end();
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', cancel);
        pending.set(id, {
          onProgress,
          // What comes back for a kind is what the table of jobs says.
          resolve: (answer) => {
            end();
            resolve(answer as Jobs[typeof kind]['answer']);
          },
          reject: (error) => {
            end();
            reject(error);
          },
        });
        send({ kind, id, ...payload } as ToWorker);
      }),
    close: () => {
      worker.terminate();
      for (const { reject } of pending.values()) reject(new Error('The film was closed.'));
      pending.clear();
    },
  };
}
