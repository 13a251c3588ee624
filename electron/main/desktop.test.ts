import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Core } from '#core/core.ts';
import { DataDirectoryInUseError } from '#core/storage/data-lock.ts';
import type { PatchbayBridge } from '#shared/desk/bridge.ts';
import { bridgeCallNames } from '#shared/desk/bridge-channels.ts';
import { outsideArchive, startDesktop, type Desktop } from './desktop.ts';
import { electron, invoke, resetElectron, state, WebContentsStandIn } from './testing/electron-stand-in.ts';

vi.mock('electron', async () => (await import('./testing/electron-stand-in.ts')).electron);

let folder: string;
let desktop: Desktop | null;
let coreEvents: string[];
let core: Core;
let signals: Record<string, readonly unknown[]>;

beforeEach(async () => {
  resetElectron();
  signals = { SIGINT: process.listeners('SIGINT'), SIGTERM: process.listeners('SIGTERM') };
  folder = await mkdtemp(join(tmpdir(), 'patchbay-desktop-'));
  await mkdir(join(folder, 'bundles/renderer/assets'), { recursive: true });
  await writeFile(join(folder, 'bundles/renderer/index.html'), '<title>Patchbay</title>');
  await writeFile(join(folder, 'bundles/renderer/assets/app-1.js'), 'export {};');
  coreEvents = [];
  core = {
    start: async () => void coreEvents.push('start'),
    close: async () => void coreEvents.push('close'),
    fetch: async (request) => Response.json({ asked: new URL(request.url).pathname }),
    media: async (request) =>
      new Response(`bytes of ${new URL(request.url).pathname}`, { headers: { 'content-type': 'text/html' } }),
  };
});

afterEach(async () => {
  await desktop?.close();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    for (const listener of process.listeners(signal)) {
      if (!signals[signal]?.includes(listener)) process.removeListener(signal, listener);
    }
  }
  await rm(folder, { recursive: true, force: true });
});

async function start(...args: string[]): Promise<Desktop | null> {
  desktop = await startDesktop({
    args: ['--data', join(folder, 'data'), ...args],
    bundles: join(folder, 'bundles'),
    createCore: () => core,
  });
  return desktop;
}

const window = (index = 0) => {
  const found = state.windows[index];
  if (found === undefined) throw new Error('There is no window.');
  return found;
};

const page = (url: string, init?: RequestInit) => {
  const answer = state.schemes.get(url.startsWith('patchbay-media') ? 'patchbay-media' : 'patchbay');
  if (answer === undefined) throw new Error('The scheme is not answered.');
  return Promise.resolve(answer(new Request(url, init)));
};

