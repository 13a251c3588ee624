import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { app, BrowserWindow, dialog, Menu, session } from 'electron';
import { LOCAL_CONNECTION_ID } from '#core/connections/connection-store.ts';
import { createCore, type Core, type CoreOptions } from '#core/core.ts';
import { loadPageFiles } from '#core/hosting/page-files.ts';
import { installLastHandlers } from '#core/hosting/last-handlers.ts';
import { launchTargetIn, launchTargetOf, routeOfTarget } from '#core/hosting/launch-target.ts';
import { openLogFile } from '#core/hosting/log-file.ts';
import { leaveRendezvous } from '#core/hosting/rendezvous.ts';
import { makeDataFolder } from '#core/storage/data-folder.ts';
import { DataDirectoryInUseError } from '#core/storage/data-lock.ts';
import type { MenuState } from '#shared/desk/bridge.ts';
import { bridgeMessages } from '#shared/desk/bridge-channels.ts';
import { dataDirectory as defaultDataDirectory, type LaunchTarget } from '#shared/desk/host.ts';
import { settleLocale } from '#shared/desk/languages.ts';
import { handleBridgeCalls } from './bridge-calls.ts';
import { lockDownContents, lockDownSession } from './lock-down.ts';
import { openMainWindow } from './main-window.ts';
import { menuTemplate } from './menu-template.ts';
import { appScheme, mediaOrigin } from './origins.ts';
import { createForkLauncher } from './native-children.ts';
import { createSafeStorageSecrets, type FallbackChoice } from './safe-storage-secrets.ts';
import { registerSchemes, serveSchemes } from './schemes.ts';
import { createSenders } from './senders.ts';
import { desktopWords } from './words.ts';
import { createUtilityServiceLauncher } from './utility-service-launcher.ts';

export interface DesktopOptions {
  /** Arguments after the program and, when not packaged, the folder it was given. */
  args: readonly string[];
  /** Folder of the bundles: `renderer/`, `preload/`, `service/`. */
  bundles: string;
  createCore?: (options: CoreOptions) => Core;
}

/** What a running desktop app can be asked from outside of its window. */
export interface Desktop {
  /** Shows a place in the app, in the window that is there or a new one. */
  show(path: string): Promise<void>;
  /** Ends the core and the local service. Safe to call twice. */
  close(): Promise<void>;
}

/**
 * Brings the desktop app up. Everything that has to happen before Electron is ready happens before the first await.
 * @returns null when another instance has it already; that one is shown instead.
 */
export async function startDesktop(options: DesktopOptions): Promise<Desktop | null> {
  registerSchemes();
  const dataDirectory = selectedDataDirectory(options.args);
  makeDataFolder(dataDirectory);
  // The instance lock belongs to this folder, so two data folders are two apps.
  app.setPath('userData', join(dataDirectory, 'electron'));
  app.enableSandbox();
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return null;
  }
  if (app.isPackaged) app.setAsDefaultProtocolClient(appScheme);
  const targetListener = listenForTargets(options.args);
  app.on('web-contents-created', (_event, contents) => lockDownContents(contents));

  await app.whenReady();
  app.setAboutPanelOptions({
    applicationName: 'Patchbay',
    applicationVersion: app.getVersion(),
    copyright: 'MIT License',
  });

  const log = openLogFile(dataDirectory, 'warn');
  const secrets = await createSafeStorageSecrets({
    platform: process.platform,
    sealedFile: join(dataDirectory, 'desk', 'keys-sealed.json'),
    unencryptedFile: join(dataDirectory, 'desk', 'keys.json'),
    selectFallback,
    keepUnencrypted: new Set([LOCAL_CONNECTION_ID]),
  });
  const core = (options.createCore ?? createCore)({
    dataDirectory,
    secrets,
    launchService: serviceLauncher(options.bundles, dataDirectory, log),
    launchNative: createForkLauncher(outsideArchive(join(options.bundles, 'native/main.js'))),
    warmNative: true,
    sampleLanguages: () => app.getPreferredSystemLanguages(),
    host: 'electron',
    version: app.getVersion(),
    mediaOrigin: () => mediaOrigin,
    log,
  });
  try {
    await core.start();
  } catch (error) {
    dialog.showErrorBox(systemWords().cannotStart, errorMessage(error));
    app.exit(error instanceof DataDirectoryInUseError ? 75 : 1);
    return null;
  }
  const removeRendezvous = await leaveRendezvous(dataDirectory, {
    host: 'electron',
    processId: process.pid,
    origin: null,
    launchSecret: '',
  });

  const appSession = session.defaultSession;
  lockDownSession(appSession);
  serveSchemes(appSession, {
    core: () => core,
    pages: await loadPages(options.bundles, core),
  });

  const senders = createSenders();
  let window: BrowserWindow | null = null;
  const sendMessage = (message: string, payload: string) => {
    if (window !== null && !window.isDestroyed()) window.webContents.send(message, payload);
  };
  const openWindow = async (path: string): Promise<void> => {
    window = await openMainWindow({
      preload: join(options.bundles, 'preload/preload.cjs'),
      session: appSession,
      senders,
      stateFile: join(dataDirectory, 'electron', 'window.json'),
      path,
    });
    window.once('closed', () => {
      window = null;
      setMenu({});
    });
  };
  const show: Desktop['show'] = async (path) => {
    if (window === null || window.isDestroyed()) return openWindow(path === '' ? '/' : path);
    if (window.isMinimized()) window.restore();
    window.focus();
    if (path !== '') sendMessage(bridgeMessages.navigate, path);
  };
  const setMenu = (state: MenuState) => {
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(
        menuTemplate({
          platform: process.platform,
          isPackaged: app.isPackaged,
          state,
          execute: (id) => sendMessage(bridgeMessages.command, id),
          words: wordsOf(core),
        }),
      ),
    );
  };
  setMenu({});
  handleBridgeCalls(senders, {
    windowOf: (event) => BrowserWindow.fromWebContents(event.sender),
    setMenuState: setMenu,
    core,
    words: () => wordsOf(core),
    show: (path) => void show(path),
  });

  let closing: Promise<void> | null = null;
  let removeLastHandlers = () => {};
  const close = () =>
    (closing ??= (async () => {
      removeRendezvous();
      await core.close();
      removeLastHandlers();
    })());
  app.on('activate', () => void show(''));
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  // Quitting waits for the core: it ends uploads and the local service in order.
  app.on('before-quit', (event) => {
    event.preventDefault();
    close().then(
      () => app.exit(0),
      () => app.exit(1),
    );
  });
  removeLastHandlers = installLastHandlers(process, log, () => {
    const end = () => {
      const { title, detail } = wordsOf(core).hasToClose;
      dialog.showErrorBox(title, detail);
      app.exit(70);
    };
    close().then(end, end);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit());

  const routeOf = (target: LaunchTarget | null) => routeOfTarget(target, (path) => core.openFile(path));
  await openWindow(routeOf(targetListener.first()) ?? '/');
  targetListener.follow((target) => void show(routeOf(target) ?? ''));
  return { show, close };
}

