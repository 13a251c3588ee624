import { useState, type ReactElement } from 'react';
import { requestNotifications, notificationState, type NotificationState } from '#renderer/desk/index.ts';
import { Switch } from '#renderer/ui/index.ts';
import { SettingsRow } from './settings-row.tsx';

const TITLE = 'Notify me when runs end';

const hints: Readonly<Record<NotificationState, string>> = {
  desktop: 'Outside the window, while you look elsewhere; one notice for a batch.',
  allowed: 'By this browser, while you look elsewhere; one notice for a batch.',
  'not-asked': 'By this browser, while you look elsewhere. The browser asks you first.',
  blocked: 'This browser blocks notices of this page. Allow them in its settings of this site, then reload.',
  absent: 'This browser shows no notices.',
};

/** Notices outside the window. The browser is asked only when a person switches them on. */
export function NotificationSetting({
  isOn,
  onChange,
}: {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}): ReactElement {
  const [state, setState] = useState(notificationState);
  const canShow = state === 'desktop' || state === 'allowed';
  const change = async (next: boolean) => {
    if (next && state === 'not-asked') setState(await requestNotifications());
    if (next !== isOn) onChange(next);
  };
  return (
    <SettingsRow title={TITLE} hint={hints[state]}>
      <Switch
        label={TITLE}
        hideLabel
        checked={isOn && canShow}
        disabled={state === 'blocked' || state === 'absent'}
        onCheckedChange={(next) => void change(next)}
      />
    </SettingsRow>
  );
}
