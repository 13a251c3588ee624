import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import type { FileRecord, MediaDocumentKind, ProjectVersion } from '#shared/desk/index.ts';
import { projectPath } from '#shared/desk/places.ts';
import { validateStoryboard } from '#shared/storyboard/index.ts';
import { validateTimeline } from '#shared/timeline/index.ts';
import type { Checked } from '#shared/document/problems.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { mediaDocuments, type DocumentSession } from '#renderer/documents/index.ts';
import { ProjectHistoryButton } from '#renderer/film-history/index.ts';
import { useLibraryByName } from '#renderer/timeline/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { versionRequest } from './version-request.ts';

interface Place {
  connectionId: string;
  projectId: string;
}

/** Puts what was stored in the place of what is there, as one step. */
function bringBack<D>(session: DocumentSession<D>, checked: Checked<D>): void {
  if (checked.ok) {
    session.change('bring back a version', () => checked.document);
    showToast({ kind: 'ok', title: 'The version was brought back', description: 'Undo takes it back.' });
    return;
  }
  showToast({
    kind: 'error',
    title: 'This version could not be brought back',
    description: checked.problems[0]?.message,
  });
}

/** Brings a version of the storyboard or timeline of a project back, whichever page is shown. */
export async function bringBackFilm(place: Place, kind: MediaDocumentKind, document: unknown): Promise<void> {
  const { connectionId, projectId } = place;
  try {
    if (kind === 'storyboard') {
      const { session, leave } = mediaDocuments.storyboard.open(connectionId, projectId);
      await session.then((open) => bringBack(open, validateStoryboard(document))).finally(leave);
    } else {
      const { session, leave } = mediaDocuments.timeline.open(connectionId, projectId);
      await session.then((open) => bringBack(open, validateTimeline(document))).finally(leave);
    }
  } catch (error) {
    showToast({
      kind: 'error',
      title: 'This version could not be brought back',
      description: describeProblem(error),
    });
  }
}

/** The earlier versions of a project, from its pages beside the graph. */
export function DocumentHistory(place: Place): ReactElement {
  const [, navigate] = useLocation();
  const find = useFindFile(place.connectionId);
  const inGraph = (what: 'compare' | 'restore') => (version: ProjectVersion) => {
    versionRequest.setState({ asked: { ...place, version, what } });
    navigate(projectPath(place.connectionId, place.projectId));
  };
  return (
    <ProjectHistoryButton
      place={place}
      find={find}
      onRestore={(kind, document) => void bringBackFilm(place, kind, document)}
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
