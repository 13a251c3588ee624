import { History, Tag } from 'lucide-react';
import { useMemo, useState, type ReactElement } from 'react';
import type { GraphVersion, ProjectVersion, VersionKind } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/types.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  formatBytes,
  Select,
  showToast,
  Skeleton,
  Switch,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { HistoryDialog, type HistoryQuestion } from './history-dialogs.tsx';
import { useChangeVersion, useDeleteVersion, useVersions, type ProjectRef } from './queries.ts';
import { VersionList } from './version-list.tsx';
import type { VersionActions } from './version-row.tsx';
import { kindNames } from './version-words.ts';
import css from './history.module.css';

const t = words.versions.historyPanel;

/** What a page does with a version that a person chose in the history. */
export interface HistoryActions {
  /** Shows what differs from now; a storyboard has no comparison. */
  compare: (version: Exclude<ProjectVersion, { kind: 'storyboard' }>) => void;
  /** Puts it in the place of what is there, as one step. */
  restore: (version: ProjectVersion) => void;
  /** Null where nothing can be exported. */
  exportFile: ((version: GraphVersion) => void) | null;
}

export interface HistoryPanelProps extends ProjectRef {
  actions: HistoryActions;
  /** The version that is compared with now. */
  selectedId: string | null;
  /** A version was deleted. */
  onDelete?: (versionId: string) => void;
  /** The graph as it is now, to be named; null on pages that do not have it. */
  currentGraph: (() => { version: number; graph: Graph }) | null;
}

type Filter = VersionKind | 'all';
const filters: readonly { value: Filter; label: string }[] = [
  { value: 'all', label: t.allKinds },
  { value: 'graph', label: kindNames.graph },
  { value: 'storyboard', label: kindNames.storyboard },
  { value: 'timeline', label: kindNames.timeline },
];

const failed = (title: string) => (error: unknown) =>
  showToast({ kind: 'error', title, description: describeProblem(error) });

/** The versions of graph, storyboard and timeline of a project on this computer, newest first, by day. */
export function HistoryPanel(props: HistoryPanelProps): ReactElement {
  const { connectionId, projectId, selectedId, currentGraph } = props;
  const ref = { connectionId, projectId };
  const [filter, setFilter] = useState<Filter>('all');
  const [namedOnly, setNamedOnly] = useState(false);
  const [question, setQuestion] = useState<HistoryQuestion | null>(null);
  const versions = useVersions(ref, { kind: filter === 'all' ? undefined : filter, namedOnly });
  const { actionsOf, deleteImmediately } = useVersionActions(props, setQuestion);
  const list = useMemo(() => versions.data?.pages.flatMap((page) => page.versions) ?? [], [versions.data]);
  const space = versions.data?.pages[0];

  return (
    <div className={css['panel']}>
      <div className={css['head']}>
        {currentGraph === null ? null : (
          <Button
            size="small"
            icon={<Tag aria-hidden />}
            onClick={() => setQuestion({ kind: 'name-now', state: currentGraph() })}
          >
            {t.nameVersion}
          </Button>
        )}
        <Select
          label={t.versionsOf}
          hideLabel
          size="small"
          value={filter}
          options={filters}
          onValueChange={setFilter}
        />
        <Switch label={t.named} checked={namedOnly} onCheckedChange={setNamedOnly} />
      </div>
      <div className={css['scroll']}>
        {list.length > 0 ? (
          <VersionList versions={list} selectedId={selectedId} actionsOf={actionsOf} />
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
        {versions.hasNextPage ? (
          <div className={css['older']}>
            <Button
              size="small"
              busy={versions.isFetchingNextPage}
              onClick={() => void versions.fetchNextPage()}
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

/** Whether room is never made by it: deleting it is asked about. */
const isPermanent = ({ name, keep, reason }: ProjectVersion): boolean =>
  keep || (name !== null && reason !== 'before');

/** What a person can do with each version. */
function useVersionActions(
  { connectionId, projectId, actions, onDelete }: HistoryPanelProps,
  request: (question: HistoryQuestion) => void,
): {
  actionsOf: (version: ProjectVersion) => VersionActions;
  deleteImmediately: (version: ProjectVersion) => void;
} {
  const ref = { connectionId, projectId };
  const { mutate: change } = useChangeVersion(ref);
  const { mutate: remove } = useDeleteVersion(ref);
  const onError = failed(t.versionNotChanged);
  const deleteImmediately = ({ id }: ProjectVersion) => {
    onDelete?.(id);
    remove(id, { onError: failed(t.versionNotDeleted) });
  };
  const actionsOf = (version: ProjectVersion): VersionActions => {
    const { id: versionId, damaged, keep } = version;
    const { exportFile } = actions;
    return {
      compare: damaged || version.kind === 'storyboard' ? null : () => actions.compare(version),
      restore: damaged ? null : () => actions.restore(version),
      rename: () => request({ kind: 'name', version }),
      removeName: () => change({ versionId, change: { name: null } }, { onError }),
      toggleKeep: () => change({ versionId, change: { keep: !keep } }, { onError }),
      exportFile:
        exportFile === null || damaged || version.kind !== 'graph' ? null : () => exportFile(version),
      remove: () => {
        if (isPermanent(version)) request({ kind: 'delete', version });
        else deleteImmediately(version);
      },
    };
  };
  return { actionsOf, deleteImmediately };
}
