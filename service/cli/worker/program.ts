import { UsageProblem } from '#service/cli/flags.ts';
import { DatabaseProblem } from '#service/storage/database-unavailable.ts';
import { DataDirectoryProblem } from '#service/storage/data-directory.ts';
import { MediaStoreProblem } from '#service/storage/media-location.ts';
import { readWorkerFlags } from './flags.ts';
import { HELP } from './help.ts';

/** A worker as a program. It prints one line on standard output once it takes work. */

/** One line on standard error, and exit status 2 for what the caller can put right. */
function fail(error: unknown): number {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`patchbay-worker: ${message.replaceAll(/\s*\n\s*/g, ' ')}\n`);
  const isExpected =
    error instanceof UsageProblem ||
    error instanceof DatabaseProblem ||
    error instanceof DataDirectoryProblem ||
    error instanceof MediaStoreProblem;
  return isExpected ? 2 : 1;
}

async function work(args: readonly string[]): Promise<void> {
  const flags = readWorkerFlags(args);
  const { runWorker } = await import('./run-worker.ts');
  const worker = await runWorker(flags);
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
  process.stdout.write(`Patchbay worker ${flags.name} ready\n`);
}

const args = process.argv.slice(2);
try {
  if (args.some((argument) => argument === '--help' || argument === '-h')) process.stdout.write(HELP);
  else await work(args);
} catch (error) {
  process.exitCode = fail(error);
}