/**
 * What arguments, links and files ask the app to show. Must be called before Electron is ready: on a Mac the file that
 * starts the app is told before that.
 */
function listenForTargets(args: readonly string[]): {
  /** What to show first. */
  first: () => LaunchTarget | null;
  /** From now on each is shown at once; null asks only for the window. */
  follow: (show: (target: LaunchTarget | null) => void) => void;
} {
  let latest = launchTargetIn(args, process.cwd());
  let show = (target: LaunchTarget | null): void => {
    latest = target ?? latest;
  };
  app.on('second-instance', (_event, argv, directory) => show(launchTargetIn(argv, directory)));
  const handleTarget = (event: { preventDefault: () => void }, text: string): void => {
    event.preventDefault();
    const target = launchTargetOf(text, process.cwd());
    if (target !== null) show(target);
  };
  app.on('open-url', handleTarget);
  app.on('open-file', handleTarget);
  return {
    first() {
      const target = latest;
      latest = null;
      return target;
    },
    follow(onTarget) {
      show = onTarget;
      // Something was opened while the window came up.
      if (latest !== null) onTarget(latest);
    },
  };
}

/** Packaged, the service lies beside the archive: its worker threads and native code need plain files. */
export function outsideArchive(path: string): string {
  return path.replace(/([\\/])app\.asar([\\/])/, '$1app.asar.unpacked$2');
}

/** The built pages, in the language that the person chose, or that of the system. */
const loadPages = (bundles: string, core: Core) =>
  loadPageFiles(join(bundles, 'renderer'), {
    mediaOrigin: () => mediaOrigin,
    locale: () => core.locale(app.getPreferredSystemLanguages()),
  });

/** Starts the local service from its bundle. */
const serviceLauncher = (bundles: string, dataDirectory: string, log: CoreOptions['log']) =>
  createUtilityServiceLauncher(
    {
      entry: outsideArchive(join(bundles, 'service/main.js')),
      nativeEntry: outsideArchive(join(bundles, 'service/native-child.js')),
      dataFolder: join(dataDirectory, 'service'),
    },
    log,
  );

function selectedDataDirectory(args: readonly string[]): string {
  const { values } = parseArgs({
    args: [...args],
    options: { data: { type: 'string' } },
    // Chromium's own switches and deep links come in the same list.
    strict: false,
  });
  return resolve(
    typeof values.data === 'string'
      ? values.data
      : defaultDataDirectory({ platform: process.platform, env: process.env, home: homedir() }),
  );
}

/** In the language of the pages. */
const wordsOf = (core: Core) => desktopWords(core.locale(app.getPreferredSystemLanguages()));

/** Before the core knows what language the person chose. */
const systemWords = () => desktopWords(settleLocale('system', app.getPreferredSystemLanguages()));

async function selectFallback(): Promise<FallbackChoice> {
  const { title, message, detail, memory, file } = systemWords().keyStore;
  const { response } = await dialog.showMessageBox({
    type: 'question',
    title,
    message,
    detail,
    buttons: [memory, file],
    defaultId: 0,
    cancelId: 0,
  });
  return response === 1 ? 'file' : 'memory';
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong at the start. Try again.';
}
