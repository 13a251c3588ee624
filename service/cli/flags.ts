import { homedir } from 'node:os';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { parseMediaLocation } from '../storage/media-location.ts';
import type { ServiceConfig } from '../context.ts';
import { DEFAULT_AUDIT_DAYS } from '../rules/audit-days.ts';
import { publicUrlFlag, trustedProxiesFlag } from './public-flags.ts';
import { UsageProblem } from './usage-problem.ts';

/** Reading the command line. Everything wrong with it is a `UsageProblem`: one line, exit status 2. */

export { UsageProblem };

/**
 * `--name value` and `--name=value`; none may be given twice.
 * @param allowed names of flags, without their dashes. @param booleans those among them that have no value
 * @throws UsageProblem
 */
export function parseFlags(
  args: readonly string[],
  allowed: readonly string[],
  repeatable: readonly string[] = [],
  booleans: readonly string[] = [],
): { flags: Map<string, string[]>; positional: string[] } {
  // Not strict: the sentences of Node name no flag that there is.
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      allowed.map((name) => [
        name,
        { type: booleans.includes(name) ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const flags = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (!allowed.includes(name)) {
      throw new UsageProblem(
        `There is no flag ${rawName}. Known: ${allowed.map((flag) => `--${flag}`).join(' ')}.`,
      );
    }
    if (booleans.includes(name)) {
      if (value !== undefined) throw new UsageProblem(`--${name} takes no value.`);
      flags.set(name, ['']);
      continue;
    }
    if (value === undefined || (!inlineValue && value.startsWith('--'))) {
      throw new UsageProblem(`--${name} needs a value.`);
    }
    const values = flags.get(name) ?? [];
    if (values.length > 0 && !repeatable.includes(name)) throw new UsageProblem(`--${name} is given twice.`);
    flags.set(name, [...values, value]);
  }
  return { flags, positional: positionals };
}

/** A whole number within bounds. @throws UsageProblem */
export function parseInteger(
  name: string,
  value: string,
  min: number,
  max = Number.MAX_SAFE_INTEGER,
): number {
  const number = /^\d{1,16}$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isSafeInteger(number) && number >= min && number <= max) return number;
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  throw new UsageProblem(`--${name} needs a whole number ${range}, not "${value}".`);
}

/** Where the service keeps its data when nobody says otherwise. */
export function defaultDataDirectory(): string {
  if (process.platform === 'win32') {
    return join(process.env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local'), 'Patchbay', 'service');
  }
  if (process.platform === 'darwin') {
    return join(homedir(), 'Library', 'Application Support', 'Patchbay', 'service');
  }
  return join(process.env['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'patchbay', 'service');
}

/** The address of a database; undefined where it is a file in the data directory. @throws UsageProblem */
export function databaseFlag(
  value: string | undefined,
  flag: '--database' | '--from' | '--to' = '--database',
): string | undefined {
  if (value === undefined) return undefined;
  // Not repeated in the sentence: it may hold a password.
  if (!/^postgres(?:ql)?:\/\//.test(value) || !URL.canParse(value))
    throw new UsageProblem(`${flag} needs an address like postgres://user@host:5432/name.`);
  return value;
}

/** @throws UsageProblem, which quotes nothing that may be a key */
export function mediaFlag(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  try {
    parseMediaLocation(value);
  } catch (error) {
    throw new UsageProblem(error instanceof Error ? error.message : String(error));
  }
  return value;
}

const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;

const LOG_FORMATS = ['human', 'json'] as const;

/** `127.0.0.1:9464`, `[::1]:9464`. @throws UsageProblem */
function metricsFlag(value: string | undefined): ServiceFlags['metrics'] {
  if (value === undefined) return null;
  const [, ipv6, name, port] = /^(?:\[([0-9a-fA-F:]+)\]|([\w.-]+)):(\d{1,5})$/.exec(value) ?? [];
  const host = ipv6 ?? name;
  if (host === undefined || Number(port) > 65_535)
    throw new UsageProblem('--metrics needs an address and a port, as 127.0.0.1:9464.');
  return { host, port: Number(port) };
}

/** The node-type prices of a JSON file: microcredits an execution. @throws UsageProblem */
function readPrices(file: string): Record<string, number> {
  let prices: unknown;
  try {
    prices = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageProblem(
      `The prices file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (typeof prices !== 'object' || prices === null || Array.isArray(prices)) {
    throw new UsageProblem(`The prices file ${file} must hold an object: node type to microcredits.`);
  }
  for (const [type, price] of Object.entries(prices)) {
    if (typeof price !== 'number' || !Number.isSafeInteger(price) || price < 0) {
      throw new UsageProblem(`The prices file ${file} gives ${type} no whole number of microcredits.`);
    }
  }
  return prices as Record<string, number>;
}

export const SERVICE_FLAGS = [
  'host',
  'port',
  'data',
  'database',
  'media',
  'no-work',
  'public-url',
  'allow-http',
  'trust-proxy',
  'rate-limit',
  'audit-days',
  'storage-limit',
  'credits',
  'upload-ttl',
  'multipart-threshold',
  'part-size',
  'prices',
  'log-level',
  'log',
  'metrics',
] as const;

export interface ServiceFlags {
  host: string;
  port: number;
  /** Where figures and health are answered; nowhere without it. */
  metrics: { host: string; port: number } | null;
  config: ServiceConfig;
}

const MIB = 1024 * 1024;

/** Requests a minute. One person with a busy editor stays far below it. */
const DEFAULT_RATE_LIMIT = 6000;

/** @throws UsageProblem */
export function readServiceFlags(args: readonly string[]): ServiceFlags {
  const { flags, positional } = parseFlags(args, SERVICE_FLAGS, [], ['no-work', 'allow-http']);
  if (flags.has('no-work') && !flags.has('database'))
    throw new UsageProblem('--no-work needs --database: workers find their work in PostgreSQL.');
  if (positional.length > 0) {
    throw new UsageProblem(
      `There is no command "${positional[0]}". Start the service with flags only, or see --help.`,
    );
  }
  const flagValue = (name: (typeof SERVICE_FLAGS)[number]): string | undefined => flags.get(name)?.[0];
  const number = (
    name: (typeof SERVICE_FLAGS)[number],
    fallback: number,
    min: number,
    max?: number,
  ): number => {
    const value = flagValue(name);
    return value === undefined ? fallback : parseInteger(name, value, min, max);
  };
  const logLevel = LOG_LEVELS.find((level) => level === (flagValue('log-level') ?? 'warn'));
  if (!logLevel) throw new UsageProblem(`--log-level is one of ${LOG_LEVELS.join(', ')}.`);
  const logFormat = LOG_FORMATS.find((format) => format === (flagValue('log') ?? 'human'));
  if (!logFormat) throw new UsageProblem(`--log is one of ${LOG_FORMATS.join(', ')}.`);
  const prices = flagValue('prices');
  return {
    host: flagValue('host') ?? '127.0.0.1',
    port: number('port', 8787, 0, 65_535),
    metrics: metricsFlag(flagValue('metrics')),
    config: {
      dataDirectory: flagValue('data') ?? defaultDataDirectory(),
      database: databaseFlag(flagValue('database')),
      media: mediaFlag(flagValue('media')),
      ...(flags.has('no-work') && { leavesWork: true }),
      publicUrl: publicUrlFlag(flagValue('public-url'), flags.has('allow-http')),
      trustedProxies: trustedProxiesFlag(flagValue('trust-proxy')),
      auditDays: number('audit-days', DEFAULT_AUDIT_DAYS, 1, 36_500),
      rateLimit: number('rate-limit', DEFAULT_RATE_LIMIT, 1),
      storageLimit: number('storage-limit', 20 * 1024 * MIB, 0),
      credits: number('credits', 10_000, 0, 1_000_000_000),
      uploadTtl: number('upload-ttl', 3600, 1, 30 * 86_400),
      multipartThreshold: number('multipart-threshold', 16 * MIB, 1),
      partSize: number('part-size', 8 * MIB, 1),
      prices: prices === undefined ? {} : readPrices(prices),
      logLevel,
      logFormat,
    },
  };
}
