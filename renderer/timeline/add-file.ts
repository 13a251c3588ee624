import { FileRecord } from '#shared/desk/index.ts';
import {
  addTrack,
  clipOfMedium,
  placeClips,
  type Medium,
  type NewId,
  type Placing,
  type TimelineEdit,
} from '#shared/timeline/edits/index.ts';
import { DEFAULT_LIMITS, parseJson } from '#shared/reading/index.ts';
import { snapToFrame } from '#shared/timeline/edits/frames.ts';
import { callDesk, DRAG_FILE } from '#renderer/desk/index.ts';
import { layOutTracks, type TrackRow } from './layout.ts';

/** Where a file is put. */
export interface FilePlace {
  /** The track under the pointer, or the chosen one; another is taken where it does not fit. */
  trackId: string | null;
  /** Seconds. */
  at: number;
  placing: Placing;
}

/** What kind of clip a file becomes; null for what is no picture, video or sound. */
export function clipTypeOf({ contentType }: Pick<FileRecord, 'contentType'>): Medium['type'] | null {
  const kind = contentType.split('/')[0];
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : null;
}

/** Puts a medium on a track that takes it: sounds on sound tracks, the rest on others. Where there is none, one is added. */
export const addMedium =
  (medium: Medium, { trackId, at, placing }: FilePlace, newId: NewId): TimelineEdit =>
  (document) => {
    const isSound = medium.type === 'audio';
    const takes = ({ track, kind }: TrackRow): boolean =>
      !track.locked && kind !== 'captions' && (kind === 'empty' || (kind === 'sound') === isSound);
    const rows = layOutTracks(document).filter(takes);
    const row = rows.find(({ track }) => track.id === trackId) ?? (isSound ? rows[0] : rows.at(-1));
    const added = `track-${newId()}`;
    const before = row
      ? document
      : addTrack({
          id: added,
          name: isSound ? 'Audio' : 'Video',
          kind: isSound ? 'sound' : 'picture',
        })(document);
    const clip = clipOfMedium(medium, {
      id: newId(),
      trackId: row?.track.id ?? added,
      at: snapToFrame(Math.max(0, at), document.timeline.frameRate),
    });
    return before && placeClips([clip], placing, newId)(before);
  };

/** What a file is as a medium, with its length. @returns null for what can be no clip. */
export async function mediumOf(connectionId: string, file: FileRecord): Promise<Medium | null> {
  const type = clipTypeOf(file);
  if (type === null) return null;
  // A file that nobody can read is put in with a length that can be changed.
  const facts = await callDesk('mediaFacts', { body: { connectionId, fileId: file.fileId } }).catch(
    () => null,
  );
  const length = facts && 'seconds' in facts && facts.seconds > 0 ? facts.seconds : null;
  const { fileId, filename } = file;
  return { fileId, filename, type, length: type === 'image' ? null : length };
}

/** The file of the library that a drag carries. */
export function draggedFile(transfer: DataTransfer): FileRecord | null {
  const read = parseJson(transfer.getData(DRAG_FILE), {
    limits: DEFAULT_LIMITS,
    subject: 'The file',
    advice: 'Drag it again.',
  });
  return read.ok ? (FileRecord.safeParse(read.value).data ?? null) : null;
}
