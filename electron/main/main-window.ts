import { BrowserWindow, screen, type Session } from 'electron';
import { lockDownContents, lockedPreferences } from './lock-down.ts';
import { appOrigin } from './origins.ts';
import type { Senders } from './senders.ts';
import { fitToDisplays, smallestWindow, windowStateFile, type WindowState } from './window-state.ts';

/**
 * Makes the app's window where it was the last time, locked down before it loads anything.
 * @param options.path place in the app to show first.
 */
export async function openMainWindow(options: {
  preload: string;
  session: Session;
  senders: Senders;
  stateFile: string;
  path: string;
}): Promise<BrowserWindow> {
  const file = windowStateFile(options.stateFile);
  const workAreas = screen.getAllDisplays().map((display) => display.workArea);
  const { maximized, ...bounds } = fitToDisplays(await file.load(), workAreas);
  const window = new BrowserWindow({
    ...bounds,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    title: 'Patchbay',
    webPreferences: { ...lockedPreferences(options.preload), session: options.session },
  });
  lockDownContents(window.webContents);
  options.senders.register(window.webContents);

  const remember = () => {
    const state: WindowState = { ...window.getNormalBounds(), maximized: window.isMaximized() };
    // Losing the place of a window is no reason to trouble anyone.
    file.save(state).catch(() => {});
  };
  window.on('close', remember);
  window.on('resized', remember);
  window.on('moved', remember);
  window.once('ready-to-show', () => {
    if (maximized) window.maximize();
    window.show();
  });
  // The page holds nothing that is not journaled: after a crash it comes back by being loaded again.
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit' && reason !== 'killed' && !window.isDestroyed()) window.webContents.reload();
  });
  await window.loadURL(appOrigin + options.path);
  return window;
}
