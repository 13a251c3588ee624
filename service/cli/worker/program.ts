import { UsageProblem } from '#service/cli/flags.ts';
import { DatabaseProblem } from '#service/storage/database-unavailable.ts';
import { DataDirectoryProblem } from '#service/storage/data-directory.ts';
import { MediaStoreProblem } from '#service/storage/media-location.ts';
import { readWorkerFlags } from './flags.ts';
import { HELP } from './help.ts';
import { endBySignals } from './signals.ts';

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
  endBySignals(flags.name, await runWorker(flags), fail);
}

const args = process.argv.slice(2);
try {
  if (args.some((argument) => argument === '--help' || argument === '-h')) process.stdout.write(HELP);
  else await work(args);
} catch (error) {
  process.exitCode = fail(error);
}
