import { History, Tag } from 'lucide-react';
import { useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import type { ProjectVersion } from '#shared/desk/index.ts';
import { runKeyCommand, useCommands } from '#renderer/commands/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import {
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  formatBytes,
  showToast,
  Skeleton,
  Switch,
} from '#renderer/ui/index.ts';
import { NameDialog } from './name-dialog.tsx';
import type { OpenProject } from './ports.ts';
import {
  useChangeVersion,
  useDeleteVersion,
  useNameCurrent,
  useVersions,
  type ProjectRef,
} from './queries.ts';
import { useRestore } from './use-restore.ts';
import { VersionRow } from './version-row.tsx';
import { dayOf, versionTitle } from './version-words.ts';
import css from './history.module.css';

export interface HistoryPanelProps extends ProjectRef {
  project: OpenProject;
  /** The version that is compared with now. */
  selectedId: string | null;
  onSelect: (versionId: string | null) => void;
  /** Null where nothing can be exported. */
  onExport: ((version: ProjectVersion) => void) | null;
}

type Asking =
  | { what: 'name'; version: ProjectVersion }
  | { what: 'name-now' }
  | { what: 'delete'; version: ProjectVersion };

/** The project's versions on this computer, newest first, by day. */
export function HistoryPanel({
  connectionId,
  projectId,
  project,
  selectedId,
  onSelect,
  onExport,
}: HistoryPanelProps): ReactElement {
  const ref = { connectionId, projectId };
  const [namedOnly, setNamedOnly] = useState(false);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const rows = useRef(new Map<string, HTMLButtonElement>());
  const versions = useVersions(ref, namedOnly);
  const change = useChangeVersion(ref);
  const remove = useDeleteVersion(ref);
  const nameNow = useNameCurrent(ref);
  const restore = useRestore(ref, project);

  const list = useMemo(() => versions.data?.pages.flatMap((page) => page.versions) ?? [], [versions.data]);
  const days = useMemo(() => byDay(list), [list]);
  const inTabOrder = list.some(({ id }) => id === current) ? current : (list[0]?.id ?? null);
  const room = versions.data?.pages[0];

  const failed = (title: string) => (error: unknown) =>
    showToast({ kind: 'error', title, description: describeProblem(error) });

  const deleteNow = (version: ProjectVersion) => {
    if (version.id === selectedId) onSelect(null);
    remove.mutate(version.id, { onError: failed('The version was not deleted') });
  };

  const actionsOf = (version: ProjectVersion) => ({
    select: () => onSelect(version.id === selectedId ? null : version.id),
    restore: () => void restore.whole(version),
    rename: () => setAsking({ what: 'name', version }),
    toggleKeep: () =>
      change.mutate(
        { versionId: version.id, change: { keep: !version.keep } },
        { onError: failed('The version was not changed') },
      ),
    exportFile: onExport ? () => onExport(version) : null,
    remove: () => {
      if (version.name !== null || version.keep) setAsking({ what: 'delete', version });
      else deleteNow(version);
    },
  });

  const withVersion =
    (act: (version: ProjectVersion) => void) =>
    ({ versionId = current ?? undefined }: { versionId?: string }) => {
      const version = list.find(({ id }) => id === versionId);
      if (version) act(version);
    };
  useCommands('history', {
    'version.name': withVersion((version) => actionsOf(version).rename()),
    'version.delete': withVersion((version) => actionsOf(version).remove()),
  });

  const onRowKeyDown = (event: KeyboardEvent, version: ProjectVersion) => {
    const at = list.indexOf(version);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: list.length - 1 }[event.key];
    if (next !== undefined) {
      const target = list[next];
      if (!target) return;
      setCurrent(target.id);
      rows.current.get(target.id)?.focus();
    } else if (!runKeyCommand('history', event.nativeEvent, { versionId: version.id })) {
      return;
    }
    // The editor listens for these keys as well.
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={css['panel']}>
      <div className={css['head']}>
        <Button size="small" icon={<Tag aria-hidden />} onClick={() => setAsking({ what: 'name-now' })}>
          Name version…
        </Button>
        <Switch label="Named" checked={namedOnly} onCheckedChange={setNamedOnly} />
      </div>
      <div className={css['scroll']}>
        {versions.isError && list.length === 0 ? (
          <ErrorState
            compact
            title="The history could not be read"
            text={describeProblem(versions.error)}
            onRetry={() => void versions.refetch()}
          />
        ) : versions.isPending ? (
          <div className={css['loading']} aria-busy="true">
            {Array.from({ length: 6 }, (_, row) => (
              <Skeleton key={row} height={48} radius={6} />
            ))}
          </div>
        ) : list.length === 0 ? (
          <EmptyState
            compact
            icon={<History />}
            title={namedOnly ? 'No version has a name' : 'No versions yet'}
            text={
              namedOnly
                ? 'Name one, and it is never removed to make room.'
                : 'Each saved version of this project will be kept here, on this computer.'
            }
            action={namedOnly ? <Button onClick={() => setNamedOnly(false)}>Show all</Button> : undefined}
          />
        ) : (
          days.map(({ day, versions: of }) => (
            <section key={day} aria-label={day}>
              <h2 className={css['day']}>{day}</h2>
              <ul className={css['list']}>
                {of.map((version) => (
                  <VersionRow
                    key={version.id}
                    ref={(button) => {
                      if (button) rows.current.set(version.id, button);
                      else rows.current.delete(version.id);
                    }}
                    version={version}
                    selected={version.id === selectedId}
                    inTabOrder={version.id === inTabOrder}
                    actions={actionsOf(version)}
                    onKeyDown={(event) => onRowKeyDown(event, version)}
                  />
                ))}
              </ul>
            </section>
          ))
        )}
        {versions.hasNextPage ? (
          <div className={css['older']}>
            <Button
              size="small"
              busy={versions.isFetchingNextPage}
              onClick={() => void versions.fetchNextPage()}
            >
              Show older versions
            </Button>
          </div>
        ) : null}
      </div>
      {room ? (
        <p
          className={css['foot']}
          title="All projects together. The oldest versions without a name make room."
        >
          {formatBytes(room.usedBytes)} of {formatBytes(room.limitBytes)} kept on this computer
        </p>
      ) : null}
      {asking?.what === 'name' ? (
        <NameDialog
          title={asking.version.name === null ? 'Name the version' : 'Rename the version'}
          initial={asking.version.name ?? ''}
          save={(name) => change.mutateAsync({ versionId: asking.version.id, change: { name } })}
          onClose={() => setAsking(null)}
        />
      ) : asking?.what === 'name-now' ? (
        <NameDialog
          title="Name the project as it is now"
          initial=""
          save={(name) =>
            nameNow.mutateAsync({ name, version: project.version(), graph: project.getGraph() })
          }
          onClose={() => setAsking(null)}
        />
      ) : asking ? (
        <Dialog
          open
          onClose={() => setAsking(null)}
          title={`Delete “${versionTitle(asking.version)}” from the history?`}
          description="The project stays as it is. The version cannot be brought back."
          footer={
            <>
              <Button onClick={() => setAsking(null)}>Cancel</Button>
              <Button
                variant="danger"
                onClick={() => {
                  deleteNow(asking.version);
                  setAsking(null);
                }}
              >
                Delete the version
              </Button>
            </>
          }
        />
      ) : null}
    </div>
  );
}

function byDay(list: readonly ProjectVersion[]): { day: string; versions: ProjectVersion[] }[] {
  const now = Date.now();
  const days = Map.groupBy(list, ({ at }) => dayOf(Date.parse(at), now));
  return [...days].map(([day, versions]) => ({ day, versions }));
}
