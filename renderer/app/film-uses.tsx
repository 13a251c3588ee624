import { lazy, Suspense, useSyncExternalStore, type ReactElement } from 'react';
import { askForFilmUses, filmUsesAsked, onFilmUsesAsked } from '#renderer/model/film-uses-request.ts';

const FilmUsesDialog = lazy(() =>
  import('./film-uses-dialog.tsx').then((module) => ({ default: module.FilmUsesDialog })),
);

/** Where on the storyboard and timeline something is used, while that is asked, wherever one is. */
export function FilmUses(): ReactElement | null {
  const asked = useSyncExternalStore(onFilmUsesAsked, filmUsesAsked);
  if (asked === null) return null;
  return (
    <Suspense fallback={null}>
      <FilmUsesDialog asked={asked} onClose={() => askForFilmUses(null)} />
    </Suspense>
  );
}
