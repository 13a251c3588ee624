import { Cloud, EllipsisVertical, HardDrive, KeyRound, PencilLine, Plus, Trash2 } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import type { Connection } from '#shared/desk/index.ts';
import {
  activeConnectionOf,
  describeProblem,
  sortConnections,
  useConnections,
} from '#renderer/desk/index.ts';
import {
  Badge,
  Button,
  Dialog,
  ErrorState,
  IconButton,
  Menu,
  Page,
  PageHeader,
  ProblemNote,
  showToast,
  Skeleton,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { ConnectionDialog } from './connection-dialog.tsx';
import { stateLabel } from './connection-switcher.tsx';
import { keyLocationText } from './key-place.ts';
import { firstTestOf, useConnectionActions, useConnectionTest } from './queries.ts';
import { TestResult } from './test-result.tsx';
import css from './connections.module.css';

const t = words.connections.connectionsPage;

/** All services the app talks to. */
export function ConnectionsPage(): ReactElement {
  const connections = useConnections();
  const [editing, setEditing] = useState<Connection | 'new' | null>(null);
  const [removing, setRemoving] = useState<Connection | null>(null);
  const active = connections.data ? activeConnectionOf(connections.data) : null;
  return (
    <Page>
      <PageHeader
        title={words.common.connections}
        lead={t.localWorkspaceKeepsRuns}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setEditing('new')}>
            {t.addHostedService}
          </Button>
        }
      />
      {connections.isError ? (
        <ErrorState
          title={t.connectionsCouldNotRead}
          text={describeProblem(connections.error)}
          onRetry={() => void connections.refetch()}
        />
      ) : connections.data ? (
        <ul className={css['list']} aria-label={words.common.connections}>
          {sortConnections(connections.data.connections).map((connection) => (
            <ConnectionRow
              key={connection.id}
              connection={connection}
              active={connection.id === active?.id}
              onEdit={() => setEditing(connection)}
              onRemove={() => setRemoving(connection)}
            />
          ))}
        </ul>
      ) : (
        <Skeleton height={68} radius={10} />
      )}
      <p className={css['keyPlace']}>
        <KeyRound aria-hidden />
        {keyLocationText(connections.data)}
      </p>
      {editing ? (
        <ConnectionDialog connection={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
      {removing ? <RemoveDialog connection={removing} onClose={() => setRemoving(null)} /> : null}
    </Page>
  );
}

function ConnectionRow({
  connection,
  active,
  onEdit,
  onRemove,
}: {
  connection: Connection;
  active: boolean;
  onEdit: () => void;
  onRemove: () => void;
}): ReactElement {
  const { activate } = useConnectionActions();
  const firstTest = useQuery(firstTestOf(connection));
  const test = useConnectionTest();
  const result = test.data ?? firstTest.data;
  const problem = test.error ?? firstTest.error;
  const local = connection.kind === 'local';
  return (
    <li className={css['item']}>
      <div className={css['itemRow']}>
        <span className={css['itemIcon']}>{local ? <HardDrive aria-hidden /> : <Cloud aria-hidden />}</span>
        <div className={css['itemText']}>
          <span className={css['itemName']} dir="auto">
            {connection.name}
            {active ? <Badge>{t.inUse}</Badge> : null}
            {stateLabel(connection) ? <Badge tone="warn">{stateLabel(connection)}</Badge> : null}
          </span>
          <span className={css['itemDetail']}>
            {local ? t.onThisComputer : connection.baseUrl}
            {!local && connection.keyHint ? t.keyEnds(connection.keyHint) : ''}
          </span>
        </div>
        {connection.state === 'key-needed' && !local ? (
          <Button size="small" variant="primary" onClick={onEdit}>
            {t.enterKey}
          </Button>
        ) : (
          <Button
            size="small"
            busy={test.isPending || firstTest.isFetching}
            onClick={() => test.mutate({ id: connection.id })}
          >
            {t.test}
          </Button>
        )}
        {active ? null : (
          <Button size="small" busy={activate.isPending} onClick={() => activate.mutate(connection.id)}>
            {t.apply}
          </Button>
        )}
        {local ? null : (
          <Menu
            align="end"
            trigger={
              <IconButton label={t.actionsFor(connection.name)}>
                <EllipsisVertical />
              </IconButton>
            }
            entries={[
              { id: 'edit', label: t.edit, icon: <PencilLine aria-hidden />, onSelect: onEdit },
              {
                id: 'remove',
                label: t.remove,
                icon: <Trash2 aria-hidden />,
                isDestructive: true,
                onSelect: onRemove,
              },
            ]}
          />
        )}
      </div>
      <div aria-live="polite">
        {result ? <TestResult result={result} /> : null}
        {problem ? <p className={css['problem']}>{describeProblem(problem)}</p> : null}
      </div>
    </li>
  );
}

function RemoveDialog({
  connection,
  onClose,
}: {
  connection: Connection;
  onClose: () => void;
}): ReactElement {
  const { remove } = useConnectionActions();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.remove2(connection.name)}
      description={t.keyDeletedFromComputer}
      footer={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button
            variant="danger"
            busy={remove.isPending}
            onClick={() =>
              remove.mutate(connection.id, {
                onSuccess: () => {
                  showToast({ title: t.wasRemoved(connection.name) });
                  onClose();
                },
              })
            }
          >
            {t.removeConnection}
          </Button>
        </>
      }
    >
      {remove.error ? <ProblemNote>{describeProblem(remove.error)}</ProblemNote> : null}
    </Dialog>
  );
}
