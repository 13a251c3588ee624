import { useSyncExternalStore, type ReactElement } from 'react';
import { requestFilmUses, filmUsesRequest, onFilmUsesRequest } from '#renderer/model/film-uses-request.ts';
import { lazyComponent } from '#renderer/ui/index.ts';

const FilmUsesDialog = lazyComponent(() =>
  import('./film-uses-dialog.tsx').then((module) => module.FilmUsesDialog),
);

/** Where on the storyboard and timeline something is used, while that is asked, wherever one is. */
export function FilmUses(): ReactElement | null {
  const request = useSyncExternalStore(onFilmUsesRequest, filmUsesRequest);
  if (request === null) return null;
  return <FilmUsesDialog requested={request} onClose={() => requestFilmUses(null)} />;
}
