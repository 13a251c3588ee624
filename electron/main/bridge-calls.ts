import {
  app,
  ipcMain,
  nativeTheme,
  Notification,
  type BrowserWindow,
  type IpcMainInvokeEvent,
} from 'electron';
import type { z } from 'zod';
import type { Core } from '#core/core.ts';
import {
  bridgeCalls,
  type MenuState,
  type SaveFileResult,
  type SaveFolderResult,
} from '#shared/desk/bridge.ts';
import type { BridgeCall } from '#shared/desk/bridge-channels.ts';
import { openExternal } from './lock-down.ts';
import { OutsideFiles } from './outside-files.ts';
import { saveFile } from './save-file.ts';
import { saveFolder } from './save-folder.ts';
import type { Senders } from './senders.ts';
import type { DesktopWords } from './words.ts';

export interface BridgeActions {
  windowOf(event: IpcMainInvokeEvent): BrowserWindow | null;
  setMenuState(state: MenuState): void;
  /** Answers requests on the media origin, and messages of the channel. */
  core: Pick<Core, 'media' | 'call'>;
  /** In the language of the pages. */
  words(): DesktopWords;
  /** Brings the window to the front and shows a place in the app. */
  show(path: string): void;
}

type CallPayload<C extends BridgeCall> = z.infer<(typeof bridgeCalls)[C]>;

/** Answers the page's calls. Whoever is not the app's own page, or sends something else, is refused. */
export function handleBridgeCalls(senders: Senders, actions: BridgeActions): void {
  const handle = <C extends BridgeCall>(
    channel: C,
    act: (payload: CallPayload<C>, event: IpcMainInvokeEvent) => unknown,
  ): void => {
    ipcMain.handle(channel, (event, ...args: unknown[]) => {
      if (!senders.isTrusted(event)) throw new Error('This page may not use the desktop bridge.');
      const checked = bridgeCalls[channel].safeParse(args[0]);
      if (!checked.success || args.length !== 1) throw new Error(`${channel} was sent something unexpected.`);
      return act(checked.data as CallPayload<C>, event);
    });
  };

  const outside = new OutsideFiles((request) => actions.core.media(request));
  handle('patchbay:menu-state', (state) => actions.setMenuState(state));
  handle('patchbay:save-file', async (request, event): Promise<SaveFileResult> => {
    const window = actions.windowOf(event);
    return window === null
      ? { outcome: 'canceled' }
      : saveFile(window, request, (mediaRequest) => actions.core.media(mediaRequest));
  });
  handle('patchbay:save-folder', async (request, event): Promise<SaveFolderResult> => {
    const window = actions.windowOf(event);
    return window === null
      ? { outcome: 'canceled' }
      : saveFolder(
          window,
          request,
          (mediaRequest) => actions.core.media(mediaRequest),
          actions.words().folder,
        );
  });
  handle('patchbay:open-file', (request) => outside.open(request));
  handle('patchbay:prepare-drag', (request) => outside.prepareDrag(request));
  handle('patchbay:start-drag', (ids, event) => outside.startDrag(ids, event.sender));
  handle('patchbay:notify', ({ title, body, path }) => {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body });
    notification.on('click', () => actions.show(path ?? '/'));
    notification.show();
  });
  handle('patchbay:open-external', async (url) => {
    await openExternal(url);
  });
  handle('patchbay:theme', (theme) => {
    nativeTheme.themeSource = theme;
  });
  handle('patchbay:title', (title, event) => {
    actions.windowOf(event)?.setTitle(title === '' ? 'Patchbay' : `${title} – Patchbay`);
  });
  handle('patchbay:progress', ({ count, fraction }, event) => {
    // Over 1: something goes on, and nobody knows how far; below 0: nothing.
    actions.windowOf(event)?.setProgressBar(count === 0 ? -1 : (fraction ?? 2));
    app.setBadgeCount(count);
  });
  handle('patchbay:call-desk', async (message) => JSON.stringify(await actions.core.call(message)));
}
