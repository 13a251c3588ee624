import { EventEmitter } from 'node:events';
import type {
  App,
  BrowserWindow as ElectronWindow,
  BrowserWindowConstructorOptions,
  ContextBridge,
  CustomScheme,
  Dialog,
  Display,
  ForkOptions,
  HandlerDetails,
  IpcMainInvokeEvent,
  Item,
  MenuItemConstructorOptions,
  NativeImage,
  NativeTheme,
  NotificationConstructorOptions,
  SafeStorage,
  Session,
  Shell,
  WebContents,
  WindowOpenHandlerResponse,
} from 'electron';
import { MessageChannelStandIn, UtilityProcessStandIn } from './utility-process-stand-in.ts';

/**
 * The part of Electron that the desktop process uses, without Electron: it keeps what it is told and lets a test play
 * the system, the page or an attacker. Each piece is checked against Electron's own types, so that a call which
 * Electron would not take does not compile here either.
 *
 * Used by `vi.mock('electron', …)`; `electron` is the module that the code under test sees.
 */

type Handler = (request: Request) => Response | Promise<Response>;
type IpcHandler = (event: IpcMainInvokeEvent, ...sent: unknown[]) => unknown;

// ── app ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

let ready = Promise.resolve();

const appMethods = {
  isPackaged: false,
  getPath: (name) => state.paths.get(name) ?? `/nowhere/${name}`,
  setPath: (name, path) => void state.paths.set(name, path),
  getFileIcon: async () => ({}) as NativeImage,
  getVersion: () => '1.2.3',
  getPreferredSystemLanguages: () => ['de-CH', 'en-GB'],
  enableSandbox: () => void state.order.push('enableSandbox'),
  requestSingleInstanceLock: () => state.hasInstanceLock,
  setAsDefaultProtocolClient: (scheme) => {
    state.order.push(`protocol client ${scheme}`);
    return true;
  },
  setAboutPanelOptions: () => {},
  setBadgeCount(count) {
    state.badge = count ?? 0;
    return true;
  },
  whenReady: async () => {
    await ready;
    state.order.push('ready');
  },
  quit() {
    const event = { prevented: false, preventDefault: () => (event.prevented = true) };
    app.emit('before-quit', event);
    if (!event.prevented) state.exits.push(0);
  },
  exit(code) {
    state.exits.push(code ?? 0);
    app.emit('stand-in-exit');
  },
} satisfies Pick<
  App,
  | 'isPackaged'
  | 'getFileIcon'
  | 'getPath'
  | 'setPath'
  | 'getVersion'
  | 'getPreferredSystemLanguages'
  | 'enableSandbox'
  | 'requestSingleInstanceLock'
  | 'setAsDefaultProtocolClient'
  | 'setAboutPanelOptions'
  | 'setBadgeCount'
  | 'whenReady'
  | 'quit'
  | 'exit'
>;
const app = Object.assign(new EventEmitter(), appMethods);

// ── windows ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A frame of a page, as far as sender checks look at it. */
export interface FrameStandIn {
  origin: string;
  url: string;
}

export class WebContentsStandIn extends EventEmitter {
  mainFrame: FrameStandIn = { origin: 'null', url: 'about:blank' };
  windowOpenHandler: ((details: HandlerDetails) => WindowOpenHandlerResponse) | null = null;
  readonly sent: [channel: string, ...rest: unknown[]][] = [];
  reloads = 0;
  readonly drags: { files: string[] }[] = [];

  getURL(): string {
    return this.mainFrame.url;
  }

  setWindowOpenHandler(handler: (details: HandlerDetails) => WindowOpenHandlerResponse): void {
    this.windowOpenHandler = handler;
  }

  send(channel: string, ...rest: unknown[]): void {
    this.sent.push([channel, ...rest]);
    ipcRenderer.emit(channel, {}, ...rest);
  }

  reload(): void {
    this.reloads += 1;
  }

  startDrag({ file, files }: Item): void {
    this.drags.push({ files: files ?? [file] });
  }

  /** Whether a navigation event of the given kind is let through. */
  allows(
    kind: 'will-navigate' | 'will-frame-navigate' | 'will-redirect',
    url: string,
    isMainFrame = true,
  ): boolean {
    const event = { url, isMainFrame, prevented: false, preventDefault: () => (event.prevented = true) };
    this.emit(kind, event);
    return !event.prevented;
  }

  asElectron(): WebContents {
    return this as unknown as WebContents;
  }
}

