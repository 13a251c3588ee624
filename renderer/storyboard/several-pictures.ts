import { useEffect, useRef, useState } from 'react';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import type { ShotRef } from '#shared/storyboard/editing.ts';
import type { FindLibraryFile } from '#shared/storyboard/media.ts';
import { dismissToast, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { BoardActions } from './board-actions.ts';

const NOTICE = 'several pictures in one shot';

const shotOf = ({ sequences }: StoryboardDocument, { scene, shot }: ShotRef) =>
  sequences.find(({ id }) => id === scene)?.shots.find(({ id }) => id === shot);

/**
 * Several pictures that are put into one shot are its panels, of which a timeline shows the first. The function that is
 * returned says so and offers to make a shot of each; the notice goes when the panels do.
 */
export function useSeveralPictures(
  document: StoryboardDocument,
  actions: BoardActions,
  find: FindLibraryFile,
) {
  const [offered, setOffered] = useState<{ ref: ShotRef; panelIds: readonly string[] } | null>(null);
  const panels = offered ? shotOf(document, offered.ref)?.panels : undefined;
  const isThere = offered?.panelIds.every((id) => panels?.some((panel) => panel.id === id)) === true;
  useEffect(() => {
    if (offered && !isThere) dismissToast(NOTICE);
  }, [offered, isThere]);
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
    setOffered({ ref, panelIds });
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
