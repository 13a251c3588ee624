import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { DataDirectoryInUseError } from '#core/storage/data-lock.ts';
import { linkedProjectPath, launchFilePath, projectPath } from '#shared/desk/places.ts';
import { outsideArchive } from './desktop.ts';
import { electron, state } from './testing/electron-stand-in.ts';
import { useTestDesktop, windowAt } from './testing/test-desktop.ts';

vi.mock('electron', async () => (await import('./testing/electron-stand-in.ts')).electron);

const desktop = useTestDesktop();

describe('start', () => {
  test('schemes are registered before Electron is ready, without a way around the content policy', async () => {
    await desktop.start();
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
    await desktop.start();
    expect(windowAt().webContents.getURL()).toBe('patchbay://app/');
    expect(windowAt().shown).toBe(true);
    expect(windowAt().options.webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      preload: join(desktop.folder, 'bundles/preload/preload.cjs'),
    });
  });

  test('a second instance gives way', async () => {
    state.hasInstanceLock = false;
    expect(await desktop.start()).toBeNull();
    expect(state.windows).toHaveLength(0);
    expect(desktop.coreEvents).toEqual([]);
    expect(state.exits).toEqual([0]);
  });

  test('a data folder that another Patchbay uses is said and ends the app', async () => {
    desktop.core.start = async () => {
      throw new DataDirectoryInUseError();
    };
    expect(await desktop.start()).toBeNull();
    expect(state.errorBoxes.join()).toContain('already using this data folder');
    expect(state.exits).toEqual([75]);
  });

  test('it leaves a note for other starts, and takes it away at the end', async () => {
    await desktop.start();
    const file = join(desktop.folder, 'data/running.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ host: 'electron', origin: null });
    await desktop.running?.close();
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  test('quitting waits for the core to close', async () => {
    await desktop.start();
    const gone = new Promise((done) => electron.app.once('stand-in-exit', done));
    electron.app.quit();
    await gone;
    expect(desktop.coreEvents).toEqual(['start', 'close']);
    expect(state.exits).toEqual([0]);
  });
});

describe('links and windows', () => {
  test('a link at the start opens its project', async () => {
    await desktop.start('patchbay://project/con_1/prj_9');
    expect(windowAt().webContents.getURL()).toBe(`patchbay://app${projectPath('con_1', 'prj_9')}`);
  });

  test('a link without a connection is looked for by the page', async () => {
    await desktop.start('patchbay://project/prj_9');
    expect(windowAt().webContents.getURL()).toBe(`patchbay://app${linkedProjectPath('prj_9')}`);
  });

  test('a link while running goes to the window that is there', async () => {
    await desktop.start();
    windowAt().minimized = true;
    electron.app.emit('second-instance', {}, ['electron', '.', 'patchbay://project/prj_9'], '/');
    expect(windowAt().minimized).toBe(false);
    expect(windowAt().focused).toBe(1);
    expect(windowAt().webContents.sent).toContainEqual(['patchbay:navigate', linkedProjectPath('prj_9')]);
    electron.app.emit('open-url', { preventDefault: () => {} }, 'patchbay://project/../../desk');
    expect(windowAt().webContents.sent).toHaveLength(1);
  });

  test('a file at the start begins its import', async () => {
    await desktop.start('/films/cut.otio');
    expect(windowAt().webContents.getURL()).toBe(`patchbay://app${launchFilePath('cut-otio')}`);
  });

  test('a file that a Mac names before the app is ready begins its import', async () => {
    const running = desktop.start();
    electron.app.emit('open-file', { preventDefault: () => {} }, '/films/cut.otioz');
    await running;
    expect(windowAt().webContents.getURL()).toBe(`patchbay://app${launchFilePath('cut-otioz')}`);
  });

  test('a file while running goes to the window that is there, from the folder it was named in', async () => {
    const opened: string[] = [];
    desktop.core.openFile = (path) => {
      opened.push(path);
      return launchFilePath('one');
    };
    await desktop.start();
    electron.app.emit('second-instance', {}, ['electron', '.', 'spring.patchbay'], '/home/ada');
    electron.app.emit('open-file', { preventDefault: () => {} }, '/films/cut.otio');
    expect(opened).toEqual(['/home/ada/spring.patchbay', '/films/cut.otio']);
    const place = ['patchbay:navigate', launchFilePath('one')];
    expect(windowAt().webContents.sent).toEqual([place, place]);
  });

  test('a closed window is opened again where it was', async () => {
    await desktop.start();
    windowAt().bounds = { x: 50, y: 60, width: 1000, height: 700 };
    windowAt().close();
    await vi.waitFor(async () => {
      await readFile(join(desktop.folder, 'data/electron/window.json.last-good'));
    });
    await desktop.running?.show('/settings');
    expect(windowAt(1).options).toMatchObject({ x: 50, y: 60, width: 1000, height: 700 });
    expect(windowAt(1).webContents.getURL()).toBe('patchbay://app/settings');
  });

  test('a crashed page is loaded again', async () => {
    await desktop.start();
    windowAt().webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    expect(windowAt().webContents.reloads).toBe(1);
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
