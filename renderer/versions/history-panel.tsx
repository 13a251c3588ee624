import { History, Tag } from 'lucide-react';
import { useMemo, useState, type ReactElement } from 'react';
import type { ProjectVersion } from '#shared/desk/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  formatBytes,
  showToast,
  Skeleton,
  Switch,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { HistoryDialog, type HistoryQuestion } from './history-dialogs.tsx';
import type { OpenProject } from './ports.ts';
import { useChangeVersion, useDeleteVersion, useVersions, type ProjectRef } from './queries.ts';
import { useRestore } from './use-restore.ts';
import { VersionList, type DocumentVersion } from './version-list.tsx';
import type { VersionActions } from './version-row.tsx';
import css from './history.module.css';

const t = words.versions.historyPanel;

export interface HistoryPanelProps extends ProjectRef {
  project: OpenProject;
  /** The version that is compared with now. */
  selectedId: string | null;
  onSelect: (versionId: string | null) => void;
  /** Versions of other parts of the project, in the same list, with what filters it. */
  remaining?: DocumentVersions;
  /** Null where nothing can be exported. */
  onExport: ((version: ProjectVersion) => void) | null;
}

export interface DocumentVersions {
  /** Newest first, as far as they belong into the list. */
  items: readonly DocumentVersion[];
  hasMore: boolean;
  loadNextPage: () => void;
  /** Whether the versions of the graph are shown as well. */
  withGraph: boolean;
  /** Chooses whose versions are shown. */
  filter: ReactElement;
}

const failed = (title: string) => (error: unknown) =>
  showToast({ kind: 'error', title, description: describeProblem(error) });

/** The project's versions on this computer, newest first, by day. */
export function HistoryPanel(props: HistoryPanelProps): ReactElement {
  const { connectionId, projectId, project, selectedId } = props;
  const ref = { connectionId, projectId };
  const [namedOnly, setNamedOnly] = useState(false);
  const [question, setQuestion] = useState<HistoryQuestion | null>(null);
  const versions = useVersions(ref, namedOnly);
  const { actionsOf, deleteImmediately } = useVersionActions(props, setQuestion);
  const withGraph = props.remaining?.withGraph !== false;
  const list = useMemo(
    () => (withGraph ? (versions.data?.pages.flatMap((page) => page.versions) ?? []) : []),
    [versions.data, withGraph],
  );
  const remaining = namedOnly ? [] : (props.remaining?.items ?? []);
  const hasMore = (withGraph && versions.hasNextPage) || props.remaining?.hasMore === true;
  const space = versions.data?.pages[0];

  return (
    <div className={css['panel']}>
      <div className={css['head']}>
        <Button size="small" icon={<Tag aria-hidden />} onClick={() => setQuestion({ kind: 'name-now' })}>
          {t.nameVersion}
        </Button>
        {props.remaining?.filter}
        <Switch label={t.named} checked={namedOnly} onCheckedChange={setNamedOnly} />
      </div>
      <div className={css['scroll']}>
        {list.length + remaining.length > 0 ? (
          <VersionList versions={list} remaining={remaining} selectedId={selectedId} actionsOf={actionsOf} />
        ) : versions.isError ? (
          <ErrorState
            compact
            title={t.historyCouldNotRead}
            text={describeProblem(versions.error)}
            onRetry={() => void versions.refetch()}
          />
        ) : versions.isPending ? (
          <div className={css['loading']} aria-busy="true">
            {Array.from({ length: 6 }, (_, row) => (
              <Skeleton key={row} height={48} radius={6} />
            ))}
          </div>
        ) : (
          <NoVersions namedOnly={namedOnly} onShowAll={() => setNamedOnly(false)} />
        )}
        {hasMore ? (
          <div className={css['older']}>
            <Button
              size="small"
              busy={versions.isFetchingNextPage}
              onClick={() => {
                if (withGraph && versions.hasNextPage) void versions.fetchNextPage();
                if (props.remaining?.hasMore === true) props.remaining.loadNextPage();
              }}
            >
              {t.showOlderVersions}
            </Button>
          </div>
        ) : null}
      </div>
      {space ? (
        <p className={css['foot']} title={t.allProjectsTogetherOldest}>
          {t.savedComputer(formatBytes(space.usedBytes), formatBytes(space.limitBytes))}
        </p>
      ) : null}
      {question ? (
        <HistoryDialog
          {...ref}
          project={project}
          question={question}
          onDelete={deleteImmediately}
          onClose={() => setQuestion(null)}
        />
      ) : null}
    </div>
  );
}

function NoVersions({ namedOnly, onShowAll }: { namedOnly: boolean; onShowAll: () => void }): ReactElement {
  return (
    <EmptyState
      compact
      icon={<History />}
      title={namedOnly ? t.noVersionName : t.noVersionsYet}
      text={namedOnly ? t.nameNeverRemovedMake : t.eachSavedVersionProject}
      action={namedOnly ? <Button onClick={onShowAll}>{t.showAll}</Button> : undefined}
    />
  );
}

/** What a person can do with each version. */
function useVersionActions(
  { connectionId, projectId, project, selectedId, onSelect, onExport }: HistoryPanelProps,
  request: (question: HistoryQuestion) => void,
): {
  actionsOf: (version: ProjectVersion) => VersionActions;
  deleteImmediately: (version: ProjectVersion) => void;
} {
  const ref = { connectionId, projectId };
  const change = useChangeVersion(ref);
  const remove = useDeleteVersion(ref);
  const restore = useRestore(ref, project);
  const confirmDelete = (version: ProjectVersion) => {
    if (version.id === selectedId) onSelect(null);
    remove.mutate(version.id, { onError: failed(t.versionNotDeleted) });
  };
  const actionsOf = (version: ProjectVersion): VersionActions => ({
    select: () => onSelect(version.id === selectedId ? null : version.id),
    restore: () => void restore.full(version),
    rename: () => request({ kind: 'name', version }),
    toggleKeep: () =>
      change.mutate(
        { versionId: version.id, change: { keep: !version.keep } },
        { onError: failed(t.versionNotChanged) },
      ),
    exportFile: onExport ? () => onExport(version) : null,
    remove: () => {
      if (version.name !== null || version.keep) request({ kind: 'delete', version });
      else confirmDelete(version);
    },
  });
  return { actionsOf, deleteImmediately: confirmDelete };
}
