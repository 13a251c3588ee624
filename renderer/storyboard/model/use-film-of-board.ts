import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { animaticFilm } from '#shared/storyboard/animatic-film.ts';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import type { FindLibraryFile } from '#shared/storyboard/media.ts';
import { validateTimeline, type TimelineBody } from '#shared/timeline/index.ts';
import { timelineQuery } from '#renderer/timeline/index.ts';

/** The videos and sounds of a board as a film, with the sound of the project's timeline. */
export function useFilmOfBoard({
  connectionId,
  projectId,
  document,
  find,
}: {
  connectionId: string;
  projectId: string;
  document: StoryboardDocument;
  find: FindLibraryFile;
}): TimelineBody {
  const { data } = useQuery({ ...timelineQuery(connectionId, projectId), staleTime: 0 });
  return useMemo(() => {
    const validated = data ? validateTimeline(data.document) : null;
    return animaticFilm(document, find, validated?.ok === true ? validated.document : null);
  }, [data, document, find]);
}
