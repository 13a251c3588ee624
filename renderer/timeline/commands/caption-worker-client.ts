import type { ReadCaptions } from '#shared/timeline/read-captions.ts';
import { words } from '#renderer/words/index.ts';

/** Files of the largest size take a second or two. */
const CAPTIONS_TIMEOUT_MS = 30_000;

/** What of a worker reading captions needs. */
export type CaptionWorker = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>;

const createCaptionWorker = (): CaptionWorker =>
  new Worker(new URL('./caption-worker.ts', import.meta.url), { type: 'module' });

/**
 * Reads a text of captions in a worker, which is ended when it has answered or takes too long.
 * @param timeout when it is given up. @returns a sentence where the text holds no captions or takes too long.
 */
export function readCaptionsInWorker(
  text: string,
  timeout: AbortSignal = AbortSignal.timeout(CAPTIONS_TIMEOUT_MS),
  worker: CaptionWorker = createCaptionWorker(),
): Promise<ReadCaptions> {
  const answer = new Promise<ReadCaptions>((resolve, reject) => {
    const refuse = (): void => resolve({ ok: false, problem: words.textFiles.captionsTimeout });
    if (timeout.aborted) refuse();
    timeout.addEventListener('abort', refuse);
    worker.addEventListener('message', ({ data }: MessageEvent<ReadCaptions>) => resolve(data));
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    worker.postMessage(text, []);
  });
  return answer.finally(() => worker.terminate());
}
