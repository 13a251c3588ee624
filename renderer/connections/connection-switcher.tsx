import { ChevronsUpDown, Cloud, HardDrive, Plus, Plug } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { Connection } from '#shared/desk/index.ts';
import {
  activeConnectionOf,
  describeProblem,
  sortConnections,
  useConnections,
} from '#renderer/desk/index.ts';
import { Menu, showToast, Skeleton, VisuallyHidden } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { ConnectionDialog } from './connection-dialog.tsx';
import { useConnectionActions } from './queries.ts';
import css from './connections.module.css';

const t = words.connections.connectionSwitcher;

const stateWords: Record<Connection['state'], string> = {
  ready: t.ready,
  'key-needed': t.needsKey,
  starting: t.starting,
  stopped: t.stopped,
};

/** Why a service that does not answer cannot be used. */
const offlineLabel = ({ offlineReason }: Connection): string =>
  offlineReason === 'not-this-api' ? t.unexpected : t.offline;

/** What a person should know of a connection that is not simply ready; null when it is. */
export const stateLabel = ({ state, isTested }: Connection): string | null =>
  state !== 'ready' ? stateWords[state] : isTested === false ? t.noTested : null;

const iconOf = (connection: Connection): ReactElement =>
  connection.kind === 'local' ? <HardDrive aria-hidden /> : <Cloud aria-hidden />;

/** Which service the pages show, and the way to another. */
export function ConnectionSwitcher({
  onManage,
  onSwitched,
}: {
  onManage: () => void;
  onSwitched: () => void;
}): ReactElement {
  const connections = useConnections();
  const { activate } = useConnectionActions();
  const [adding, setAdding] = useState(false);
  const active = connections.data ? activeConnectionOf(connections.data) : null;
  if (!connections.data || !active) return <Skeleton height={40} radius={8} />;
  return (
    <>
      <Menu
        trigger={
          <button type="button" className={css['switcher']}>
            <VisuallyHidden>{t.connection} </VisuallyHidden>
            <span className={css['switcherIcon']}>{iconOf(active)}</span>
            <span className={css['switcherText']}>
              <span className={css['switcherName']} dir="auto">
                {active.name}
              </span>
              <span className={css['switcherState']}>
                {active.offlineSince
                  ? offlineLabel(active)
                  : (stateLabel(active) ?? (active.kind === 'local' ? t.onThisComputer : t.hostedService))}
              </span>
            </span>
            <ChevronsUpDown size={14} aria-hidden />
          </button>
        }
        entries={[
          ...sortConnections(connections.data.connections).map((connection) => ({
            id: connection.id,
            label: connection.name,
            detail: stateLabel(connection) ?? undefined,
            icon: iconOf(connection),
            checked: connection.id === active.id,
            onSelect: () =>
              activate.mutate(connection.id, {
                onSuccess: onSwitched,
                onError: (error) =>
                  showToast({
                    kind: 'error',
                    title: t.notOpen(connection.name),
                    description: describeProblem(error),
                  }),
              }),
          })),
          { kind: 'separator', id: 'line' },
          {
            id: 'add',
            label: t.addHostedService,
            icon: <Plus aria-hidden />,
            onSelect: () => setAdding(true),
          },
          { id: 'manage', label: t.manageConnections, icon: <Plug aria-hidden />, onSelect: onManage },
        ]}
      />
      {adding ? <ConnectionDialog connection={null} onClose={() => setAdding(false)} /> : null}
    </>
  );
}
