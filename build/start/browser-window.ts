import { spawn, type SpawnOptions } from 'node:child_process';
import { accessSync, constants, readFileSync, realpathSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** How a window of the app comes up. */
export type WindowOutcome = 'app-window' | 'default-browser' | 'nowhere';

const linuxNames = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
  'brave-browser',
];
const macApplications = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];
const windowsPrograms = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Chromium\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
];

/** A browser of the Chromium family, which can show an address as a window without tabs. */
export function findChromium(
  platform: string,
  env: Readonly<Record<string, string | undefined>>,
  isProgram: (path: string) => boolean = isExecutable,
): string | null {
  return chromiumPaths(platform, env).find((path) => isProgram(path)) ?? null;
}

function chromiumPaths(platform: string, env: Readonly<Record<string, string | undefined>>): string[] {
  const named = env['PATCHBAY_CHROMIUM'] ? [env['PATCHBAY_CHROMIUM']] : [];
  if (platform === 'darwin') {
    const folders = ['/Applications', join(env['HOME'] ?? '', 'Applications')];
    return [...named, ...folders.flatMap((folder) => macApplications.map((path) => join(folder, path)))];
  }
  if (platform === 'win32') {
    const folders = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']];
    return [
      ...named,
      ...folders.flatMap((folder) => (folder ? windowsPrograms.map((path) => `${folder}\\${path}`) : [])),
    ];
  }
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...named, ...linuxNames.flatMap((name) => folders.map((folder) => join(folder, name)))];
}

/** Arguments that show the address as a window of its own. */
export function appWindowArguments(
  browser: string,
  url: string,
  options: { profileDirectory: string; isRoot: boolean },
): string[] {
  return [
    `--app=${url}`,
    // A profile of its own keeps extensions out of the window. A snap may not write to the folder.
    ...(isSnap(browser) ? [] : [`--user-data-dir=${options.profileDirectory}`]),
    '--no-first-run',
    '--no-default-browser-check',
    '--window-size=1440,900',
    // Chromium does not start as root with its sandbox.
    ...(options.isRoot ? ['--no-sandbox'] : []),
  ];
}

/** The command that hands an address to the default browser. */
export function defaultBrowserCommand(platform: string, url: string): [string, string[]] {
  if (platform === 'darwin') return ['open', [url]];
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', url]];
  return ['xdg-open', [url]];
}

/**
 * Shows the address: as an app window, else in the default browser.
 * The token in it stands in the process list for a moment, which is why it works once only.
 */
export async function openWindow(url: string, profileDirectory: string): Promise<WindowOutcome> {
  const browser = findChromium(process.platform, process.env);
  if (browser !== null) {
    const isRoot = process.getuid?.() === 0;
    if (await launched(browser, appWindowArguments(browser, url, { profileDirectory, isRoot }))) {
      return 'app-window';
    }
  }
  const [command, args] = defaultBrowserCommand(process.platform, url);
  return (await launched(command, args)) ? 'default-browser' : 'nowhere';
}

/** Whether the program came up, or handed over to one that was up already. */
function launched(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const options: SpawnOptions = { detached: true, stdio: 'ignore' };
    const child = spawn(command, [...args], options);
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
    child.once('spawn', () => {
      child.unref();
      // A browser that cannot run here says so by ending at once.
      setTimeout(() => resolve(true), 700).unref();
    });
  });
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isSnap(browser: string): boolean {
  try {
    const path = realpathSync(browser);
    if (path.includes('/snap/') || path.endsWith('/snap')) return true;
    return statSync(path).size < 20_000 && readFileSync(path, 'utf8').includes('/snap/bin/');
  } catch {
    return false;
  }
}
