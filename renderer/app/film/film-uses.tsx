import { useState, type ReactElement } from 'react';
import { useIntent } from '#renderer/desk/index.ts';
import { lazyComponent } from '#renderer/ui/index.ts';
import type { FilmUsesRequest } from '../runs/made-files.ts';

const FilmUsesDialog = lazyComponent(() =>
  import('./film-uses-dialog.tsx').then((module) => module.FilmUsesDialog),
);

/** Where on the storyboard and timeline something is used, while that is asked, wherever one is. */
export function FilmUses(): ReactElement | null {
  const [request, setRequest] = useState<FilmUsesRequest | null>(null);
  useIntent('show-film-uses', null, setRequest);
  if (request === null) return null;
  return <FilmUsesDialog request={request} onClose={() => setRequest(null)} />;
}
