import { shell, type Session, type WebContents, type WebPreferences } from 'electron';
import { isAppUrl } from './origins.ts';

/** Every window of the app is made with these; the preload is the only thing added. */
export function lockedPreferences(preload: string): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    nodeIntegrationInWorker: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
  };
}

/** What a page may do without asking: read nothing, write text to the clipboard by a click, fill the screen. */
const grantedToApp = new Set(['clipboard-sanitized-write', 'fullscreen']);

/** Denies permissions when they are asked for and when they are looked up: the two are separate doors. */
export function lockDownSession(
  session: Pick<
    Session,
    | 'setPermissionRequestHandler'
    | 'setPermissionCheckHandler'
    | 'setDevicePermissionHandler'
    | 'setDisplayMediaRequestHandler'
  >,
): void {
  session.setPermissionRequestHandler((contents, permission, callback, details) => {
    callback(grantedToApp.has(permission) && details.isMainFrame && isAppUrl(contents.getURL()));
  });
  session.setPermissionCheckHandler(
    (contents, permission, requestingOrigin, details) =>
      grantedToApp.has(permission) &&
      contents !== null &&
      details.isMainFrame &&
      isAppUrl(contents.getURL()) &&
      isAppUrl(requestingOrigin),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}));
}

/** Keeps a page where it is: no new windows, no navigation, no embedded guests. Links to the web open outside. */
export function lockDownContents(contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>): void {
  contents.setWindowOpenHandler(({ url }) => {
    void openExternal(url);
    return { action: 'deny' };
  });
  // Places inside the app are changed by its own script, which is no navigation. A reload keeps the address.
  contents.on('will-navigate', (event) => {
    if (!isAppUrl(event.url)) {
      event.preventDefault();
      void openExternal(event.url);
    }
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

/** Opens https addresses in the person's browser, and nothing else. @returns whether it was one. */
export async function openExternal(text: string): Promise<boolean> {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  await shell.openExternal(url.href);
  return true;
}
