import { shotKeys } from './board-clips.ts';
import { clipExt, mediumOf } from '../timeline/ext.ts';
import type { TimelineClip, TimelineDocument } from '../timeline/document.ts';
import type { StoryboardDocument } from './document.ts';
import { originOf } from './made.ts';
import { inOrder, mediaOfShot, resolveMedia, type LibraryFile } from './media.ts';

/** What nodes or runs made, as far as it is known. */
export interface CreatedFiles {
  fileIds: ReadonlySet<string>;
  nodeIds: ReadonlySet<string>;
  runIds: ReadonlySet<string>;
}

/** A shot that shows such a file. */
export interface ShotUse {
  /** What the shot is called on a timeline. */
  shotId: string;
  /** As on the board: scene and place in it. */
  number: string;
  name: string;
  fileId: string;
}

/** A clip that shows such a file, or was made from such a shot and shows another now. */
export interface ClipUse {
  clip: TimelineClip;
  fileId: string | null;
}

/** The shots and clips of a film that show what nodes or runs made, each list as it plays. */
export function findFilmUses(
  { board, timeline }: { board: StoryboardDocument | null; timeline: TimelineDocument | null },
  created: CreatedFiles,
  library: ReadonlyMap<string, LibraryFile>,
): { shots: ShotUse[]; clips: ClipUse[] } {
  const shots = board === null ? [] : usesOnBoard(board, created, library);
  const shotIds = new Set(shots.map(({ shotId }) => shotId));
  const clips = (timeline?.timeline.clips ?? []).flatMap((clip): ClipUse[] => {
    const fileId = mediumOf(clip, library)?.fileId ?? null;
    const shotId = clipExt(clip).shotId;
    const isCreated = fileId !== null && created.fileIds.has(fileId);
    return isCreated || (shotId !== undefined && shotIds.has(shotId)) ? [{ clip, fileId }] : [];
  });
  return { shots, clips: clips.toSorted((a, b) => a.clip.startTime - b.clip.startTime) };
}

function usesOnBoard(
  board: StoryboardDocument,
  created: CreatedFiles,
  library: ReadonlyMap<string, LibraryFile>,
): ShotUse[] {
  const keyOf = shotKeys(board);
  const find = ({ fileId = '', filename = '' }: { fileId?: string; filename?: string }) =>
    library.get(fileId) ?? library.get(filename);
  return inOrder(board.sequences).flatMap(({ item: scene }, sceneAt) =>
    inOrder(scene.shots).flatMap(({ item: shot }, shotAt): ShotUse[] => {
      const recorded = shot.panels.flatMap((panel) => originOf(panel) ?? []);
      const byNote = recorded.find(
        ({ nodeId, runId }) =>
          created.runIds.has(runId) || (nodeId !== undefined && created.nodeIds.has(nodeId)),
      );
      const visible = mediaOfShot(shot, []).flatMap((medium) => {
        const found = resolveMedia(medium, find);
        return found.kind === 'file' ? [found.file.fileId] : [];
      });
      // A note of a picture that was exchanged since says nothing of what is shown.
      const fileId =
        visible.find((id) => created.fileIds.has(id)) ??
        (byNote && visible.includes(byNote.fileId) ? byNote.fileId : undefined);
      if (fileId === undefined) return [];
      const name = shot.name || shot.description;
      return [{ shotId: keyOf(scene.id, shot.id), number: `${sceneAt + 1}.${shotAt + 1}`, name, fileId }];
    }),
  );
}
