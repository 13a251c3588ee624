import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import type { FileRecord, MediaDocumentKind, ProjectVersion } from '#shared/desk/index.ts';
import { projectPath, projectViewPath } from '#shared/desk/places.ts';
import { validateStoryboard } from '#shared/storyboard/index.ts';
import { validateTimeline } from '#shared/timeline/index.ts';
import type { Checked } from '#shared/document/problems.ts';
import { describeProblem, sendIntent } from '#renderer/desk/index.ts';
import { keepVersionBefore, mediaDocuments, type DocumentSession } from '#renderer/documents/index.ts';
import { ProjectHistoryButton } from '#renderer/film-history/index.ts';
import { reviewRecut, useLibraryByName } from '#renderer/timeline/index.ts';
import { showToast } from '#renderer/ui/index.ts';
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

/** Brings a version of the storyboard or timeline of a project back, whichever page is shown. */
export async function bringBackFilm(
  projectRef: DocumentRef,
  kind: MediaDocumentKind,
  document: unknown,
): Promise<void> {
  const { connectionId, projectId } = projectRef;
  try {
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
    showToast({
      kind: 'error',
      title: t.versionCouldNotBrought,
      description: describeProblem(error),
    });
  }
}

/** Shows a version of the timeline over the timeline as it is now, on its page. */
export const compareFilm =
  ({ connectionId, projectId }: DocumentRef, navigate: (path: string) => void) =>
  (title: string, document: unknown): void => {
    const checked = validateTimeline(document);
    if (!checked.ok) {
      showToast({
        kind: 'error',
        title: words.filmHistory.notCompared,
        description: checked.problems[0]?.message,
      });
      return;
    }
    reviewRecut(connectionId, projectId, {
      filename: words.filmHistory.comparedVersion(title),
      after: checked.document,
      isVersion: true,
      selected: new Set(),
      isImmediate: false,
    });
    navigate(projectViewPath(connectionId, projectId, 'timeline'));
  };

/** The earlier versions of a project, from its pages beside the graph. */
export function DocumentHistory(projectRef: DocumentRef): ReactElement {
  const [, navigate] = useLocation();
  const find = useFindFile(projectRef.connectionId);
  const inGraph = (action: 'compare' | 'restore') => (version: ProjectVersion) => {
    sendIntent({
      kind: action === 'compare' ? 'compare-version' : 'restore-version',
      ...projectRef,
      version,
    });
    navigate(projectPath(projectRef.connectionId, projectRef.projectId));
  };
  return (
    <ProjectHistoryButton
      project={projectRef}
      find={find}
      film={{
        onRestore: (kind, document) => void bringBackFilm(projectRef, kind, document),
        onCompare: compareFilm(projectRef, navigate),
      }}
      graph={{ onRestore: inGraph('restore'), onCompare: inGraph('compare') }}
    />
  );
}

/** Finds files by their name or id among those that this computer knows. */
export function useFindFile(connectionId: string): (file: string) => FileRecord | null {
  const library = useLibraryByName(connectionId);
  return (file) =>
    library.data?.get(file) ??
    [...(library.data?.values() ?? [])].find(({ fileId }) => fileId === file) ??
    null;
}
