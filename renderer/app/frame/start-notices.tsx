import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert, X } from 'lucide-react';
import type { ReactElement } from 'react';
import type { DeskStatus } from '#shared/desk/index.ts';
import { callDesk, deskKeys, useDeskStatus } from '#renderer/desk/index.ts';
import { Button, IconButton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './host-notice.module.css';

const t = words.appFrame.startNotices;

/** More than these would cover the page; the others follow as these are put away. */
const MAX_VISIBLE = 2;

/** What could not be read when Patchbay started, a sentence each, until the person has put it away. */
export function StartNotices(): ReactElement | null {
  const client = useQueryClient();
  const status = useDeskStatus();
  const notices = status.data?.notices ?? [];
  if (notices.length === 0) return null;
  const dismiss = (noticeId: string) => {
    client.setQueryData<DeskStatus>(deskKeys.status, (before) =>
      before ? { ...before, notices: before.notices?.filter(({ id }) => id !== noticeId) } : before,
    );
    void callDesk('dismissNotice', { params: { noticeId } }).catch(() => undefined);
  };
  const hiddenCount = notices.length - MAX_VISIBLE;
  return (
    <ul className={css['start']} aria-label={t.patchbayCouldNotRead}>
      {notices.slice(0, MAX_VISIBLE).map(({ id, text }) => (
        <li key={id} role="status">
          <TriangleAlert size={16} aria-hidden />
          <span>{words.sentences.translate(text)}</span>
          <IconButton label={words.common.dismiss} onClick={() => dismiss(id)}>
            <X />
          </IconButton>
        </li>
      ))}
      {hiddenCount > 0 ? (
        <li className={css['more']}>
          <span>{t.label(hiddenCount)}</span>
          <Button size="small" variant="quiet" onClick={() => notices.forEach(({ id }) => dismiss(id))}>
            {t.dismissAll}
          </Button>
        </li>
      ) : null}
    </ul>
  );
}