export class BrowserWindowStandIn
  extends EventEmitter
  implements
    Pick<
      ElectronWindow,
      | 'loadURL'
      | 'isMaximized'
      | 'isMinimized'
      | 'isDestroyed'
      | 'getNormalBounds'
      | 'maximize'
      | 'restore'
      | 'focus'
      | 'show'
      | 'setTitle'
      | 'setProgressBar'
    >
{
  readonly webContents = new WebContentsStandIn();
  readonly options: BrowserWindowConstructorOptions;
  title = '';
  progress = -1;
  minimized = false;
  maximized = false;
  focused = 0;
  shown = false;
  destroyed = false;
  bounds = { x: 10, y: 20, width: 1200, height: 800 };

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.options = options;
    state.windows.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }

  static fromWebContents(contents: WebContents): BrowserWindowStandIn | null {
    return state.windows.find((window) => window.webContents.asElectron() === contents) ?? null;
  }

  async loadURL(url: string): Promise<void> {
    const { protocol, host } = new URL(url);
    this.webContents.mainFrame = { origin: `${protocol}//${host}`, url };
    this.emit('ready-to-show');
  }

  isMaximized = (): boolean => this.maximized;
  isMinimized = (): boolean => this.minimized;
  isDestroyed = (): boolean => this.destroyed;
  getNormalBounds = () => this.bounds;
  maximize = (): void => void (this.maximized = true);
  restore = (): void => void (this.minimized = false);
  focus = (): void => void (this.focused += 1);
  show = (): void => void (this.shown = true);
  setTitle = (title: string): void => void (this.title = title);
  setProgressBar = (progress: number): void => void (this.progress = progress);

  /** As the person's click on the cross. */
  close(): void {
    this.emit('close');
    this.destroyed = true;
    this.emit('closed');
    this.webContents.emit('destroyed');
  }
}

// ── session and schemes ─────────────────────────────────────────────────────────────────────────────────────────────

type Handlers = {
  request: Parameters<Session['setPermissionRequestHandler']>[0];
  check: Parameters<Session['setPermissionCheckHandler']>[0];
  device: Parameters<Session['setDevicePermissionHandler']>[0];
  display: Parameters<Session['setDisplayMediaRequestHandler']>[0];
};

const defaultSession = {
  setPermissionRequestHandler: (handler) => void (state.permissions.request = handler),
  setPermissionCheckHandler: (handler) => void (state.permissions.check = handler),
  setDevicePermissionHandler: (handler) => void (state.permissions.device = handler),
  setDisplayMediaRequestHandler: (handler) => void (state.permissions.display = handler),
} satisfies Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
>;
const session = {
  defaultSession: {
    ...defaultSession,
    protocol: { handle: (scheme: string, handler: Handler) => void state.schemes.set(scheme, handler) },
  },
};
const protocol = {
  registerSchemesAsPrivileged(schemes: CustomScheme[]) {
    state.order.push('registerSchemes');
    state.privileges = schemes;
  },
};

// ── messages between page and desktop process ───────────────────────────────────────────────────────────────────────

const ipcMain = { handle: (channel: string, handler: IpcHandler) => void state.ipc.set(channel, handler) };

/** In the page: calls arrive as if from the newest window's main frame. */
const ipcRenderer = Object.assign(new EventEmitter(), {
  async invoke(channel: string, ...sent: unknown[]): Promise<unknown> {
    const sender = state.windows.at(-1)?.webContents;
    if (sender === undefined) throw new Error('There is no window.');
    return invoke(channel, { sender, senderFrame: sender.mainFrame }, ...sent);
  },
});

const contextBridge = {
  exposeInMainWorld: (name, api: unknown) => void state.exposed.set(name, api),
} satisfies Pick<ContextBridge, 'exposeInMainWorld'>;

/** Sends a message as any sender: the right window, another one, a frame, nobody. Arguments are cloned on the way. */
export async function invoke(
  channel: string,
  from: { sender: WebContentsStandIn; senderFrame: FrameStandIn | null },
  ...sent: unknown[]
): Promise<unknown> {
  const handler = state.ipc.get(channel);
  if (handler === undefined) throw new Error(`Nobody answers ${channel}.`);
  const result = await handler(from as unknown as IpcMainInvokeEvent, ...structuredClone(sent));
  return structuredClone(result);
}

// ── the system ──────────────────────────────────────────────────────────────────────────────────────────────────────

