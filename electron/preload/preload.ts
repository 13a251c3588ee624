import { contextBridge, ipcRenderer } from 'electron';
import { bridgeMessages, type BridgeCall } from '#shared/desk/bridge-channels.ts';
import type { PatchbayBridge } from '#shared/desk/bridge.ts';
import { isCommandId } from '#shared/commands/index.ts';

/** Typed operations only: no channel name and no event object ever reaches the page. */

const call = (channel: BridgeCall, payload: unknown): Promise<never> =>
  ipcRenderer.invoke(channel, payload) as Promise<never>;

function listen(message: string, listener: (payload: unknown) => void): () => void {
  const onMessage = (_event: unknown, payload: unknown) => listener(payload);
  ipcRenderer.on(message, onMessage);
  return () => {
    ipcRenderer.removeListener(message, onMessage);
  };
}

const bridge: PatchbayBridge = {
  host: 'electron',
  platform: process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux',
  onCommand: (listener) =>
    listen(bridgeMessages.command, (id) => {
      if (typeof id === 'string' && isCommandId(id)) listener(id);
    }),
  onNavigate: (listener) =>
    listen(bridgeMessages.navigate, (path) => {
      if (typeof path === 'string' && /^\/(?!\/)/.test(path)) listener(path);
    }),
  setMenuState: (state) => call('patchbay:menu-state', state),
  saveFile: (request) => call('patchbay:save-file', request),
  saveFolder: (request) => call('patchbay:save-folder', request),
  openFile: (request) => call('patchbay:open-file', request),
  prepareDrag: (request) => call('patchbay:prepare-drag', request),
  startDrag: (ids) => call('patchbay:start-drag', ids),
  notify: (request) => call('patchbay:notify', request),
  openExternal: (url) => call('patchbay:open-external', url),
  setTheme: (theme) => call('patchbay:theme', theme),
  setTitle: (title) => call('patchbay:title', title),
  setProgress: (progress) => call('patchbay:progress', progress),
  callDesk: (message) => call('patchbay:call-desk', message),
};

contextBridge.exposeInMainWorld('patchbay', bridge);
