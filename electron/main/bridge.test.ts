import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { PatchbayBridge } from '#shared/desk/bridge.ts';
import { bridgeCallNames } from '#shared/desk/bridge-channels.ts';
import { electron, invoke, state, WebContentsStandIn } from './testing/electron-stand-in.ts';
import { useTestDesktop, windowAt } from './testing/test-desktop.ts';

vi.mock('electron', async () => (await import('./testing/electron-stand-in.ts')).electron);

const desktop = useTestDesktop();

describe('bridge', () => {
  const loadBridge = async (): Promise<PatchbayBridge> => {
    vi.resetModules();
    // By name at run time: the preload is a room of its own.
    await import(/* @vite-ignore */ join(import.meta.dirname, '../preload/preload.ts'));
    return state.exposed.get('patchbay') as PatchbayBridge;
  };

  test('every call of the page arrives and does its work', async () => {
    await desktop.start();
    const bridge = await loadBridge();
    await bridge.setTheme('dark');
    expect(electron.nativeTheme.themeSource).toBe('dark');
    await bridge.setTitle('Poster');
    expect(windowAt().title).toBe('Poster – Patchbay');
    await bridge.openExternal('https://example.com/docs');
    expect(state.openedOutside).toEqual(['https://example.com/docs']);
    await bridge.notify({ title: 'Run finished', body: 'Poster', path: '/projects/prj_1' });
    state.notifications[0]?.emit('click');
    expect(windowAt().focused).toBe(1);
    expect(windowAt().webContents.sent).toContainEqual(['patchbay:navigate', '/projects/prj_1']);
  });

  test('a file is saved where the person says', async () => {
    await desktop.start();
    const bridge = await loadBridge();
    const request = { mediaUrl: 'patchbay-media://media/media/t1', name: 'a/b:c.png' };
    expect(await bridge.saveFile(request)).toEqual({ outcome: 'canceled' });
    expect(state.saveDialogs[0]?.defaultPath).toBe(join('/nowhere/downloads', 'a_b_c.png'));
    const filePath = join(desktop.folder, 'saved.png');
    state.saveDialogResult = { canceled: false, filePath };
    expect(await bridge.saveFile(request)).toEqual({ outcome: 'saved', name: 'saved.png' });
    expect(await readFile(filePath, 'utf8')).toBe('bytes of /media/t1');
    const elsewhere = await bridge.saveFile({ mediaUrl: 'https://example.com/x', name: 'x' });
    expect(elsewhere.outcome).toBe('failed');
  });

  test('the exposed object has the bridge only: no channel can be named', async () => {
    await desktop.start();
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
    await desktop.start();
    const bridge = await loadBridge();
    await bridge.setMenuState({ 'edit.undo': { enabled: true } });
    const received: string[] = [];
    const stop = bridge.onCommand((id) => received.push(id));
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
    expect(received).toEqual(['edit.undo']);
  });

  test('only the main frame of the app in a known window is listened to', async () => {
    await desktop.start();
    const { webContents } = windowAt();
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
    await desktop.start();
    const { webContents } = windowAt();
    const from = { sender: webContents, senderFrame: webContents.mainFrame };
    await expect(invoke(channel, from, ...sent)).rejects.toThrow('unexpected');
  });
});
