import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findChromium } from '../start/browser-window.ts';

/** Programs that tests need and npm does not bring. */

/**
 * A Chromium for the component and end-to-end tests: one that is there, else the distribution's (as root on
 * Debian), else Playwright's. A headless shell comes first, and is installed beside a Chromium where that needs no
 * question: Chromium itself opens a whole window with its own pages for each page of a test, a second of the processor.
 * @throws Error with the next step when there is none to be had.
 */
export async function obtainChromium(report: (line: string) => void): Promise<string> {
  const named = process.env['PATCHBAY_CHROMIUM'];
  const shell = named ? null : findHeadlessShell(process.env);
  if (shell !== null) return shell;
  const found = await installedChromium();
  if (found !== null && (named || !isDebianRoot())) return found;
  if (isDebianRoot()) {
    report('Installing Chromium (apt-get install chromium-headless-shell)…');
    // Older releases of the distribution have no such package.
    if (!aptInstall('chromium-headless-shell') && found === null) aptInstall('chromium');
  } else {
    report('Installing Chromium (playwright install chromium)…');
    spawnSync('playwright', ['install', 'chromium'], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
  }
  const installed = findHeadlessShell(process.env) ?? (await installedChromium());
  if (installed !== null) return installed;
  throw new Error(
    'The tests need Chromium, and it could not be installed. Install Chromium or Chrome, ' +
      'or set PATCHBAY_CHROMIUM to its path, and run the tests again.',
  );
}

/**
 * Has ffmpeg there for the tests of the video nodes where that needs no question (as root on Debian). Elsewhere those
 * tests use the one on the PATH, or skip and say so: people without ffmpeg can develop everything else.
 */
export function obtainFfmpeg(report: (line: string) => void): void {
  const found = spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0;
  if (found || !isDebianRoot()) return;
  report('Installing ffmpeg (apt-get install ffmpeg)…');
  aptInstall('ffmpeg');
}

const isDebianRoot = (): boolean =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Installs a Debian package; the package lists are fetched when it is not found without.
 * @returns whether it is installed.
 */
function aptInstall(name: string): boolean {
  const silentOptions = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] };
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Without a network it is soon known that there is none.
  const timeouts = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20'];
  const apt = (...args: string[]) =>
    spawnSync('apt-get', [...timeouts, '-q', ...args], { ...silentOptions, env }).status;
  const install = () => apt('install', '-y', '--no-install-recommends', name);
  if (install() === 0) return true;
  apt('update');
  return install() === 0;
}

async function installedChromium(): Promise<string | null> {
  const found = findChromium(process.platform, process.env);
  if (found !== null) return found;
  const { chromium } = await import('playwright-core');
  const path = chromium.executablePath();
  return existsSync(path) ? path : null;
}

/** @returns null where none is installed. */
function findHeadlessShell(env: NodeJS.ProcessEnv): string | null {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const paths = ['chromium-headless-shell', 'chrome-headless-shell'].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  );
  return paths.find((path) => existsSync(path)) ?? null;
}
