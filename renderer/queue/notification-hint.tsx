import { Bell } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { requestNotifications, notificationState } from '#renderer/desk/index.ts';
import { Button, showToast } from '#renderer/ui/index.ts';

/** Offers notices outside the page, until the browser has been asked. */
export function NotificationHint(): ReactElement | null {
  const [state, setState] = useState(notificationState);
  if (state !== 'not-asked') return null;
  const requestPermission = async () => {
    const next = await requestNotifications();
    setState(next);
    if (next === 'allowed') {
      showToast({ kind: 'ok', title: 'You get a notice when a run ends while you look elsewhere' });
    } else if (next === 'blocked') {
      showToast({
        title: 'This browser shows no notices of this page',
        description: 'Allow them in the browser’s settings of this site; then switch them on in Settings.',
      });
    }
  };
  return (
    <Button size="small" icon={<Bell aria-hidden />} onClick={() => void requestPermission()}>
      Notify me when runs end
    </Button>
  );
}
