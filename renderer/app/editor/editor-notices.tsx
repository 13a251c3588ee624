import { CloudOff, History, TriangleAlert, X } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { EditorSession } from '#renderer/editor/index.ts';
import { useOffline } from '#renderer/desk/index.ts';
import { Button, formatExactTime, IconButton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from '../parts/notices.module.css';

const t = words.appEditor.editorNotices;

/** Notices shown at once; a service may send one for each of thousands of values. */
const MAX_VISIBLE = 3;
const MAX_EXPANDED = 20;

/** What a person should know about the project as it was opened: edits brought back, values left out. */
export function EditorNotices({
  session,
}: {
  session: Pick<EditorSession, 'recovered' | 'warnings' | 'cachedAt'> & {
    ports: Pick<EditorSession['ports'], 'connectionId'>;
  };
}): ReactElement | null {
  const offline = useOffline(session.ports.connectionId);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [limit, setLimit] = useState(MAX_VISIBLE);
  const notices: { id: string; icon: ReactElement; text: string }[] = [
    ...(session.cachedAt !== null && offline
      ? [
          {
            id: 'known',
            icon: <CloudOff aria-hidden />,
            text: t.cannotReachedProjectYou(offline.name, formatExactTime(Date.parse(session.cachedAt))),
          },
        ]
      : []),
    ...(session.recovered > 0
      ? [
          {
            id: 'recovered',
            icon: <History aria-hidden />,
            text: offline ? t.recoveredPending(session.recovered) : t.recoveredSaving(session.recovered),
          },
        ]
      : []),
    // A service says the same once for each value it left out.
    ...[...new Set(session.warnings)].map((text) => ({
      id: text,
      icon: <TriangleAlert aria-hidden />,
      text,
    })),
  ].filter(({ id }) => !closed.has(id));
  if (notices.length === 0) return null;
  const close = (ids: readonly string[]) => setClosed(new Set([...closed, ...ids]));
  const hidden = Math.max(0, notices.length - limit);
  return (
    <section className={css['notices']} aria-label={t.notices}>
      <ul aria-label={t.noticesProject}>
        {notices.slice(0, limit).map(({ id, icon, text }) => (
          <li key={id} className={css['notice']}>
            {icon}
            <span dir="auto">{text}</span>
            <IconButton label={words.common.dismiss} onClick={() => close([id])}>
              <X />
            </IconButton>
          </li>
        ))}
        {hidden > 0 ? (
          <li className={css['notice']}>
            <TriangleAlert aria-hidden />
            <span>{words.notices.more(hidden)}</span>
            <Button size="small" onClick={() => setLimit(limit + MAX_EXPANDED)}>
              {words.notices.showMore}
            </Button>
            <Button size="small" onClick={() => close(notices.map(({ id }) => id))}>
              {words.notices.dismissAll}
            </Button>
          </li>
        ) : null}
      </ul>
    </section>
  );
}
