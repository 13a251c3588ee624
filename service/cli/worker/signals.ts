import type { Worker } from './run-worker.ts';

/** Lets signals end a worker, and says that it takes work. @param fail says what went wrong; @returns the exit status */
export function endBySignals(name: string, worker: Worker, fail: (error: unknown) => number): void {
  let signals = 0;
  const end = (ending: Promise<void>, status = 0): void => {
    ending.then(
      () => process.exit(status),
      (error: unknown) => process.exit(fail(error)),
    );
  };
  const stop = (): void => {
    signals += 1;
    if (signals === 1) end(worker.drain());
    else if (signals === 2) end(worker.stop());
    // A third signal means now.
    else process.exit(1);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  worker.outdated.catch((error: unknown) => end(worker.drain(), fail(error)));
  process.stdout.write(`Patchbay worker ${name} ready\n`);
}
