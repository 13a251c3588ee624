import { useState, type ReactElement } from 'react';
import { requestNotifications, notificationState, type NotificationState } from '#renderer/desk/index.ts';
import { Switch } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { SettingsRow } from './settings-row.tsx';

const t = words.appParts.notificationSetting;

const TITLE = t.notifyMeWhenRuns;

const hints: Readonly<Record<NotificationState, string>> = {
  desktop: t.outsideWindowWhileYou,
  allowed: t.browserWhileYouNotice,
  'not-asked': t.browserWhileYouBrowser,
  blocked: t.browserBlocksNoticesPage,
  absent: t.browserShowsNoNotices,
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
