import { useMemo, type ReactElement } from 'react';
import type { GraphVersion } from '#shared/desk/index.ts';
import { applyLenient } from '#shared/graph/operations.ts';
import { useIntent } from '#renderer/desk/index.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { CompareView, HistoryPanel, useRestore, type OpenProject } from '#renderer/versions/index.ts';
import { useHistoryActions } from '../film/document-history.tsx';
import { ClosedProposals } from './closed-proposals.tsx';
import type { Workspace } from './use-workspace.ts';
import css from './closed-proposals.module.css';

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
  onExport: ((version: GraphVersion) => void) | null;
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

/** The history of the project, for the right panel. */
export function ProjectHistory({
  connectionId,
  projectId,
  session,
  comparedId,
  onCompare,
  onExport,
}: ProjectHistoryProps): ReactElement {
  const project = useMemo(() => openProjectOf(session), [session]);
  const restore = useRestore({ connectionId, projectId }, project);
  const actions = useHistoryActions(
    { connectionId, projectId },
    {
      compare: ({ id }) => onCompare(id === comparedId ? null : id),
      restore: (version) => void restore.full(version),
      exportFile: onExport,
    },
  );
  return (
    <div className={css['history']}>
      <HistoryPanel
        connectionId={connectionId}
        projectId={projectId}
        actions={actions}
        selectedId={comparedId}
        onDelete={(id) => {
          if (id === comparedId) onCompare(null);
        }}
        currentGraph={() => ({ version: project.version(), graph: project.getGraph() })}
      />
      <ClosedProposals connectionId={connectionId} projectId={projectId} />
    </div>
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
