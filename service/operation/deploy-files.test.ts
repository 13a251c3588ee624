import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { readServiceFlags, SERVICE_FLAGS } from '#service/cli/flags.ts';
import { HELP } from '#service/cli/help.ts';

/** The files of `docs/deploy` name what there is. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (name: string): string => readFileSync(join(ROOT, 'docs/deploy', name), 'utf8');

/** The program's arguments in a command line. */
const argumentsOf = (command: string): string[] => command.split('service/main.ts ')[1]!.trim().split(/\s+/);

interface Service {
  image: string;
  command?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck: { test: string[] };
  secrets: string[];
  volumes: string[];
  [key: string]: unknown;
}

interface Compose {
  services: Record<string, Service>;
  secrets: Record<string, unknown>;
  volumes: Record<string, unknown>;
}

/** Of the Compose specification, those that are used. */
const KNOWN = [
  'image restart environment secrets volumes healthcheck depends_on working_dir command user ports expose',
  'stop_grace_period',
].flatMap((names) => names.split(' '));

describe('the compose file', () => {
  const { services, secrets, volumes } = parse(read('compose.yaml')) as Compose;

  it('has what Compose knows, and names only what it has', () => {
    expect(Object.keys(services)).toEqual(['database', 'service']);
    for (const service of Object.values(services)) {
      expect(KNOWN).toEqual(expect.arrayContaining(Object.keys(service)));
      expect(Object.keys(secrets)).toEqual(expect.arrayContaining(service.secrets));
      for (const name of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(name);
      for (const volume of service.volumes) {
        const [source = ''] = volume.split(':');
        const isThere = source.startsWith('.')
          ? existsSync(join(ROOT, 'docs/deploy', source, 'package.json'))
          : Object.hasOwn(volumes, source);
        expect([source, isThere]).toEqual([source, true]);
      }
    }
  });

  it('starts the service with flags that it takes, on the folders, ports and names of the file', () => {
    const { service, database } = services;
    const command = service!.command!.at(-1)!;
    const { host, port, metrics, config } = readServiceFlags(argumentsOf(command));
    expect(service!.volumes).toContain(`data:${config.dataDirectory}`);
    expect(service!['ports']).toEqual([`127.0.0.1:${port}:8787`]);
    expect([host, service!['expose']]).toEqual(['0.0.0.0', [String(metrics!.port)]]);
    expect(service!.healthcheck.test.at(-1)).toContain(`:${metrics!.port}/readyz`);
    const url = new URL(config.database!);
    const environment = database!['environment'] as Record<string, string>;
    expect([url.hostname, url.username, url.pathname]).toEqual([
      'database',
      environment['POSTGRES_USER'],
      `/${environment['POSTGRES_DB']}`,
    ]);
    expect(existsSync(join(ROOT, 'build/run.mjs'))).toBe(true);
  });
});

describe('the units of systemd', () => {
  const commandsOf = (name: string): string[] =>
    read(name)
      .split('\n')
      .filter((line) => /^Exec\w+=/.test(line));

  it('start the service and its backups with flags that there are', () => {
    const [start = ''] = commandsOf('patchbay.service');
    const { config, metrics } = readServiceFlags(argumentsOf(start));
    expect([config.dataDirectory, metrics?.host]).toEqual(['/var/lib/patchbay', '127.0.0.1']);
    const backups = commandsOf('patchbay-backup.service').map(argumentsOf);
    expect(backups.map((args) => args.slice(0, 2))).toEqual([
      ['backup', 'create'],
      ['backup', 'verify'],
    ]);
    for (const flag of backups.flat().filter((part) => part.startsWith('--'))) expect(HELP).toContain(flag);
    for (const flag of SERVICE_FLAGS) expect(HELP).toContain(`--${flag} `);
    expect(existsSync(join(ROOT, 'docs/backups.md'))).toBe(true);
  });

  it.skipIf(!existsSync('/usr/bin/systemd-analyze'))('are understood by systemd', () => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-units-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const names = ['patchbay.service', 'patchbay-backup.service', 'patchbay-backup.timer'];
    // The program stands elsewhere on this computer.
    for (const name of names)
      writeFileSync(
        join(folder, name),
        read(name).replaceAll('/opt/patchbay/node_modules/.bin/node', '/bin/true'),
      );
    const paths = names.map((name) => join(folder, name));
    expect(execFileSync('systemd-analyze', ['verify', '--man=no', ...paths], { encoding: 'utf8' })).toBe('');
  });
});
