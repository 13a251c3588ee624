import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createSpawnLauncher as createNativeLauncher } from '#native/pool/spawn-launcher.ts';
import { LOCAL_CONNECTION_ID } from '#core/connections/connection-store.ts';
import { createCore, type Core } from '#core/core.ts';
import { createSpawnLauncher } from '#core/local-service/spawn-launcher.ts';
import { installLastHandlers } from '#core/hosting/last-handlers.ts';
import { launchTargetOf, routeOfTarget } from '#core/hosting/launch-target.ts';
import { openLogFile } from '#core/hosting/log-file.ts';
import { loadPageFiles } from '#core/hosting/page-files.ts';
import { createFileSecretStore } from '#core/secrets/file-secret-store.ts';
import { createKeyringSecretStore } from '#core/secrets/keyring-secret-store.ts';
import { createSystemKeyring } from '#core/secrets/keyring/system-keyring.ts';
import { DataFolderError, dataFolderError, makeDataFolder } from '#core/storage/data-folder.ts';
import { DataDirectoryInUseError } from '#core/storage/data-lock.ts';
import { dataDirectory as defaultDataDirectory, type LaunchTarget } from '#shared/desk/host.ts';
import { acceptedLanguages } from '#shared/desk/languages.ts';
import { startBrowserHost } from './host.ts';
import { leaveRendezvous } from '#core/hosting/rendezvous.ts';

/**
 * The browser host as a process: `node electron/browser-host/main.ts [--data DIR] [--port N] [--pages DIR]
 * [--open LINK|FILE]`. Prints the address of the app when it is ready; under a parent with an IPC channel it tells that instead and ends with the parent.
 */

/** Another Patchbay holds the data folder; the start command then joins that one. */
const exitDataInUse = 75;

/** EX_SOFTWARE: something went wrong inside. */
const exitAfterException = 70;

const root = resolve(import.meta.dirname, '../..');

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    port: { type: 'string', default: '0' },
    version: { type: 'string', default: '0' },
    pages: { type: 'string', default: join(root, 'out/renderer') },
    open: { type: 'string' },
    'log-level': { type: 'string', default: 'warn' },
  },
});

const dataDirectory = resolve(
  values.data ?? defaultDataDirectory({ platform: process.platform, env: process.env, home: homedir() }),
);
// Whatever is written below is for its owner only, also in a folder that others may enter.
process.umask(0o077);
// To a file: the terminal is for the person.
const log = openLogOrEnd();

const cleanups: (() => void | Promise<void>)[] = [];
let closing: Promise<void> | null = null;
let requestTime = 0;

/** The log is the first thing written to the data folder, so a folder that cannot be used shows here. */
function openLogOrEnd(): ReturnType<typeof openLogFile> {
  try {
    makeDataFolder(dataDirectory);
    return openLogFile(dataDirectory, values['log-level']);
  } catch (error) {
    const problem = error instanceof DataFolderError ? error : dataFolderError(dataDirectory, error);
    process.stderr.write(`${problem.message}\n`);
    return process.exit(1);
  }
}

/** Newest part first, each even when another failed: the service must not outlive its host. */
function close(exitCode: number): Promise<void> {
  closing ??= (async () => {
    for (const cleanup of cleanups.reverse()) {
      try {
        await cleanup();
      } catch (error) {
        log.error({ reason: String(error) }, 'a part did not close');
      }
    }
    process.exit(exitCode);
  })();
  return closing;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // A terminal and the parent may both send one; a person who asks again means it.
    if (closing !== null && Date.now() - requestTime > 1000) process.exit(1);
    if (closing === null) requestTime = Date.now();
    void close(0);
  });
}
process.on('disconnect', () => void close(0));
installLastHandlers(process, log, () => void close(exitAfterException));

try {
  let core: Core | null = null;
  const servedCore = (): Core => {
    if (core === null) throw new Error('The core is not there yet.');
    return core;
  };
  const routeOf = (target: LaunchTarget | null) =>
    routeOfTarget(target, (path) => servedCore().openFile(path));
  const host = await startBrowserHost({
    served: servedCore,
    pages: () => pages,
    version: values.version,
    pathOf: routeOf,
    port: Number(values.port),
    onError: (error) => log.error({ reason: String(error) }, 'a request failed'),
  });
  cleanups.push(() => host.close());
  const pages = await loadPageFiles(resolve(values.pages), {
    mediaOrigin: () => host.mediaOrigin,
    locale: (request) => servedCore().locale(acceptedLanguages(request.headers.get('accept-language'))),
  });
  // Two data folders are two apps: their keys must not meet in the one keyring of the system.
  const keyring = createSystemKeyring({ service: `Patchbay ${dataDirectory}` });
  cleanups.push(() => keyring.close());
  core = createCore({
    dataDirectory,
    secrets: createKeyringSecretStore({
      keyring,
      file: createFileSecretStore(join(dataDirectory, 'desk', 'keys.json')),
      inFile: new Set([LOCAL_CONNECTION_ID]),
      log,
    }),
    launchService: createSpawnLauncher({ entry: join(root, 'service/main.ts'), log }),
    launchNative: createNativeLauncher({ entry: join(root, 'native/pictures/child.ts') }),
    warmNative: true,
    // No browser has asked yet.
    sampleLanguages: () => [new Intl.DateTimeFormat().resolvedOptions().locale],
    host: 'browser',
    version: values.version,
    agentCommand: ['node', join(root, 'build/start.mjs'), '--agent', '--data', dataDirectory],
    mediaOrigin: () => host.mediaOrigin,
    log,
  });
  const started = core;
  cleanups.push(() => started.close());
  await started.start();
  cleanups.push(
    await leaveRendezvous(dataDirectory, {
      host: 'browser',
      processId: process.pid,
      origin: host.origin,
      launchSecret: host.launchSecret,
    }),
  );
  const launchTarget = values.open === undefined ? null : launchTargetOf(values.open, process.cwd());
  const address = host.link(routeOf(launchTarget) ?? '/');
  if (process.send) process.send({ ready: address });
  else process.stdout.write(`Patchbay is at ${address}\n`);
} catch (error) {
  if (!(error instanceof DataDirectoryInUseError)) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  await close(error instanceof DataDirectoryInUseError ? exitDataInUse : 1);
}
