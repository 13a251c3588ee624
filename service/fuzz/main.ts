import { databaseFlag, parseFlags, UsageProblem, parseInteger } from '../cli/flags.ts';
import { withFuzzService } from './fuzz-service.ts';
import { fuzz, type FuzzReport } from './fuzz.ts';

/**
 * `npm run fuzz -- --calls N --seed S`: any number of made-up calls against a service on an empty data folder, and with
 * `--database URL` on an empty database of PostgreSQL. Stopped by a
 * signal it still tells what it had done by then.
 */

const DEFAULT_CALLS = 5000;

function table({ responses }: FuzzReport): string {
  return [...responses]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([id, statuses]) => {
      const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}×${times}`);
      return `${id.padEnd(28)} ${counts.join('  ')}`;
    })
    .join('\n');
}

async function main(args: readonly string[]): Promise<number> {
  const { flags } = parseFlags(args, ['calls', 'seed', 'database']);
  const number = (name: string, fallback: number): number => {
    const flagValue = flags.get(name)?.[0];
    return flagValue === undefined ? fallback : parseInteger(name, flagValue, 0);
  };
  const calls = number('calls', DEFAULT_CALLS);
  const seed = number('seed', Date.now() % 1_000_000_000);
  process.stdout.write(`seed ${seed}\n`);
  const onRound = (progress: FuzzReport): void => {
    process.stderr.write(`${progress.calls} of ${calls} calls\n`);
  };
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const report = await withFuzzService(
    (service) => fuzz(service, { calls, seed, onRound, signal: stop.signal }),
    databaseFlag(flags.get('database')?.[0]),
  );
  const suffix = stop.signal.aborted ? `, stopped before ${calls}` : '';
  process.stdout.write(`${table(report)}\n${report.calls} calls${suffix}\n`);
  if (report.failure === null) return 0;
  process.stdout.write(`\nA promise was broken.\n${report.failure}\n`);
  return 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageProblem)) throw error;
  process.stderr.write(`fuzz: ${error.message}\n`);
  process.exitCode = 2;
}
