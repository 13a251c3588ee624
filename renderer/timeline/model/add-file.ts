import { MAX_SECONDS, type TimelineDocument } from '#shared/timeline/document.ts';
import { FileRecord } from '#shared/desk/index.ts';
import { asRecord } from '#shared/document/problems.ts';
import {
  addTrack,
  clipOfMedium,
  overwriteClips,
  visibleOf,
  type Medium,
  type NewId,
  type Placement,
  type TimelineEdit,
} from '#shared/timeline/edits/index.ts';
import { DEFAULT_LIMITS, parseJson } from '#shared/reading/index.ts';
import { snapToFrame } from '#shared/timeline/edits/frames.ts';
import { z } from 'zod';
import { callDesk, DRAG_FILE, DRAG_FILES } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import { layoutTracks, type TrackRow } from './layout.ts';

const t = words.timelineModel.addFile;

/** Where a file is put. */
export interface InsertTarget {
  /** The track under the pointer, or the chosen one; another is taken where it does not fit. */
  trackId: string | null;
  /** Seconds. */
  at: number;
  placement: Placement;
  /** An insert moves what is later on other tracks too. */
  keepsStep?: boolean;
}

/** What kind of clip a file becomes; null for what is not a picture, video or sound. */
export function clipTypeOf({ contentType }: Pick<FileRecord, 'contentType'>): Medium['type'] | null {
  const kind = contentType.split('/')[0];
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : null;
}

/** The tracks that take sounds, or all other media, from the top down. */
export const rowsFor = (document: TimelineDocument, isSound: boolean): TrackRow[] =>
  layoutTracks(document).filter(
    ({ track, kind }) =>
      !track.locked && kind !== 'captions' && (kind === 'empty' || (kind === 'sound') === isSound),
  );

/** Puts a medium on a track that takes it: sounds on sound tracks, the rest on others. Where there is none, one is added. */
export const addMedium =
  (medium: Medium, { trackId, at, placement, keepsStep }: InsertTarget, newId: NewId): TimelineEdit =>
  (document) => {
    const isSound = medium.type === 'audio';
    const rows = rowsFor(document, isSound);
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
    return before && overwriteClips([clip], placement, newId, keepsStep)(before);
  };

/** Puts media one behind the other, as one edit. */
export const addMedia =
  (media: readonly Medium[], target: InsertTarget, newId: NewId): TimelineEdit =>
  (document) => {
    let { at } = target;
    let current: TimelineDocument | null = null;
    for (const medium of media) {
      const next = addMedium(medium, { ...target, at }, newId)(current ?? document);
      if (!next) continue;
      current = next;
      at += visibleOf(medium);
    }
    return current;
  };

/** What of a file is known when it becomes a clip. */
export type ClipFile = Pick<FileRecord, 'fileId' | 'filename' | 'contentType'>;

/** What a file is as a medium, with its length. @returns null for what can be no clip. */
export async function mediumOf(connectionId: string, file: ClipFile): Promise<Medium | null> {
  const type = clipTypeOf(file);
  if (type === null) return null;
  // A file that nobody can read is put in with a length that can be changed.
  const info = await callDesk('mediaFacts', { body: { connectionId, fileId: file.fileId } }).catch(
    () => null,
  );
  const length = info && 'seconds' in info && info.seconds > 0 ? info.seconds : null;
  const { fileId, filename } = file;
  return { fileId, filename, type, length: type === 'image' ? null : length };
}

/** A shot of the storyboard as a drag carries it beside its file: what the clip is called, and how long it is. */
export const DRAG_SHOT = 'application/x-patchbay-shot';
/** What a clip takes over from a shot. */
export type ShotFields = Required<Pick<Medium, 'name' | 'visibleSeconds'>>;

/** Puts what a clip takes over from a shot on the drag of its file. */
export const setDraggedShot = (transfer: DataTransfer, shot: ShotFields): void =>
  transfer.setData(DRAG_SHOT, JSON.stringify(shot));

/** What a drag of a shot is beyond its board, by kinds of data: its file, with the name and length of the shot. */
export const draggedShot = (
  file: ClipFile & Pick<FileRecord, 'connectionId'>,
  shot: ShotFields,
): Record<string, string> => {
  const record: FileRecord = {
    projectId: null,
    sizeBytes: 0,
    origin: 'upload',
    createdAt: '',
    ...file,
  };
  return { [DRAG_FILE]: JSON.stringify(record), [DRAG_SHOT]: JSON.stringify(shot) };
};

/** As many files as one drag puts on a track. */
const MAX_DRAGGED = 200;
const DraggedFiles = z.array(FileRecord).max(MAX_DRAGGED);

/** The files of the library that a drag carries, and what it says of the shot of a single one. */
export function draggedFiles(transfer: DataTransfer): { files: FileRecord[]; shot: ShotFields | null } {
  const multiple = DraggedFiles.safeParse(dragged(transfer, DRAG_FILES)).data;
  if (multiple) return { files: multiple, shot: null };
  const file = FileRecord.safeParse(dragged(transfer, DRAG_FILE)).data;
  return { files: file ? [file] : [], shot: shotOf(dragged(transfer, DRAG_SHOT)) };
}

function shotOf(value: unknown): ShotFields | null {
  const { name, visibleSeconds } = asRecord(value);
  const isTime = typeof visibleSeconds === 'number' && visibleSeconds >= 0 && visibleSeconds <= MAX_SECONDS;
  return typeof name === 'string' && isTime ? { name: name.slice(0, 200), visibleSeconds } : null;
}

/** What a drag carries of a kind; any program can put text of the same kind on one. */
function dragged(transfer: DataTransfer, kind: string): unknown {
  const read = parseJson(transfer.getData(kind), {
    limits: DEFAULT_LIMITS,
    label: t.theFile,
    hint: t.dragRetry,
  });
  return read.ok ? read.value : null;
}
