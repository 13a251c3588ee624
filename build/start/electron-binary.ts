import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** A failed download is tried again after a day. */
const cacheTtlMs = 24 * 60 * 60 * 1000;
const downloadLimit = 60_000;

const Failure = z.object({ version: z.string(), at: z.number() });

export interface ElectronLocation {
  /** Folder of the `electron` package. */
  packageDirectory: string;
  /** File that remembers a failed download. */
  failureFile: string;
}

/**
 * The program's path, or null. Looks for its file; requiring the package would start a download by itself.
 */
export async function findElectron(location: ElectronLocation): Promise<string | null> {
  const name = await readFile(join(location.packageDirectory, 'path.txt'), 'utf8').catch(() => null);
  if (name === null) return null;
  const binary = join(
    process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(location.packageDirectory, 'dist'),
    name,
  );
  return existsSync(binary) ? binary : null;
}

/**
 * The program's path, fetched by Electron's own installer when it is missing. A failure is reported in one line and
 * remembered for a day, during which this returns null at once.
 * @param options.limit milliseconds the installer may take.
 */
export async function obtainElectron(
  location: ElectronLocation,
  options: { report: (line: string) => void; clock?: () => number; limit?: number },
): Promise<string | null> {
  const found = await findElectron(location);
  if (found !== null) return found;
  const timestamp = options.clock ?? Date.now;
  const version = await packageVersion(location.packageDirectory);
  if (version === null || (await failedLately(location.failureFile, version, timestamp()))) return null;

  options.report(`Fetching Electron ${version} (about 120 MB, once)…`);
  const problem = await runInstaller(
    join(location.packageDirectory, 'install.js'),
    options.limit ?? downloadLimit,
    options.report,
  );
  const installed = problem === null ? await findElectron(location) : null;
  if (installed !== null) return installed;
  options.report(
    `Electron could not be fetched (${problem ?? 'its installer left no program'}); ` +
      'using the browser. It is tried again tomorrow.',
  );
  await mkdir(dirname(location.failureFile), { recursive: true });
  await writeFile(location.failureFile, JSON.stringify({ version, at: timestamp() }));
  return null;
}

async function packageVersion(packageDirectory: string): Promise<string | null> {
  try {
    const text = await readFile(join(packageDirectory, 'package.json'), 'utf8');
    return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
  } catch {
    return null;
  }
}

async function failedLately(file: string, version: string, timestamp: number): Promise<boolean> {
  try {
    const failure = Failure.parse(JSON.parse(await readFile(file, 'utf8')));
    const age = timestamp - failure.at;
    return failure.version === version && age >= 0 && age < cacheTtlMs;
  } catch {
    return false;
  }
}

/** @returns null when it went well, else why not, in a few words. */
function runInstaller(script: string, limit: number, report: (line: string) => void): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-4000)));
    const started = Date.now();
    const progress = setInterval(
      () =>
        report(`… ${Math.round((Date.now() - started) / 1000)} s of at most ${Math.round(limit / 1000)} s`),
      10_000,
    );
    let timedOut = false;
    const deadline = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, limit);
    const finish = (problem: string | null) => {
      clearInterval(progress);
      clearTimeout(deadline);
      resolve(problem);
    };
    child.on('error', (error) => finish(error.message));
    child.on('close', (code) => {
      if (timedOut) return finish(`no answer within ${Math.round(limit / 1000)} s`);
      finish(code === 0 ? null : reasonIn(complaint));
    });
  });
}

/** The cause at the bottom of a stack trace says the most; the frames are for developers. */
function reasonIn(complaint: string): string {
  const lines = complaint.split('\n').map((text) => text.trim());
  const line =
    lines.findLast((text) => text.startsWith('[cause]')) ??
    lines.find((text) => /error|ENOTFOUND|ECONN|EAI_AGAIN|status/i.test(text));
  // Node's own words for any failure of the network say nothing to a person.
  if (line === 'TypeError: fetch failed') return 'its download server could not be reached';
  return (line ?? 'the installer failed')
    .replace(/^\[cause\]: /, '')
    .replace(/^\w*Error: /, '')
    .replace(/ \{$/, '')
    .slice(0, 160);
}
