import type { ReactElement } from 'react';
import type { FileRecord, MediaDocumentKind } from '#shared/desk/index.ts';
import { validateStoryboard } from '#shared/storyboard/index.ts';
import { validateTimeline } from '#shared/timeline/index.ts';
import type { Checked } from '#shared/document/problems.ts';
import { mediaDocuments, useOpenDocument, type DocumentSession } from '#renderer/documents/index.ts';
import { FilmHistory } from '#renderer/film-history/index.ts';
import { useLibraryByName } from '#renderer/timeline/index.ts';
import { showToast } from '#renderer/ui/index.ts';

interface Place {
  connectionId: string;
  projectId: string;
}

/** Puts what was stored in the place of what is there, as one step. */
function bringBack<D>(session: DocumentSession<D>, checked: Checked<D>): void {
  if (checked.ok) return session.change('bring back a version', () => checked.document);
  showToast({
    kind: 'error',
    title: 'This version could not be brought back',
    description: checked.problems[0]?.message,
  });
}

/** The earlier versions of the storyboard or timeline of a project. */
export function DocumentHistory({
  kind,
  ...place
}: Place & { kind: MediaDocumentKind }): ReactElement | null {
  return kind === 'storyboard' ? <StoryboardHistory {...place} /> : <TimelineHistory {...place} />;
}

function StoryboardHistory(place: Place): ReactElement | null {
  const { session } = useOpenDocument(mediaDocuments.storyboard, place.connectionId, place.projectId);
  const find = useFind(place.connectionId);
  if (!session) return null;
  const film = { ...place, kind: 'storyboard' } as const;
  return (
    <FilmHistory
      film={film}
      find={find}
      onRestore={(document) => bringBack(session, validateStoryboard(document))}
    />
  );
}

function TimelineHistory(place: Place): ReactElement | null {
  const { session } = useOpenDocument(mediaDocuments.timeline, place.connectionId, place.projectId);
  const find = useFind(place.connectionId);
  if (!session) return null;
  const film = { ...place, kind: 'timeline' } as const;
  return (
    <FilmHistory
      film={film}
      find={find}
      onRestore={(document) => bringBack(session, validateTimeline(document))}
    />
  );
}

/** Finds files by their name or id among those that this computer knows. */
function useFind(connectionId: string): (file: string) => FileRecord | null {
  const library = useLibraryByName(connectionId);
  return (file) =>
    library.data?.get(file) ??
    [...(library.data?.values() ?? [])].find(({ fileId }) => fileId === file) ??
    null;
}
