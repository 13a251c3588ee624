import { useEffect, useRef, useState } from 'react';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import type { ShotRef } from '#shared/storyboard/editing.ts';
import type { FindLibraryFile } from '#shared/storyboard/media.ts';
import { dismissToast, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { BoardActions } from './board-actions.ts';

const t = words.storyboard.picturesTexts;

const NOTICE = t.picturesShot;

const shotOf = ({ sequences }: StoryboardDocument, { scene, shot }: ShotRef) =>
  sequences.find(({ id }) => id === scene)?.shots.find(({ id }) => id === shot);

/**
 * Several pictures that are put into one shot are its panels, of which a timeline shows the first. The function that is
 * returned says so and offers to make a shot of each; the notice goes when the panels do.
 */
export function useMultiplePictures(
  document: StoryboardDocument,
  actions: BoardActions,
  find: FindLibraryFile,
) {
  const [pending, setPending] = useState<{ ref: ShotRef; panelIds: readonly string[] } | null>(null);
  const panels = pending ? shotOf(document, pending.ref)?.panels : undefined;
  const exists = pending?.panelIds.every((id) => panels?.some((panel) => panel.id === id)) === true;
  useEffect(() => {
    if (pending && !exists) dismissToast(NOTICE);
  }, [pending, exists]);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      dismissToast(NOTICE);
    };
  }, []);
  return (ref: ShotRef, panelIds: readonly string[]): void => {
    // Files may arrive when the board was left.
    if (panelIds.length < 2 || !isOpen.current) return;
    setPending({ ref, panelIds });
    showToast({
      id: NOTICE,
      title: words.storyboard.severalTitle(panelIds.length, actions.numberOf(ref)),
      description: words.storyboard.severalDetail,
      action: {
        label: words.storyboard.severalSplit,
        run: () => actions.panelsToShots(ref, panelIds, find),
      },
      timeout: 20_000,
    });
  };
}
