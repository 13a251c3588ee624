import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryEnvironment, memoryFlags } from '#core/hosting/memory-options.ts';
import { cacheDirectory } from '#shared/desk/host.ts';
import { bundleStale } from '../bundle/bundle.ts';
import { browserTargets, electronTargets, root } from '../bundle/targets.ts';
import { runAgentPipe } from './agent-pipe.ts';
import { openWindow } from './browser-window.ts';
import { obtainElectron } from './electron-binary.ts';
import { findRunningHost, type RunningHost } from './running-host.ts';
import { hasDisplay, parseStartOptions, usage, type StartOptions } from './start-options.ts';

/** `npm start`: joins the running Patchbay, or builds what changed and starts one, in Electron or in a browser. */

const print = (line: string) => process.stdout.write(`${line}\n`);

const cache = cacheDirectory({ platform: process.platform, env: process.env, home: homedir() });
const display = hasDisplay(process.platform, process.env);
const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0;

/** The host's exit code for "another one has the data folder": the other is still starting, or a moment ahead. */
const exitDataInUse = 75;
const joinTimeoutMs = 30_000;

let child: ChildProcess | null = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (child === null) process.exit(130);
    child.kill(signal);
  });
}

try {
  const options = parseStartOptions(process.argv.slice(2), {
    platform: process.platform,
    env: process.env,
    home: homedir(),
    cwd: process.cwd(),
  });
  if (options === 'help') print(usage);
  else if (options.agent) {
    // Standard output belongs to the protocol.
    await runAgentPipe({ ...options, env: process.env }, process.stdin, process.stdout);
    process.exit();
  } else process.exitCode = await start(options);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function start(options: StartOptions): Promise<number> {
  const running = await findRunningHost(options.dataDirectory, options.launch?.target);
  if (running?.host === 'browser') return joinRunning(running, options);
  if (running?.host === 'electron' && (options.browser || !display)) return joinRunning(running, options);

  const electron =
    options.browser || !display || isLinuxRoot
      ? null
      : await obtainElectron(
          {
            packageDirectory: join(root, 'node_modules/electron'),
            failureFile: join(cache, 'electron-unavailable.json'),
          },
          { report: print },
        );
  if (electron !== null) {
    await bundleStale(electronTargets);
    const code = await runElectron(electron, options);
    if (code !== null) return code;
    print('Electron did not start here; using the browser.');
  }
  await bundleStale(browserTargets);
  return runBrowserHost(options);
}

async function joinRunning(running: RunningHost, options: StartOptions): Promise<number> {
  if (running.host === 'electron') {
    print('Patchbay is open in its own window already. Close it to use a browser instead.');
    return 0;
  }
  print('Patchbay is running already.');
  await show(running.url, options);
  return 0;
}

async function show(url: string, options: StartOptions): Promise<void> {
  print(`Patchbay is at ${url}`);
  if (!options.open || !display) {
    print('Open that address in a browser on this computer. It works once; "npm start" gives another.');
    return;
  }
  const outcome = await openWindow(url, join(cache, 'window-profile'));
  if (outcome === 'nowhere') print('No browser was found. Open that address in one; it works once.');
}

/** @returns null when Electron cannot run on this computer, for instance for want of a library. */
async function runElectron(binary: string, options: StartOptions): Promise<number | null> {
  const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env;
  const launchArguments = options.launch === null ? [] : [options.launch.argument];
  const electron = spawn(binary, [root, '--data', options.dataDirectory, ...launchArguments], {
    stdio: 'inherit',
    env,
  });
  child = electron;
  const startedAt = Date.now();
  const code = await new Promise<number | null>((resolve) => {
    electron.once('error', () => resolve(127));
    electron.once('exit', (exitCode, signal) => resolve(signal === null ? exitCode : 1));
  });
  child = null;
  return code !== 0 && Date.now() - startedAt < 5000 ? null : (code ?? 1);
}

/** Starts the browser host and stays until it ends. */
async function runBrowserHost(options: StartOptions): Promise<number> {
  const host = spawn(
    process.execPath,
    [
      ...memoryFlags,
      join(root, 'electron/browser-host/main.ts'),
      '--data',
      options.dataDirectory,
      '--port',
      String(options.port),
      '--version',
      packageVersion(),
      ...(options.launch === null ? [] : ['--open', options.launch.argument]),
    ],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: { ...memoryEnvironment, ...process.env },
      // A group of its own: Ctrl-C reaches this process only, which passes it on, and the host ends its service in
      // order. If this process dies, the host notices by the channel.
      detached: process.platform !== 'win32',
    },
  );
  child = host;
  host.once('message', (message: { ready: string }) => {
    void show(message.ready, options).then(() => print('Stop it with Ctrl-C.'));
  });
  const code = await new Promise<number>((resolve) => {
    host.once('error', (error) => {
      process.stderr.write(`The browser host could not be started: ${error.message}\n`);
      resolve(1);
    });
    host.once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  child = null;
  return code === exitDataInUse ? connectToInstance(options) : code;
}

/** Two starts at the same moment: the slower one waits for the other's note. */
async function connectToInstance(options: StartOptions): Promise<number> {
  for (const deadline = Date.now() + joinTimeoutMs; Date.now() < deadline; await sleep(100)) {
    const running = await findRunningHost(options.dataDirectory, options.launch?.target);
    if (running !== null) return joinRunning(running, options);
  }
  process.stderr.write(
    `Another program is using ${options.dataDirectory}. Close it, or start with another folder: npm start -- --data DIR\n`,
  );
  return 1;
}

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}
