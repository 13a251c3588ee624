import { createStore } from 'zustand/vanilla';
import { joinKey } from '#shared/language/join-key.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import {
  formatNote,
  mediaKindOf,
  unreadableFormat,
  uploadFile,
  uploadRejection,
} from '#renderer/uploads/index.ts';
import { uploadTypeOf } from '#shared/http/upload-type.ts';
import { words } from '#renderer/words/index.ts';
import type { ClipFile } from '../model/add-file.ts';

const t = words.timelineTracks.trackUploads;

/** Files of this computer on their way to a timeline; they go on when its page is left. */
export interface TrackUpload {
  id: number;
  /** Whose timeline it is for, by `timelineKeyOf`. */
  timelineKey: string;
  name: string;
  /** 0 to 1 of the bytes that the service has taken. */
  fraction: number;
  cancel: () => void;
}

export const trackUploads = createStore<{ list: readonly TrackUpload[] }>(() => ({ list: [] }));

export const timelineKeyOf = (connectionId: string, projectId: string | null): string =>
  joinKey(connectionId, projectId ?? '');

let lastId = 0;

/** A file whose bytes are there and that can become a clip, or why it cannot. */
async function clipRejection(file: File): Promise<string | null> {
  const unreadable = await unreadableFormat(file);
  if (unreadable !== null) return unreadable;
  if (mediaKindOf(file) === 'file') return t.notPictureVideoSound(file.name);
  return uploadRejection(file);
}

/** A file of this computer that has arrived, with what it was here. */
export type UploadedFile = ClipFile & { source: File };

/**
 * Uploads files one after the other, and says what cannot be taken.
 * @param use takes those that have arrived; until it is done they are listed as on their way.
 * @returns those that have arrived, in their order.
 */
export async function uploadForTracks(
  files: readonly File[],
  problems: readonly string[],
  { connectionId, projectId }: { connectionId: string; projectId: string | null },
  use: (uploaded: readonly UploadedFile[]) => Promise<void> = () => Promise.resolve(),
): Promise<UploadedFile[]> {
  const failed = [...problems];
  const good: File[] = [];
  for (const file of files) {
    const problem = await clipRejection(file);
    if (problem === null) good.push(file);
    else failed.push(problem);
  }
  const timelineKey = timelineKeyOf(connectionId, projectId);
  const started = good.map((file) => ({ file, ...registerUpload(timelineKey, file.name) }));
  const notes = (await Promise.all(good.map(formatNote))).filter((note) => note !== null);
  if (notes.length > 0) showToast({ title: notes.slice(0, 3).join(' ') });
  const uploaded: UploadedFile[] = [];
  const completedIds: number[] = [];
  for (const { file, id, signal } of started) {
    try {
      signal.throwIfAborted();
      const onProgress = (progress: number) => change(id, (upload) => ({ ...upload, fraction: progress }));
      const fileId = await uploadFile(connectionId, file, { onProgress, signal });
      const contentType = uploadTypeOf(file);
      uploaded.push({ fileId, filename: file.name, contentType, source: file });
      change(id, (upload) => ({ ...upload, fraction: 1 }));
      completedIds.push(id);
    } catch (error) {
      if (!signal.aborted) failed.push(`${file.name}: ${describeProblem(error)}`);
      change(id, () => null);
    }
  }
  if (failed.length > 0) {
    showToast({
      kind: 'error',
      title: failed.length === 1 ? t.fileNotAdded : t.filesNotAdded(failed.length),
      description: failed.slice(0, 3).join(' '),
    });
  }
  try {
    await use(uploaded);
  } finally {
    for (const id of completedIds) change(id, () => null);
  }
  return uploaded;
}

function registerUpload(timelineKey: string, name: string): { id: number; signal: AbortSignal } {
  const controller = new AbortController();
  const upload = { id: (lastId += 1), timelineKey, name, fraction: 0, cancel: () => controller.abort() };
  trackUploads.setState(({ list }) => ({ list: [...list, upload] }));
  return { id: upload.id, signal: controller.signal };
}

function change(id: number, next: (upload: TrackUpload) => TrackUpload | null): void {
  trackUploads.setState(({ list }) => ({
    list: list.flatMap((upload) => (upload.id === id ? (next(upload) ?? []) : [upload])),
  }));
}
