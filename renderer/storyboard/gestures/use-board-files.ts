import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { useFileDrop } from './file-drop.ts';
import type { useIncomingFiles } from './use-coming-files.ts';

const { notPlaced, notPlacedDetail } = words.storyboard;

/** Files dropped on no shot: an empty place of the board makes new shots of them, and what is beside the board says so. */
export function useBoardFiles(
  { sequences }: StoryboardDocument,
  incoming: Pick<ReturnType<typeof useIncomingFiles>, 'dropNew'>,
) {
  const board = useFileDrop((transfer, target) => {
    const sceneId = target.closest<HTMLElement>('[data-scene-part]')?.dataset['scenePart'];
    const scene = sceneId ?? sequences.at(-1)?.id;
    if (scene !== undefined) void incoming.dropNew(scene, transfer);
  });
  const outside = useFileDrop(() =>
    showToast({ kind: 'error', title: notPlaced, description: notPlacedDetail }),
  );
  return {
    onBoard: { ...board.handlers, 'data-over': board.isOver ? '' : undefined },
    outside: outside.handlers,
  };
}
