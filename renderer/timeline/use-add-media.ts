import { words } from '#renderer/words/index.ts';
import { useMemo } from 'react';
import type { TimelineClip } from '#shared/timeline/document.ts';
import type { Medium, TimelineEdit } from '#shared/timeline/edits/index.ts';
import { mediaDocuments } from '#renderer/documents/index.ts';
import { mayBeWebPicture, readDrop } from '#renderer/uploads/index.ts';
import { importCaptions, importLibraryCaptions, isCaptionFile, isCaptionName } from './caption-files.ts';
import {
  addMedia,
  draggedFiles,
  mediumOf,
  type FilePlace,
  type PlacedFile,
  type ShotFields,
} from './add-file.ts';
import { addBeside, addWhereFree, type FreePlace } from './add-free.ts';
import { uploadForTracks } from './track-uploads.ts';
import { newId } from './use-timeline-pointer.ts';

/** Puts files on tracks. */
export interface AddMedia {
  /** A file of the library, and what it takes over from a shot. */
  add: (file: PlacedFile, place: FilePlace, shot?: ShotFields | null) => void;
  /** Files of this computer, which are uploaded first and then lie where nothing else does. */
  upload: (files: readonly File[], place: FreePlace) => void;
  /** What was let go on a track, a file of the library or files of this computer. To be called in the drop event itself. */
  drop: (transfer: DataTransfer, place: DropPlace) => void;
}

/** Shows clips that were added. @param isFar whether to say as well where they lie. */
export type ShowClips = (clips: readonly TimelineClip[], isFar: boolean) => void;

/** Where a drop is meant: over nothing, unless somebody asks for an insert or an overwrite. */
export type DropPlace = Omit<FilePlace, 'placing'> & { placing: FilePlace['placing'] | 'beside' };

/** How media come onto tracks. */
type EditOf = (media: readonly Medium[]) => TimelineEdit;

const at =
  ({ placing, ...place }: DropPlace): EditOf =>
  (media) =>
    placing === 'beside' ? addBeside(media, place, newId) : addMedia(media, { ...place, placing }, newId);

/** Makes clips of files, once their length is known. @param projectId null: a timeline that is of no project. */
export function useAddMedia(
  connectionId: string,
  projectId: string | null,
  change: ((name: string, edit: TimelineEdit) => void) | null,
  show?: ShowClips,
): AddMedia {
  return useMemo(() => {
    /** @param isFar whether a clip came to lie elsewhere than where a person looks. */
    const put = async (
      files: readonly PlacedFile[],
      editOf: EditOf,
      shot: ShotFields | null,
      isFar: (first: TimelineClip) => boolean,
    ) => {
      const media: Medium[] = [];
      for (const file of files) {
        if (isCaptionName(file.filename)) {
          await importLibraryCaptions(connectionId, file, change);
          continue;
        }
        const medium = await mediumOf(connectionId, file);
        if (medium) media.push({ ...medium, ...shot });
      }
      const [first] = media;
      if (!first) return;
      const name = media.length === 1 ? `add ${first.filename}` : `add ${media.length} files`;
      let added: TimelineClip[] = [];
      change?.(name, (document) => {
        const after = editOf(media)(document);
        const before = new Set(document.timeline.clips.map(({ id }) => id));
        added = after?.timeline.clips.filter(({ id }) => !before.has(id)) ?? [];
        return after;
      });
      const [clip] = added;
      if (clip) show?.(added, isFar(clip));
    };
    const upload = async (dropped: ReturnType<typeof readDrop>, editOf: EditOf) => {
      // Open until the files have arrived, also when the page is left meanwhile.
      const leave = projectId === null ? null : mediaDocuments.timeline.open(connectionId, projectId).leave;
      try {
        const { files: all, problems, text } = await dropped;
        if (text !== null) problems.push(words.webDrop.wordsOnly);
        const files = all.filter((file) => !isCaptionFile(file));
        await importCaptions(all.filter(isCaptionFile), change);
        const done = await uploadForTracks(files, problems, { connectionId, projectId });
        await put(done, editOf, null, () => true);
      } finally {
        leave?.();
      }
    };
    const add: AddMedia['add'] = (file, place, shot = null) => void put([file], at(place), shot, () => false);
    return {
      add,
      upload: (files, place) =>
        void upload(Promise.resolve({ files: [...files], problems: [], text: null }), (media) =>
          addWhereFree(media, place, newId),
        ),
      drop: (transfer, place) => {
        const { files, shot } = draggedFiles(transfer);
        // What made way for others lies elsewhere than it was let go.
        if (files.length > 0) void put(files, at(place), shot, ({ trackId }) => trackId !== place.trackId);
        else if (transfer.types.includes('Files') || mayBeWebPicture(transfer))
          void upload(readDrop(transfer), at(place));
      },
    };
  }, [connectionId, projectId, change, show]);
}
