import { Bell } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { requestNotifications, notificationState } from '#renderer/desk/index.ts';
import { Button, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.queue.notificationHint;

/** Offers notices outside the page, until the browser has been asked. */
export function NotificationHint(): ReactElement | null {
  const [state, setState] = useState(notificationState);
  if (state !== 'not-asked') return null;
  const requestPermission = async () => {
    const next = await requestNotifications();
    setState(next);
    if (next === 'allowed') {
      showToast({ kind: 'ok', title: t.youGetNoticeWhen });
    } else if (next === 'blocked') {
      showToast({
        title: t.browserShowsNoNotices,
        description: t.allowThemBrowsersSettings,
      });
    }
  };
  return (
    <Button size="small" icon={<Bell aria-hidden />} onClick={() => void requestPermission()}>
      {t.notifyMeWhenRuns}
    </Button>
  );
}
