import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { useFileDrop } from './file-drop.ts';
import type { useComingFiles } from './use-coming-files.ts';

const { notPlaced, notPlacedDetail } = words.storyboard;

/** Files dropped on no shot: an empty place of the board makes new shots of them, and what is beside the board says so. */
export function useBoardFiles(
  { sequences }: StoryboardDocument,
  coming: Pick<ReturnType<typeof useComingFiles>, 'dropNew'>,
) {
  const board = useFileDrop((transfer, target) => {
    const own = target.closest<HTMLElement>('[data-scene-part]')?.dataset['scenePart'];
    const scene = own ?? sequences.at(-1)?.id;
    if (scene !== undefined) void coming.dropNew(scene, transfer);
  });
  const beside = useFileDrop(() =>
    showToast({ kind: 'error', title: notPlaced, description: notPlacedDetail }),
  );
  return {
    onBoard: { ...board.handlers, 'data-over': board.isOver ? '' : undefined },
    beside: beside.handlers,
  };
}
