import type { Settings } from '#shared/desk/index.ts';
import { deskKeys } from './desk-queries.ts';
import { queryClient } from './query.ts';

/** Notices beside the page: of the desktop in its window, of the browser in a tab, where a person allowed them. */

/** `desktop`: the window shows them. In a browser: whether it was asked, and what the person said. */
export type NotificationState = 'desktop' | 'not-asked' | 'allowed' | 'blocked' | 'absent';

export function notificationState(): NotificationState {
  if (window.patchbay) return 'desktop';
  if (!('Notification' in window)) return 'absent';
  switch (Notification.permission) {
    case 'granted':
      return 'allowed';
    case 'denied':
      return 'blocked';
    default:
      return 'not-asked';
  }
}

/** Lets the browser ask the person; to be called from a click. */
export async function requestNotifications(): Promise<NotificationState> {
  if (notificationState() === 'not-asked') await Notification.requestPermission();
  return notificationState();
}

const openListeners = new Set<(path: string) => void>();

/** Calls back with the path of a browser notice that was clicked. @returns what ends it. */
export function onNoticeClick(listener: (path: string) => void): () => void {
  openListeners.add(listener);
  return () => openListeners.delete(listener);
}

const isFocused = (): boolean => !document.hidden && document.hasFocus();

const isEnabled = (): boolean =>
  queryClient.getQueryData<Settings>(deskKeys.settings)?.notifyOnRunEnd !== false;

/**
 * Tells a person who looks elsewhere; does nothing while the page is looked at, or notices are off.
 * @param notice.tag a later notice of the same tag takes the place of the earlier, also that of another tab.
 * @param notice.path within the app, which a click opens.
 */
export async function notifyOutside(notice: {
  title: string;
  body: string;
  path?: string | undefined;
  tag: string;
}): Promise<void> {
  if (isFocused() || !isEnabled()) return;
  const title = notice.title.slice(0, 120);
  const body = notice.body.slice(0, 400);
  const { path, tag } = notice;
  const state = notificationState();
  if (state === 'desktop') {
    await window.patchbay?.notify({ title, body, ...(path === undefined ? {} : { path }) });
  } else if (state === 'allowed') {
    const notification = new Notification(title, { body, tag });
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
      if (path !== undefined) for (const listener of openListeners) listener(path);
    });
  }
}
