import { words } from '#renderer/words/index.ts';
import { useMemo } from 'react';
import type { TimelineClip, TimelineDocument } from '#shared/timeline/document.ts';
import type { Medium, NewId, TimelineEdit } from '#shared/timeline/edits/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { mediaDocuments } from '#renderer/documents/index.ts';
import { mayBeWebPicture, readDrop, unreadableRecord } from '#renderer/uploads/index.ts';
import { importCaptions, importLibraryCaptions, isCaptionFile, isCaptionName } from './caption-files.ts';
import {
  addMedia,
  draggedFiles,
  mediumOf,
  rowsFor,
  type InsertTarget,
  type ClipFile,
  type ShotFields,
} from '../model/add-file.ts';
import { addAdjacent, addInFreeSpace, type FreeTarget } from '../model/add-free.ts';
import { changed, partingIds, type Created } from '../gestures/step-notices.ts';
import { uploadForTracks } from '../tracks/track-uploads.ts';
import { newId } from '../gestures/use-timeline-pointer.ts';

const t = words.timelineCommands.useAddMedia;

/** Puts files on tracks. */
export interface AddMedia {
  /** A file of the library, and what it takes over from a shot. */
  add: (file: ClipFile, target: InsertTarget, shot?: ShotFields | null) => void;
  /** Files of this computer, which are uploaded first and then lie where nothing else does. */
  upload: (files: readonly File[], target: FreeTarget) => void;
  /** What was let go on a track, a file of the library or files of this computer. To be called in the drop event itself. */
  drop: (transfer: DataTransfer, target: DropTarget) => void;
}

/**
 * Shows clips that were added, and says which clips they cut.
 * @param at isOver: they lie where others did; isFar: elsewhere than where a person looks; isBeside: they made way for what lies
 * where they were meant.
 */
export type MediaNotices = (
  created: Created,
  clips: readonly TimelineClip[],
  at: { isOver: boolean; isHidden: boolean; isFree: boolean },
) => void;

/** Where a drop is meant: over nothing, unless somebody asks for an insert or an overwrite. */
export type DropTarget = Omit<InsertTarget, 'placement'> & {
  placement: InsertTarget['placement'] | 'beside';
};

/** How media come onto tracks. */
interface Adding {
  editOf: (media: readonly Medium[], ids: NewId) => TimelineEdit;
  /** Whether a clip came to lie elsewhere than where a person looks. */
  isHidden: (first: TimelineClip) => boolean;
  /** They are put over clips that lie there. */
  isOver?: boolean;
  /** Where they make way for clips that lie there. */
  free?: DropTarget;
}

const at = ({ placement, ...target }: DropTarget): Omit<Adding, 'isHidden'> =>
  placement === 'beside'
    ? { editOf: (media, ids) => addAdjacent(media, target, ids), free: { placement, ...target } }
    : {
        editOf: (media, ids) => addMedia(media, { ...target, placement }, ids),
        isOver: placement === 'overwrite',
      };

/** Whether a clip that was to make way for others did so: it lies on another track than meant, which takes its kind too. */
function yielded(
  before: TimelineDocument,
  { type, trackId }: TimelineClip,
  targetId: string | null,
): boolean {
  const rows = rowsFor(before, type === 'audio');
  const isNew = !before.timeline.tracks.some(({ id }) => id === trackId);
  const isMeant = rows.some(({ track }) => track.id === targetId);
  return isMeant ? trackId !== targetId : isNew && rows.length > 0;
}

/** Makes clips of files, once their length is known. @param projectId null: a timeline that is of no project. */
export function useAddMedia(
  connectionId: string,
  projectId: string | null,
  change: ((name: string, edit: TimelineEdit) => void) | null,
  notices?: MediaNotices,
): AddMedia {
  return useMemo(() => {
    const addFiles = async (files: readonly ClipFile[], adding: Adding, shot: ShotFields | null) => {
      const media: Medium[] = [];
      for (const file of files) {
        if (isCaptionName(file.filename)) {
          await importLibraryCaptions(connectionId, file, change);
          continue;
        }
        const unreadable = unreadableRecord(file);
        if (unreadable !== null) {
          showToast({
            kind: 'error',
            title: words.timelineTracks.trackUploads.fileNotAdded,
            description: unreadable,
          });
          continue;
        }
        const medium = await mediumOf(connectionId, file);
        if (medium) media.push({ ...medium, ...shot });
      }
      const [first] = media;
      if (!first) return;
      const name = media.length === 1 ? t.add(first.filename) : t.addFiles(media.length);
      const ids = partingIds(newId);
      const created = changed(change, name, adding.editOf(media, ids.newId));
      if (!created) return;
      const before = new Set(created.before.timeline.clips.map(({ id }) => id));
      const added = created.after.timeline.clips.filter(({ id }) => !before.has(id) && !ids.splitIds.has(id));
      const [clip] = added;
      if (!clip) return;
      const { free } = adding;
      notices?.({ ...created, splitIds: ids.splitIds }, added, {
        isOver: adding.isOver ?? false,
        isHidden: adding.isHidden(clip),
        isFree: free !== undefined && added.some((item) => yielded(created.before, item, free.trackId)),
      });
    };
    const upload = async (dropped: ReturnType<typeof readDrop>, adding: Omit<Adding, 'isHidden'>) => {
      // Open until the files have arrived, also when the page is left meanwhile.
      const leave = projectId === null ? null : mediaDocuments.timeline.open(connectionId, projectId).leave;
      try {
        const { files: all, problems, text } = await dropped;
        if (text !== null) problems.push(words.webDrop.wordsOnly);
        const files = all.filter((file) => !isCaptionFile(file));
        await importCaptions(all.filter(isCaptionFile), change);
        await uploadForTracks(files, problems, { connectionId, projectId }, (uploaded) =>
          addFiles(uploaded, { ...adding, isHidden: () => true }, null),
        );
      } finally {
        leave?.();
      }
    };
    const add: AddMedia['add'] = (file, target, shot = null) =>
      void addFiles([file], { ...at(target), isHidden: () => false }, shot);
    return {
      add,
      upload: (files, target) =>
        void upload(Promise.resolve({ files: [...files], problems: [], text: null }), {
          editOf: (media, ids) => addInFreeSpace(media, target, ids),
        }),
      drop: (transfer, target) => {
        const { files, shot } = draggedFiles(transfer);
        // What made way for others lies elsewhere than it was let go.
        if (files.length > 0)
          void addFiles(
            files,
            { ...at(target), isHidden: ({ trackId }) => trackId !== target.trackId },
            shot,
          );
        else if (transfer.types.includes('Files') || mayBeWebPicture(transfer))
          void upload(readDrop(transfer), at(target));
      },
    };
  }, [connectionId, projectId, change, notices]);
}
