import { useMemo, type ReactElement } from 'react';
import type { ProjectVersion } from '#shared/desk/index.ts';
import { applyLenient } from '#shared/graph/operations.ts';
import type { EditorSession } from '#renderer/editor/index.ts';
import { CompareView, HistoryPanel, type OpenProject } from '#renderer/versions/index.ts';

/** The editor's session as the history sees it. */
function openProjectOf(session: EditorSession): OpenProject {
  const { store, catalog } = session;
  return {
    getGraph: () => store.getGraph(),
    subscribe(listener) {
      const disposers = [store.subscribe(listener), store.canvas.subscribe(listener)];
      return () => {
        for (const dispose of disposers) dispose();
      };
    },
    version: () => session.sync.state.version,
    getCanvas: () => store.canvas.items,
    restore(label, operations, canvas = []) {
      const { applied, refused } = applyLenient(store.getGraph(), operations, catalog);
      const result = store.applyEdit(label, applied, { canvas });
      const reasons = refused.map(({ refusal }) => refusal.reason);
      return result.ok
        ? { done: applied.length + canvas.length, refused: reasons }
        : { done: 0, refused: [result.refusal.reason] };
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
  return (
    <HistoryPanel
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
