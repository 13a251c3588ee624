import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { isOnCanvas, publishing } from '#renderer/templates/index.ts';
import { usePublishEnds } from '../editor/use-publish-ends.ts';
import { PublishDialog } from './lazy-pages.ts';

/** Publishing a project as a template, wherever it was asked for. */
export function PublishDialogs(): ReactElement | null {
  const state = useStore(publishing);
  const ends = usePublishEnds();
  if (state.request === null || isOnCanvas(state)) return null;
  return <PublishDialog {...state.request} {...ends} />;
}
