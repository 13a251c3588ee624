import { CloudOff, History, TriangleAlert, X } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { EditorSession } from '#renderer/editor/index.ts';
import { useOffline } from '#renderer/desk/index.ts';
import { formatExactTime, IconButton, plural } from '#renderer/ui/index.ts';
import css from './editor-page.module.css';

/** What a person should know about the project as it was opened: edits brought back, values left out. */
export function EditorNotices({
  session,
}: {
  session: Pick<EditorSession, 'recovered' | 'warnings' | 'cachedAt'> & {
    ports: Pick<EditorSession['ports'], 'connectionId'>;
  };
}): ReactElement | null {
  const offline = useOffline(session.ports.connectionId);
  const [closed, setClosed] = useState<readonly string[]>([]);
  const notices: { id: string; icon: ReactElement; text: string }[] = [
    ...(session.cachedAt !== null && offline
      ? [
          {
            id: 'known',
            icon: <CloudOff aria-hidden />,
            text: `${offline.name} cannot be reached. This is the project as it was known here at ${formatExactTime(Date.parse(session.cachedAt))}; your edits are saved on this computer and go out when it is back.`,
          },
        ]
      : []),
    ...(session.recovered > 0
      ? [
          {
            id: 'recovered',
            icon: <History aria-hidden />,
            text: `${plural(session.recovered, 'edit')} from last time ${session.recovered === 1 ? 'was' : 'were'} brought back and ${offline ? (session.recovered === 1 ? 'waits' : 'wait') + ' for the service' : (session.recovered === 1 ? 'is' : 'are') + ' being saved'}.`,
          },
        ]
      : []),
    // A service says the same once for each value it left out.
    ...[...new Set(session.warnings)].map((text) => ({
      id: text,
      icon: <TriangleAlert aria-hidden />,
      text,
    })),
  ].filter(({ id }) => !closed.includes(id));
  if (notices.length === 0) return null;
  return (
    <section className={css['notices']} aria-label="Notices">
      <ul aria-label="Notices about this project">
        {notices.map(({ id, icon, text }) => (
          <li key={id} className={css['notice']}>
            {icon}
            <span dir="auto">{text}</span>
            <IconButton label="Dismiss" onClick={() => setClosed([...closed, id])}>
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
