import { availableParallelism, homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { databaseFlag, mediaFlag, parseFlags, UsageProblem } from '#service/cli/flags.ts';
import type { Slots } from '#service/rules/work-classes.ts';

/** The command line of a worker. */

export interface WorkerFlags {
  database: string;
  /** Where media are, as `openBlobStoreAt` takes it. */
  media: { dataDirectory: string; address: string };
  dataDirectory: string;
  name: string;
  slots: Slots;
  /** Bytes of memory that one task and its programs may use. */
  memoryBytes: number | null;
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
}

const FLAGS = ['database', 'media', 'can', 'slots', 'memory', 'name', 'data', 'log-level'] as const;
const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
const CAPABILITIES = ['image', 'film'] as const;
type Capability = (typeof CAPABILITIES)[number];
const MAX_SLOTS = 256;

const UNITS: Readonly<Record<string, number>> = { M: 1024 ** 2, G: 1024 ** 3 };
const MIN_MEMORY = 256 * 1024 ** 2;

/** @throws UsageProblem */
export function readWorkerFlags(args: readonly string[]): WorkerFlags {
  const { flags, positional } = parseFlags(args, FLAGS);
  if (positional.length > 0)
    throw new UsageProblem(`A worker has no command "${positional[0]}". See --help.`);
  const value = (name: (typeof FLAGS)[number]): string | undefined => flags.get(name)?.[0];
  const database = databaseFlag(value('database'));
  if (database === undefined)
    throw new UsageProblem('A worker needs --database, the address that its services have.');
  const dataDirectory = value('data') ?? defaultFolder();
  const logLevel = LOG_LEVELS.find((level) => level === (value('log-level') ?? 'warn'));
  if (!logLevel) throw new UsageProblem(`--log-level is one of ${LOG_LEVELS.join(', ')}.`);
  return {
    database,
    media: mediaOf(value('media'), dataDirectory),
    dataDirectory,
    name: value('name') ?? hostname(),
    slots: slotsOf(capabilitiesOf(value('can')), value('slots')),
    memoryBytes: memoryOf(value('memory')),
    logLevel,
  };
}

/** A folder of its own: nothing in it is missed when it is removed. */
const defaultFolder = (): string =>
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'patchbay', 'worker');

function mediaOf(value: string | undefined, dataDirectory: string): WorkerFlags['media'] {
  if (value === undefined)
    throw new UsageProblem(
      'A worker needs --media: the bucket of its services (s3://…), or their data folder as it is found from this computer.',
    );
  if (!value.startsWith('s3://')) return { dataDirectory: value, address: 'folder' };
  return { dataDirectory, address: mediaFlag(value) ?? value };
}

function capabilitiesOf(value: string | undefined): readonly Capability[] {
  if (value === undefined) return CAPABILITIES;
  return value.split(',').map((name) => {
    if (name === 'models')
      throw new UsageProblem(
        'Workers cannot do models: the keys of providers stay with the services. Leave it out of --can.',
      );
    const capability = CAPABILITIES.find((candidate) => candidate === name);
    if (capability === undefined)
      throw new UsageProblem(
        `--can takes ${CAPABILITIES.join(' and ')}, with commas between, not "${name}".`,
      );
    return capability;
  });
}

/** Half of the processors draw, and a film takes several by itself. One more is for previews. */
function slotsOf(capabilities: readonly Capability[], value: string | undefined): Slots {
  const slots: Record<Capability, number> = { image: Math.max(1, availableParallelism()), film: 1 };
  for (const entry of value?.split(',') ?? []) {
    const [name, count] = entry.split('=');
    const capability = CAPABILITIES.find((candidate) => candidate === name);
    const number = /^\d{1,3}$/.test(count ?? '') ? Number(count) : Number.NaN;
    if (capability === undefined || !(number >= 1 && number <= MAX_SLOTS))
      throw new UsageProblem(`--slots is written as image=2,film=1, with numbers from 1 to ${MAX_SLOTS}.`);
    if (!capabilities.includes(capability))
      throw new UsageProblem(`--slots names ${capability}, which --can leaves out.`);
    slots[capability] = number;
  }
  const can = (capability: Capability): number => (capabilities.includes(capability) ? slots[capability] : 0);
  return { live: can('image') > 0 ? 1 : 0, image: can('image'), film: can('film') };
}

function memoryOf(value: string | undefined): number | null {
  if (value === undefined) return null;
  const found = /^(\d{1,6})([MG])$/.exec(value);
  const bytes = found === null ? Number.NaN : Number(found[1]) * UNITS[found[2] ?? '']!;
  if (!(bytes >= MIN_MEMORY))
    throw new UsageProblem('--memory is what one task may use, as 4G or 800M; at least 256M.');
  return bytes;
}