describe('start', () => {
  test('schemes are registered before Electron is ready, without a way around the content policy', async () => {
    await start();
    expect(state.order.indexOf('registerSchemes')).toBeLessThan(state.order.indexOf('ready'));
    expect(state.order.indexOf('enableSandbox')).toBeLessThan(state.order.indexOf('ready'));
    expect(state.privileges.map(({ scheme }) => scheme)).toEqual(['patchbay', 'patchbay-media']);
    for (const { scheme, privileges } of state.privileges) {
      expect(privileges).toMatchObject({ standard: true, secure: true });
      expect(privileges?.bypassCSP).toBeUndefined();
      expect(privileges?.corsEnabled ?? false).toBe(scheme === 'patchbay-media');
      expect(privileges?.allowServiceWorkers).toBeUndefined();
    }
  });

  test('the window shows the app, and its page is shut off from Node', async () => {
    await start();
    expect(window().webContents.getURL()).toBe('patchbay://app/');
    expect(window().shown).toBe(true);
    expect(window().options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      preload: join(folder, 'bundles/preload/preload.cjs'),
    });
  });

  test('a second instance gives way', async () => {
    state.hasInstanceLock = false;
    expect(await start()).toBeNull();
    expect(state.windows).toHaveLength(0);
    expect(coreEvents).toEqual([]);
    expect(state.exits).toEqual([0]);
  });

  test('a data folder that another Patchbay uses is said and ends the app', async () => {
    core.start = async () => {
      throw new DataDirectoryInUseError();
    };
    expect(await start()).toBeNull();
    expect(state.errorBoxes.join()).toContain('already using this data folder');
    expect(state.exits).toEqual([75]);
  });

  test('it leaves a note for other starts, and takes it away at the end', async () => {
    await start();
    const file = join(folder, 'data/running.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ host: 'electron', origin: null });
    await desktop?.close();
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  test('quitting waits for the core to close', async () => {
    await start();
    const gone = new Promise((done) => electron.app.once('stand-in-exit', done));
    electron.app.quit();
    await gone;
    expect(coreEvents).toEqual(['start', 'close']);
    expect(state.exits).toEqual([0]);
  });
});

describe('schemes', () => {
  test('pages come with the content policy, requests go to the core', async () => {
    await start();
    const answer = await page('patchbay://app/projects/prj_1');
    expect(await answer.text()).toContain('<title>Patchbay</title>');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain('patchbay-media://media');
    expect(policy).not.toContain('unsafe');
    expect(await (await page('patchbay://app/desk/status')).json()).toEqual({ asked: '/desk/status' });
    expect(await (await page('patchbay://app/api/c/v1/projects')).json()).toEqual({
      asked: '/api/c/v1/projects',
    });
    expect((await page('patchbay://app/assets/app-1.js')).headers.get('content-type')).toContain(
      'javascript',
    );
    expect((await page('patchbay://app/package.json')).status).toBe(404);
  });

  test.each([
    'patchbay://project/prj_1',
    'patchbay://app.evil/',
    'patchbay://user@app/',
    'patchbay:///desk/status',
  ])('%s is no page', async (url) => {
    await start();
    const answer = await Promise.resolve(
      state.schemes.get('patchbay')?.({ url, method: 'GET', headers: new Headers() } as Request),
    );
    expect(answer?.status).toBe(404);
  });

  test('another origin gets nothing from the core', async () => {
    await start();
    for (const origin of ['null', 'patchbay-media://media', 'https://example.com']) {
      expect((await page('patchbay://app/desk/status', { headers: { origin } })).status).toBe(403);
    }
  });

  test('media is inert bytes on an origin of its own', async () => {
    await start();
    const answer = await page('patchbay-media://media/media/t1');
    expect(await answer.text()).toBe('bytes of /media/t1');
    expect(answer.headers.get('access-control-allow-origin')).toBe('patchbay://app');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect((await page('patchbay-media://other/media/t1')).status).toBe(404);
    expect((await page('patchbay-media://media/media/t1', { method: 'POST' })).status).toBe(405);
  });
});

describe('lock-down', () => {
  const ask = (permission: string, url = 'patchbay://app/', isMainFrame = true): boolean => {
    const contents = new WebContentsStandIn();
    contents.mainFrame = { origin: '', url };
    let granted: boolean | undefined;
    state.permissions.request?.(
      contents.asElectron(),
      permission as 'media',
      (answer) => (granted = answer),
      { isMainFrame, requestingUrl: url },
    );
    return granted ?? false;
  };
  const check = (permission: string, origin = 'patchbay://app/'): boolean =>
    state.permissions.check?.(window().webContents.asElectron(), permission as 'media', origin, {
      isMainFrame: true,
      securityOrigin: origin,
    }) ?? true;

  test('permissions are denied when asked for and when looked up', async () => {
    await start();
    for (const permission of [
      'media',
      'geolocation',
      'notifications',
      'clipboard-read',
      'hid',
      'fileSystem',
    ]) {
      expect([permission, ask(permission), check(permission)]).toEqual([permission, false, false]);
    }
    expect(ask('fullscreen')).toBe(true);
    expect(check('clipboard-sanitized-write')).toBe(true);
    expect(ask('fullscreen', 'https://example.com/')).toBe(false);
    expect(ask('fullscreen', 'patchbay://app/', false)).toBe(false);
    expect(check('fullscreen', 'https://example.com/')).toBe(false);
    expect(state.permissions.device?.({} as never)).toBe(false);
    let streams: unknown;
    state.permissions.display?.({} as never, (answer) => (streams = answer));
    expect(streams).toEqual({});
  });

  test('no window opens; https links go to the browser, nothing else goes anywhere', async () => {
    await start();
    const open = (url: string) => window().webContents.windowOpenHandler?.({ url } as never).action;
    expect(open('https://example.com/a')).toBe('deny');
    for (const url of [
      'http://example.com/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'patchbay://app/',
      '',
    ]) {
      expect(open(url)).toBe('deny');
    }
    expect(open('https://user:pass@example.com/')).toBe('deny');
    expect(state.openedOutside).toEqual(['https://example.com/a']);
  });

  test('the page stays where it is', async () => {
    await start();
    const { webContents } = window();
    expect(webContents.allows('will-navigate', 'patchbay://app/projects')).toBe(true);
    for (const url of [
      'http://127.0.0.1/',
      'file:///x',
      'patchbay://project/x',
      'patchbay-media://media/m',
      'about:blank',
    ]) {
      expect(webContents.allows('will-navigate', url)).toBe(false);
    }
    expect(webContents.allows('will-redirect', 'patchbay://app/')).toBe(false);
    expect(webContents.allows('will-frame-navigate', 'patchbay://app/', false)).toBe(false);
    const guest = { prevented: false, preventDefault: () => (guest.prevented = true) };
    webContents.emit('will-attach-webview', guest);
    expect(guest.prevented).toBe(true);
  });

  test('contents that the app did not make are locked down as well', async () => {
    await start();
    const stranger = new WebContentsStandIn();
    electron.app.emit('web-contents-created', {}, stranger);
    expect(stranger.windowOpenHandler?.({ url: 'https://example.com/' } as never).action).toBe('deny');
    expect(stranger.allows('will-navigate', 'https://example.com/')).toBe(false);
  });
});

describe('bridge', () => {
  const loadBridge = async (): Promise<PatchbayBridge> => {
    vi.resetModules();
    // By name at run time: the preload is a room of its own.
    await import(/* @vite-ignore */ join(import.meta.dirname, '../preload/preload.ts'));
    return state.exposed.get('patchbay') as PatchbayBridge;
  };

  test('every call of the page arrives and does its work', async () => {
    await start();
    const bridge = await loadBridge();
    await bridge.setTheme('dark');
    expect(electron.nativeTheme.themeSource).toBe('dark');
    await bridge.setTitle('Poster');
    expect(window().title).toBe('Poster – Patchbay');
    await bridge.openExternal('https://example.com/docs');
    expect(state.openedOutside).toEqual(['https://example.com/docs']);
    await bridge.notify({ title: 'Run finished', body: 'Poster', path: '/projects/prj_1' });
    state.notifications[0]?.emit('click');
    expect(window().focused).toBe(1);
    expect(window().webContents.sent).toContainEqual(['patchbay:navigate', '/projects/prj_1']);
  });

  test('a file is saved where the person says', async () => {
    await start();
    const bridge = await loadBridge();
    const request = { mediaUrl: 'patchbay-media://media/media/t1', name: 'a/b:c.png' };
    expect(await bridge.saveFile(request)).toEqual({ outcome: 'canceled' });
    expect(state.saveDialogs[0]?.defaultPath).toBe(join('/nowhere/downloads', 'a_b_c.png'));
    const filePath = join(folder, 'saved.png');
    state.saveDialogAnswer = { canceled: false, filePath };
    expect(await bridge.saveFile(request)).toEqual({ outcome: 'saved', name: 'saved.png' });
    expect(await readFile(filePath, 'utf8')).toBe('bytes of /media/t1');
    const elsewhere = await bridge.saveFile({ mediaUrl: 'https://example.com/x', name: 'x' });
    expect(elsewhere.outcome).toBe('failed');
  });

  test('the exposed object has the bridge only: no channel can be named', async () => {
    await start();
    const bridge = await loadBridge();
    expect(Object.keys(bridge).toSorted()).toEqual([
      'host',
      'notify',
      'onCommand',
      'onNavigate',
      'openExternal',
      'platform',
      'saveFile',
      'setMenuState',
      'setTheme',
      'setTitle',
    ]);
    expect([...state.exposed.keys()]).toEqual(['patchbay']);
    expect([...state.ipc.keys()].toSorted()).toEqual([...bridgeCallNames].toSorted());
  });

  test('a chosen menu item reaches the page until it stops listening', async () => {
    await start();
    const bridge = await loadBridge();
    await bridge.setMenuState({ 'edit.undo': { enabled: true } });
    const heard: string[] = [];
    const stop = bridge.onCommand((id) => heard.push(id));
    const undo = () => {
      const items = state.menu.flatMap((menu) => (Array.isArray(menu.submenu) ? menu.submenu : []));
      const item = items.find(({ id }) => id === 'edit.undo');
      expect(item?.enabled).toBe(true);
      const click = item?.click as (() => void) | undefined;
      click?.();
    };
    undo();
    stop();
    undo();
    expect(heard).toEqual(['edit.undo']);
  });

  test('only the main frame of the app in a known window is heard', async () => {
    await start();
    const { webContents } = window();
    const app = { origin: 'patchbay://app', url: 'patchbay://app/' };
    const stranger = new WebContentsStandIn();
    stranger.mainFrame = app;
    const wrong = [
      { sender: webContents, senderFrame: null },
      { sender: webContents, senderFrame: { ...app } }, // a frame that is not the main one
      { sender: stranger, senderFrame: stranger.mainFrame },
    ];
    for (const channel of bridgeCallNames) {
      for (const from of wrong) {
        await expect(invoke(channel, from, 'dark')).rejects.toThrow('may not use');
      }
    }
    for (const frame of [
      { origin: 'patchbay://app', url: 'about:blank' },
      { origin: 'null', url: 'patchbay://app/' },
      { origin: 'https://example.com', url: 'https://example.com/' },
    ]) {
      webContents.mainFrame = frame;
      await expect(
        invoke('patchbay:theme', { sender: webContents, senderFrame: frame }, 'dark'),
      ).rejects.toThrow('may not use');
    }
    expect(electron.nativeTheme.themeSource).toBe('system');
  });

  test.each<[channel: string, ...sent: unknown[]]>([
    ['patchbay:theme', 'neon'],
    ['patchbay:theme'],
    ['patchbay:theme', 'dark', 'light'],
    ['patchbay:open-external', 'http://example.com'],
    ['patchbay:open-external', 'file:///etc/passwd'],
    ['patchbay:menu-state', { 'no.such.command': { enabled: true } }],
    ['patchbay:save-file', { mediaUrl: 7, name: 'x' }],
    ['patchbay:notify', { title: 'x', body: 'y', path: '//example.com' }],
    ['patchbay:title', { toString: 'x' }],
  ])('%s refuses what it does not expect: %j', async (channel, ...sent) => {
    await start();
    const { webContents } = window();
    const from = { sender: webContents, senderFrame: webContents.mainFrame };
    await expect(invoke(channel, from, ...sent)).rejects.toThrow('unexpected');
  });
});

describe('links and windows', () => {
  test('a link at the start opens its project', async () => {
    await start('patchbay://project/prj_9');
    expect(window().webContents.getURL()).toBe('patchbay://app/projects/prj_9');
  });

  test('a link while running goes to the window that is there', async () => {
    await start();
    window().minimized = true;
    electron.app.emit('second-instance', {}, ['electron', '.', 'patchbay://project/prj_9']);
    expect(window().minimized).toBe(false);
    expect(window().focused).toBe(1);
    expect(window().webContents.sent).toContainEqual(['patchbay:navigate', '/projects/prj_9']);
    electron.app.emit('open-url', { preventDefault: () => {} }, 'patchbay://project/../../desk');
    expect(window().webContents.sent).toHaveLength(1);
  });

  test('a closed window is opened again where it was', async () => {
    await start();
    window().bounds = { x: 50, y: 60, width: 1000, height: 700 };
    window().close();
    await vi.waitFor(async () => {
      await readFile(join(folder, 'data/electron/window.json.last-good'));
    });
    await desktop?.show('/settings');
    expect(window(1).options).toMatchObject({ x: 50, y: 60, width: 1000, height: 700 });
    expect(window(1).webContents.getURL()).toBe('patchbay://app/settings');
  });

  test('a crashed page is loaded again', async () => {
    await start();
    window().webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    expect(window().webContents.reloads).toBe(1);
  });
});

test('a packaged app runs its service from beside the archive', () => {
  expect(outsideArchive('/opt/Patchbay/resources/app.asar/out/service/main.js')).toBe(
    '/opt/Patchbay/resources/app.asar.unpacked/out/service/main.js',
  );
  expect(outsideArchive('/home/me/patchbay/out/service/main.js')).toBe(
    '/home/me/patchbay/out/service/main.js',
  );
});
