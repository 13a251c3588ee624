import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert, X } from 'lucide-react';
import type { ReactElement } from 'react';
import type { DeskStatus } from '#shared/desk/index.ts';
import { callDesk, deskKeys, useDeskStatus } from '#renderer/desk/index.ts';
import { IconButton } from '#renderer/ui/index.ts';
import css from './host-notice.module.css';

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
  return (
    <ul className={css['start']} aria-label="What Patchbay could not read">
      {notices.map(({ id, text }) => (
        <li key={id} role="status">
          <TriangleAlert size={16} aria-hidden />
          <span>{text}</span>
          <IconButton label="Dismiss" onClick={() => dismiss(id)}>
            <X />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
