/**
 * Runs `work` with a signal that Ctrl+C or a wish to end aborts.
 * @throws what `work` throws; `Interrupted` where that is why it stopped
 */
export async function untilInterrupted<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const abort = (): void => stop.abort(new Interrupted('Stopped.'));
  process.once('SIGINT', abort).once('SIGTERM', abort);
  try {
    return await work(stop.signal);
  } finally {
    process.off('SIGINT', abort).off('SIGTERM', abort);
  }
}

/** Somebody stopped a command before its end. */
export class Interrupted extends Error {
  override name = 'Interrupted';
}
