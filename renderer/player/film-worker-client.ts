import type { FromWorker, Jobs, ToWorker } from './composer/messages.ts';
import type { FilmWorker } from './ports.ts';

interface Waiting {
  resolve: (answer: unknown) => void;
  reject: (error: unknown) => void;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

export function startFilmWorker(): FilmWorker {
  const worker = new Worker(new URL('./composer/film-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const send = (message: ToWorker): void => worker.postMessage(message, []);

  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    const asker = waiting.get(data.id);
    if (data.kind === 'progress') asker?.onProgress?.(data.done, data.total);
    else {
      waiting.delete(data.id);
      if (data.kind === 'answer') asker?.resolve(data.answer);
      else asker?.reject(new Error(data.message));
    }
  });
  worker.addEventListener('error', (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message));
    waiting.clear();
  });

  return {
    setFilm: (film) => send({ kind: 'film', film }),
    ask: (kind, ask, { signal, onProgress } = {}) =>
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
        waiting.set(id, {
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
        send({ kind, id, ...ask } as ToWorker);
      }),
    close: () => {
      worker.terminate();
      for (const { reject } of waiting.values()) reject(new Error('The film was closed.'));
      waiting.clear();
    },
  };
}
