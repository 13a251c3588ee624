import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { PatchbayBridge, PreparedDrag } from '#shared/desk/bridge.ts';
import { CHANNEL_LIMITS } from '#shared/desk/channel.ts';
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
    await bridge.setProgress({ count: 2, fraction: 0.45 });
    expect([windowAt().progress, state.badge]).toEqual([0.45, 2]);
    await bridge.setProgress({ count: 1, fraction: null });
    expect([windowAt().progress, state.badge]).toEqual([2, 1]);
    await bridge.setProgress({ count: 0, fraction: null });
    expect([windowAt().progress, state.badge]).toEqual([-1, 0]);
    await bridge.openExternal('https://example.com/docs');
    expect(state.openedOutside).toEqual(['https://example.com/docs']);
    await bridge.notify({ title: 'Run finished', body: 'Poster', path: '/projects/prj_1' });
    state.notifications[0]?.emit('click');
    expect(windowAt().focused).toBe(1);
    expect(windowAt().webContents.sent).toContainEqual(['patchbay:navigate', '/projects/prj_1']);
  });

  test('a message of the channel is answered by the core', async () => {
    await desktop.start();
    const bridge = await loadBridge();
    expect(JSON.parse(await bridge.callDesk('{"id":1}'))).toEqual({ id: 1, status: 204, body: '{"id":1}' });
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

    const sidecar = { mediaUrl: 'patchbay-media://media/media/t2', ending: '.patchbay.json' };
    expect(await bridge.saveFile({ ...request, sidecar })).toEqual({ outcome: 'saved', name: 'saved.png' });
    expect(await readFile(`${filePath}.patchbay.json`, 'utf8')).toBe('bytes of /media/t2');
    const foreign = { ...sidecar, mediaUrl: 'https://example.com/x' };
    expect((await bridge.saveFile({ ...request, sidecar: foreign })).outcome).toBe('failed');
    await expect(bridge.saveFile({ ...request, sidecar: { ...sidecar, ending: '/../x' } })).rejects.toThrow(
      'unexpected',
    );
  });

  test('files are saved as a folder of their own, and what cannot be read is counted', async () => {
    await desktop.start();
    const bridge = await loadBridge();
    const files = ['One.png', 'Two.png'].map((name) => ({
      mediaUrl: `patchbay-media://media/media/${name}`,
      name,
    }));
    const request = { name: 'Sunset: 2 outputs', files };
    expect(await bridge.saveFolder(request)).toEqual({ outcome: 'canceled' });
    state.openDialogResult = { canceled: false, filePaths: [desktop.folder] };
    const saved = { outcome: 'saved', name: 'Sunset_ 2 outputs', missing: 0 };
    expect(await bridge.saveFolder(request)).toEqual(saved);
    expect(await readFile(join(desktop.folder, 'Sunset_ 2 outputs', 'Two.png'), 'utf8')).toBe(
      'bytes of /media/Two.png',
    );
    expect(await bridge.saveFolder(request)).toEqual({ ...saved, name: 'Sunset_ 2 outputs (2)' });
    const elsewhere = { name: 'x', files: [{ mediaUrl: 'https://example.com/x', name: 'x' }] };
    expect((await bridge.saveFolder(elsewhere)).outcome).toBe('failed');
    state.openDialogResult = { canceled: false, filePaths: [join(desktop.folder, 'not', 'there')] };
    expect((await bridge.saveFolder(request)).outcome).toBe('failed');
  });

  test('a file of a folder that breaks off is counted, and the others are saved', async () => {
    await desktop.start();
    const media = vi
      .spyOn(desktop.core, 'media')
      .mockImplementation(async ({ url }) =>
        url.endsWith('One.png')
          ? new Response(
              new ReadableStream({ start: (to) => to.error(new Error('The connection was lost.')) }),
            )
          : new Response('bytes'),
      );
    const bridge = await loadBridge();
    const files = ['One.png', 'Two.png'].map((name) => ({
      mediaUrl: `patchbay-media://media/media/${name}`,
      name,
    }));
    state.openDialogResult = { canceled: false, filePaths: [desktop.folder] };
    const saved = await bridge.saveFolder({ name: 'Two', files });
    media.mockRestore();
    expect(saved).toEqual({ outcome: 'saved', name: 'Two', missing: 1 });
    expect(await readdir(join(desktop.folder, 'Two'))).toEqual(['Two.png']);
  });

  test('a file is opened by another program as a copy, unless it could be a program itself', async () => {
    await desktop.start();
    state.paths.set('temp', desktop.folder);
    const bridge = await loadBridge();
    const mediaUrl = 'patchbay-media://media/media/t1';
    expect(await bridge.openFile({ mediaUrl, name: 'Poster.png' })).toEqual({ outcome: 'opened' });
    const [path] = state.openedPaths;
    expect(basename(path ?? '')).toBe('Poster.png');
    expect(await readFile(path ?? '', 'utf8')).toBe('bytes of /media/t1');
    for (const name of ['run.exe', 'run.sh', 'page.html', 'drawing.svg', 'nothing']) {
      expect((await bridge.openFile({ mediaUrl, name })).outcome).toBe('failed');
    }
    expect((await bridge.openFile({ mediaUrl: 'https://example.com/x', name: 'x.png' })).outcome).toBe(
      'failed',
    );
    expect(state.openedPaths).toHaveLength(1);
  });

  test('files are on the disk before they are dragged out of the window', async () => {
    await desktop.start();
    state.paths.set('temp', desktop.folder);
    const bridge = await loadBridge();
    const prepared: PreparedDrag[] = [];
    for (const name of ['One.png', 'Two.png']) {
      prepared.push(await bridge.prepareDrag({ mediaUrl: `patchbay-media://media/media/${name}`, name }));
    }
    const ids = prepared.map((each) => (each.outcome === 'ready' ? each.id : 'none'));
    await bridge.startDrag([...ids, 'never-prepared']);
    const [drag] = windowAt().webContents.drags;
    expect(drag?.files.map((path) => basename(path))).toEqual(['One.png', 'Two.png']);
    expect(await readFile(drag?.files[1] ?? '', 'utf8')).toBe('bytes of /media/Two.png');
    await bridge.startDrag(['never-prepared']);
    expect(windowAt().webContents.drags).toHaveLength(1);
  });

  test('the exposed object has the bridge only: no channel can be named', async () => {
    await desktop.start();
    const bridge = await loadBridge();
    expect(Object.keys(bridge).toSorted()).toEqual([
      'callDesk',
      'host',
      'notify',
      'onCommand',
      'onNavigate',
      'openExternal',
      'openFile',
      'platform',
      'prepareDrag',
      'saveFile',
      'saveFolder',
      'setMenuState',
      'setProgress',
      'setTheme',
      'setTitle',
      'startDrag',
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
    ['patchbay:call-desk', { id: 1, call: 'appendJournal' }],
    ['patchbay:call-desk', 'x'.repeat(CHANNEL_LIMITS.characters + 1)],
  ])('%s refuses what it does not expect: %j', async (channel, ...sent) => {
    await desktop.start();
    const { webContents } = windowAt();
    const from = { sender: webContents, senderFrame: webContents.mainFrame };
    await expect(invoke(channel, from, ...sent)).rejects.toThrow('unexpected');
  });
});
