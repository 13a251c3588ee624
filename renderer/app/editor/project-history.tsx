import { useMemo, useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import type { ProjectVersion } from '#shared/desk/index.ts';
import { applyLenient } from '#shared/graph/operations.ts';
import { useIntent } from '#renderer/desk/index.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import {
  HistoryFilterSelect,
  newestOf,
  useFilmParts,
  type HistoryFilter,
} from '#renderer/film-history/index.ts';
import {
  CompareView,
  HistoryPanel,
  useRestore,
  type OpenProject,
  type OtherVersions,
} from '#renderer/versions/index.ts';
import { bringBackFilm, compareFilm, useFindFile } from '../film/document-history.tsx';
import type { Workspace } from './use-workspace.ts';

/** The editor's session as the history sees it. */
function openProjectOf(session: EditorSession): OpenProject {
  const { store, catalog } = session;
  return {
    getGraph: () => store.getGraph(),
    subscribe(listener) {
      const cleanups = [store.subscribe(listener), store.canvas.subscribe(listener)];
      return () => {
        for (const dispose of cleanups) dispose();
      };
    },
    version: () => session.sync.state.version,
    getCanvas: () => store.canvas.items,
    restore(label, operations, canvas = []) {
      const { applied, refused } = applyLenient(store.getGraph(), operations, catalog);
      const result = store.applyEdit(label, applied, { canvas });
      const reasons = refused.map(({ rejection }) => rejection.reason);
      return result.ok
        ? { completed: applied.length + canvas.length, rejected: reasons }
        : { completed: 0, rejected: [result.rejection.reason] };
    },
    show: (nodeId) => session.focusNode(nodeId),
    words: {
      nodeName: (node) => node.title || catalog.find(node.type)?.summary.title || node.type,
      typeName: (type) => catalog.find(type)?.summary.title ?? type,
      inputLabel: (type, input) =>
        catalog.pinsOf(type)?.inputs.find(({ name }) => name === input)?.label ?? input,
      fileName: (fileId) => session.fileName(fileId),
    },
  };
}

interface ProjectHistoryProps {
  connectionId: string;
  projectId: string;
  session: EditorSession;
  /** The version that is compared with now. */
  comparedId: string | null;
  onCompare: (versionId: string | null) => void;
  /** Null where nothing can be exported. */
  onExport: ((version: ProjectVersion) => void) | null;
}

/** The versions of storyboard and timeline, for the list of those of the graph. */
function useDocumentVersions(projectRef: { connectionId: string; projectId: string }): OtherVersions {
  const [filter, setFilter] = useState<HistoryFilter>('all');
  const [, navigate] = useLocation();
  const find = useFindFile(projectRef.connectionId);
  const [storyboard, timeline] = useFilmParts(projectRef, find, {
    onRestore: (kind, document) => void bringBackFilm(projectRef, kind, document),
    onCompare: compareFilm(projectRef, navigate),
  });
  const lists = [
    ...(storyboard && (filter === 'all' || filter === 'storyboard') ? [storyboard] : []),
    ...(timeline && (filter === 'all' || filter === 'timeline') ? [timeline] : []),
  ];
  return {
    items: newestOf(lists),
    hasMore: lists.some(({ hasMore }) => hasMore),
    loadNextPage: () => {
      for (const list of lists) if (list.hasMore) list.loadNextPage();
    },
    withGraph: filter === 'all' || filter === 'graph',
    filter: <HistoryFilterSelect value={filter} onChange={setFilter} />,
  };
}

/** Compares or brings back the version that another page asked for, once. */
export function VersionRequest({
  workspace: { connectionId, projectId, session, compare },
}: {
  workspace: Workspace;
}): null {
  const project = useMemo(() => openProjectOf(session), [session]);
  const restore = useRestore({ connectionId, projectId }, project);
  useIntent('compare-version', { connectionId, projectId }, ({ version }) => compare(version.id));
  useIntent('restore-version', { connectionId, projectId }, ({ version }) => void restore.full(version));
  return null;
}

/** The timeline of versions, for the right panel. */
export function ProjectHistory({
  connectionId,
  projectId,
  session,
  comparedId,
  onCompare,
  onExport,
}: ProjectHistoryProps): ReactElement {
  const project = useMemo(() => openProjectOf(session), [session]);
  const documentVersions = useDocumentVersions({ connectionId, projectId });
  return (
    <HistoryPanel
      remaining={documentVersions}
      connectionId={connectionId}
      projectId={projectId}
      project={project}
      selectedId={comparedId}
      onSelect={onCompare}
      onExport={onExport}
    />
  );
}

/** The comparison with a version, in the place of the canvas; nothing while none is chosen. */
export function ProjectComparison({
  connectionId,
  projectId,
  session,
  comparedId,
  onCompare,
  onExport,
}: ProjectHistoryProps): ReactElement | null {
  const project = useMemo(() => openProjectOf(session), [session]);
  if (comparedId === null) return null;
  return (
    <CompareView
      connectionId={connectionId}
      projectId={projectId}
      versionId={comparedId}
      project={project}
      onExport={onExport}
      onClose={() => onCompare(null)}
    />
  );
}