const dialog = {
  showErrorBox: (title, content) => void state.errorBoxes.push(`${title}: ${content}`),
  showMessageBox: async () => {
    state.questions += 1;
    return { response: state.messageBoxResult, checkboxChecked: false };
  },
  showSaveDialog: async (...args: unknown[]) => {
    state.saveDialogs.push(args.at(-1) as { defaultPath?: string });
    return state.saveDialogResult;
  },
  showOpenDialog: async () => state.openDialogResult,
} satisfies Pick<Dialog, 'showErrorBox' | 'showMessageBox' | 'showOpenDialog' | 'showSaveDialog'>;

const shell = {
  openExternal: async (url) => void state.openedOutside.push(url),
  openPath: async (path) => {
    state.openedPaths.push(path);
    return '';
  },
} satisfies Pick<Shell, 'openExternal' | 'openPath'>;

const nativeTheme: Pick<NativeTheme, 'themeSource'> = { themeSource: 'system' };

const screen = { getAllDisplays: () => [{ workArea: state.workArea } as Display] };

class NotificationStandIn extends EventEmitter {
  readonly options: NotificationConstructorOptions;
  constructor(options: NotificationConstructorOptions) {
    super();
    this.options = options;
  }
  static isSupported(): boolean {
    return true;
  }
  show(): void {
    state.notifications.push(this);
  }
}

const Menu = {
  buildFromTemplate: (template: MenuItemConstructorOptions[]) => template,
  setApplicationMenu: (template: MenuItemConstructorOptions[]) => void (state.menu = template),
};

/** Seals by a key of its own, so that a change of the key store makes old seals unreadable. */
const safeStorage = {
  getSelectedStorageBackend: () => state.keyStore.backend,
  isAsyncEncryptionAvailable: async () => state.keyStore.available,
  encryptStringAsync: async (text) =>
    Buffer.from(`${state.keyStore.key}:${text}`).map((byte) => byte ^ 0x5a) as Buffer,
  decryptStringAsync: async (sealed) => {
    const text = Buffer.from(sealed.map((byte) => byte ^ 0x5a)).toString();
    if (!text.startsWith(`${state.keyStore.key}:`)) throw new Error('Error while decrypting the ciphertext.');
    return { result: text.slice(state.keyStore.key.length + 1), shouldReEncrypt: state.keyStore.rotated };
  },
} satisfies Pick<
  SafeStorage,
  'getSelectedStorageBackend' | 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'
>;

const utilityProcess = {
  fork(entry: string, args: string[] = [], options: ForkOptions = {}) {
    state.forks.push({ entry, args, options });
    return new UtilityProcessStandIn(entry, args, options);
  },
};

// ── what tests look at and set ──────────────────────────────────────────────────────────────────────────────────────

function freshState() {
  return {
    /** What happened around becoming ready, in order. */
    order: [] as string[],
    paths: new Map<string, string>(),
    hasInstanceLock: true,
    exits: [] as number[],
    windows: [] as BrowserWindowStandIn[],
    privileges: [] as CustomScheme[],
    schemes: new Map<string, Handler>(),
    permissions: { request: null, check: null, device: null, display: null } as Handlers,
    ipc: new Map<string, IpcHandler>(),
    exposed: new Map<string, unknown>(),
    errorBoxes: [] as string[],
    questions: 0,
    messageBoxResult: 0,
    saveDialogs: [] as { defaultPath?: string }[],
    saveDialogResult: { canceled: true, filePath: '' },
    openDialogResult: { canceled: true, filePaths: [] as string[] },
    openedOutside: [] as string[],
    /** Of the app's icon. */
    badge: 0,
    /** Files that other programs were asked to show. */
    openedPaths: [] as string[],
    notifications: [] as NotificationStandIn[],
    menu: [] as MenuItemConstructorOptions[],
    workArea: { x: 0, y: 0, width: 1920, height: 1080 },
    keyStore: {
      backend: 'gnome_libsecret' as ReturnType<SafeStorage['getSelectedStorageBackend']>,
      available: true,
      key: 'k1',
      rotated: false,
    },
    forks: [] as { entry: string; args: string[]; options: ForkOptions }[],
  };
}

export let state = freshState();

export function resetElectron(): void {
  app.removeAllListeners();
  ipcRenderer.removeAllListeners();
  nativeTheme.themeSource = 'system';
  ready = Promise.resolve();
  state = freshState();
}

export const electron = {
  app,
  BrowserWindow: BrowserWindowStandIn,
  contextBridge,
  dialog,
  ipcMain,
  ipcRenderer,
  Menu,
  MessageChannelMain: MessageChannelStandIn,
  nativeTheme,
  Notification: NotificationStandIn,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  utilityProcess,
};
