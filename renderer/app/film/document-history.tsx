import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import type { GraphVersion, MediaDocumentKind, MediaVersion } from '#shared/desk/index.ts';
import { projectPath, projectViewPath } from '#shared/desk/places.ts';
import { validateStoryboard } from '#shared/storyboard/index.ts';
import { validateTimeline } from '#shared/timeline/index.ts';
import type { Checked } from '#shared/document/problems.ts';
import { callDesk, describeProblem, sendIntent } from '#renderer/desk/index.ts';
import { keepVersionBefore, mediaDocuments, type DocumentSession } from '#renderer/documents/index.ts';
import { reviewRecut } from '#renderer/timeline/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { HistoryButton, versionTitle, type HistoryActions } from '#renderer/versions/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.appFilm.documentHistory;

interface DocumentRef {
  connectionId: string;
  projectId: string;
}

const BRING_BACK = t.bringBackVersion;

/** Puts what was stored in the place of what is there, as one step. */
function bringBack<D extends object>(
  projectRef: DocumentRef & { kind: MediaDocumentKind },
  session: DocumentSession<D>,
  checked: Checked<D>,
): void {
  if (checked.ok) {
    // As it is now it stays in the history, also where the work of this minute is one row there.
    keepVersionBefore(projectRef, session.getState(), BRING_BACK);
    session.change(BRING_BACK, () => checked.document);
    showToast({ kind: 'ok', title: t.versionBroughtBack, description: t.undoBack });
    return;
  }
  showToast({
    kind: 'error',
    title: t.versionCouldNotBrought,
    description: checked.problems[0]?.message,
  });
}

/** A stored storyboard or timeline, unchecked. */
async function readDocument(projectRef: DocumentRef, versionId: string): Promise<unknown> {
  const read = await callDesk('getVersion', { params: { ...projectRef, versionId } });
  return 'document' in read ? read.document : null;
}

const showFailure = (title: string) => (error: unknown) =>
  showToast({ kind: 'error', title, description: describeProblem(error) });

/** Brings a version of the storyboard or timeline of a project back, whichever page is shown. */
export async function restoreDocument(projectRef: DocumentRef, { id, kind }: MediaVersion): Promise<void> {
  const { connectionId, projectId } = projectRef;
  try {
    const document = await readDocument(projectRef, id);
    if (kind === 'storyboard') {
      const { session, leave } = mediaDocuments.storyboard.open(connectionId, projectId);
      await session
        .then((open) => bringBack({ ...projectRef, kind }, open, validateStoryboard(document)))
        .finally(leave);
    } else {
      const { session, leave } = mediaDocuments.timeline.open(connectionId, projectId);
      await session
        .then((open) => bringBack({ ...projectRef, kind }, open, validateTimeline(document)))
        .finally(leave);
    }
  } catch (error) {
    showFailure(t.versionCouldNotBrought)(error);
  }
}

/** Shows a version of the timeline over the timeline as it is now, on its page. */
export async function compareTimeline(
  { connectionId, projectId }: DocumentRef,
  version: MediaVersion,
  navigate: (path: string) => void,
): Promise<void> {
  try {
    const checked = validateTimeline(await readDocument({ connectionId, projectId }, version.id));
    if (!checked.ok) {
      showToast({ kind: 'error', title: t.notCompared, description: checked.problems[0]?.message });
      return;
    }
    reviewRecut(connectionId, projectId, {
      filename: t.comparedVersion(versionTitle(version)),
      after: checked.document,
      isVersion: true,
      selected: new Set(),
      isImmediate: false,
    });
    navigate(projectViewPath(connectionId, projectId, 'timeline'));
  } catch (error) {
    showFailure(t.notCompared)(error);
  }
}

/** What is done with versions of storyboards and timelines on any page; `inGraph` does it with those of the graph. */
export function useHistoryActions(
  projectRef: DocumentRef,
  inGraph: Pick<HistoryActions, 'exportFile'> & {
    compare: (version: GraphVersion) => void;
    restore: (version: GraphVersion) => void;
  },
): HistoryActions {
  const [, navigate] = useLocation();
  return {
    compare: (version) => {
      if (version.kind === 'graph') inGraph.compare(version);
      else void compareTimeline(projectRef, version, navigate);
    },
    restore: (version) => {
      if (version.kind === 'graph') inGraph.restore(version);
      else void restoreDocument(projectRef, version);
    },
    exportFile: inGraph.exportFile,
  };
}

/** The history of a project, on its pages beside the graph. */
export function DocumentHistory(projectRef: DocumentRef): ReactElement {
  const [, navigate] = useLocation();
  // Versions of the graph are compared and restored by its editor.
  const inGraph = (kind: 'compare-version' | 'restore-version') => (version: GraphVersion) => {
    sendIntent({ kind, ...projectRef, version });
    navigate(projectPath(projectRef.connectionId, projectRef.projectId));
  };
  const actions = useHistoryActions(projectRef, {
    compare: inGraph('compare-version'),
    restore: inGraph('restore-version'),
    exportFile: null,
  });
  return <HistoryButton {...projectRef} actions={actions} />;
}
