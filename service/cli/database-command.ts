import { existsSync } from 'node:fs';
import { dataPaths, lockDataDirectory, prepareDataDirectory } from '../storage/data-directory.ts';
import { copyDatabase, FILE, type DatabaseLocation } from '../storage/row-copy/copy-database.ts';
import { databaseFlag, defaultDataDirectory, parseFlags, UsageProblem } from './flags.ts';
import { Interrupted, untilInterrupted } from './until-interrupted.ts';

/**
 * `database copy`: brings the rows of a service from its file to PostgreSQL, or back.
 * @param note for people who watch; `print` for results. @throws UsageProblem, DataDirectoryProblem, DatabaseProblem
 */
export async function runDatabaseCommand(
  args: readonly string[],
  print: (line: string) => void,
  note: (line: string) => void,
): Promise<void> {
  const { flags, positional } = parseFlags(args, ['data', 'from', 'to']);
  if (positional.length !== 1 || positional[0] !== 'copy')
    throw new UsageProblem('Say “database copy --from PLACE --to PLACE”.');
  const from = locationFlag('from', flags.get('from')?.[0]);
  const to = locationFlag('to', flags.get('to')?.[0]);
  if (from === to) throw new UsageProblem('--from and --to name the same database.');
  const dataDirectory = flags.get('data')?.[0] ?? defaultDataDirectory();
  if (!existsSync(dataDirectory))
    throw new UsageProblem(
      `There is no data directory ${dataDirectory}. Give that of the service with --data.`,
    );
  prepareDataDirectory(dataDirectory);
  // What a service writes meanwhile would be left behind.
  const unlock = lockDataDirectory(dataDirectory);
  try {
    const content = await untilInterrupted((signal) =>
      copyDatabase({
        dataDirectory,
        from,
        to,
        signal,
        onTable: (table, { rows }) => note(`${table}: ${rows} rows`),
      }),
    );
    const counts = Object.values(content).map(({ rows }) => rows);
    const sum = counts.reduce((all, rows) => all + rows, 0);
    print(`${sum} rows in ${counts.length} tables were copied, read back, and are the same.`);
    note(
      to === FILE
        ? `Start the service without --database from now on: its database is ${dataPaths(dataDirectory).database}.`
        : 'Start the service with --database and that address from now on. The old file is as it was; keep it until you trust the new place.',
    );
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    note('Stopped. Nothing was kept in the new place; the same command begins anew.');
    process.exitCode = 1;
  } finally {
    unlock();
  }
}

function locationFlag(name: 'from' | 'to', value: string | undefined): DatabaseLocation {
  if (value === FILE) return FILE;
  const url = /^postgres(?:ql)?:/.test(value ?? '') ? databaseFlag(value, `--${name}`) : undefined;
  // Not repeated in the sentence: it may hold a password.
  if (url === undefined)
    throw new UsageProblem(
      `--${name} is “${FILE}” for the file of the data folder, or an address like postgres://user@host:5432/name.`,
    );
  return url;
}
