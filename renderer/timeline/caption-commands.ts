import {
  captionsOf,
  captionTracks,
  readCaptions,
  writeCaptions,
  type CaptionForm,
} from '#shared/timeline/captions.ts';
import type { TimelineDocument } from '#shared/timeline/document.ts';
import { addCaption, addCaptions, type TimelineEdit } from '#shared/timeline/edits/index.ts';
import type { Playhead } from '#renderer/player/index.ts';
import type { FileRecord } from '#shared/desk/index.ts';
import { callDesk, describeProblem } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import { saveBlob, showToast } from '#renderer/ui/index.ts';
import type { EditStore } from './edit-store.ts';
import { newId } from './use-timeline-pointer.ts';

type Change = ((name: string, edit: TimelineEdit) => void) | null;

export const isCaptionName = (name: string): boolean => /\.(?:srt|vtt)$/i.test(name);
export const isCaptionFile = ({ name }: Pick<File, 'name'>): boolean => isCaptionName(name);

/** Bytes of a caption file that is read. */
const MAX_BYTES = 10_000_000;
/** The most that the desktop process gives of a text. */
const MAX_LIBRARY_BYTES = 4_000_000;

/** Puts the captions of files on tracks of their own, and says what cannot be read. */
export async function importCaptions(files: readonly File[], change: Change): Promise<void> {
  for (const file of files) {
    const text = file.size > MAX_BYTES ? '' : await file.text().catch(() => '');
    takeCaptions(file.name, text, change);
  }
}

/** Puts the captions of a file of the library, as a run that transcribes makes them, on a track of their own. */
export async function importLibraryCaptions(
  connectionId: string,
  { fileId, filename }: Pick<FileRecord, 'fileId' | 'filename'>,
  change: Change,
): Promise<void> {
  try {
    const read = await callDesk('mediaText', { body: { connectionId, fileId, maxBytes: MAX_LIBRARY_BYTES } });
    takeCaptions(filename, read.isWhole ? read.text : '', change);
  } catch (error) {
    showToast({
      kind: 'error',
      title: words.clips.notImported(filename),
      description: describeProblem(error),
    });
  }
}

function takeCaptions(filename: string, text: string, change: Change): void {
  const read = readCaptions(text);
  if (!read.ok) {
    showToast({ kind: 'error', title: words.clips.notImported(filename), description: read.problem });
    return;
  }
  const name = filename.replace(/\.\w+$/, '').slice(0, 100);
  const track = { id: `track-${crypto.randomUUID()}`, name: name || 'Captions' };
  change?.('import captions', addCaptions(read.captions, track, newId));
  if (read.skipped > 0) {
    showToast({
      title: `${read.skipped} ${read.skipped === 1 ? 'caption was' : 'captions were'} left out`,
      description: 'They have no words, or end before they begin.',
    });
  }
}

/** The captions that commands are about: those of the chosen track, else of the lowest; null for none. */
export function captionTrackOf(document: TimelineDocument, trackId: string | null): string | null {
  const tracks = captionTracks(document);
  return tracks.find((id) => id === trackId) ?? tracks[0] ?? null;
}

function chooseCaptionFiles(onFiles: (files: File[]) => void): void {
  const picker = window.document.createElement('input');
  picker.type = 'file';
  picker.accept = '.srt,.vtt';
  picker.multiple = true;
  picker.addEventListener('change', () => onFiles([...(picker.files ?? [])]));
  picker.click();
}

/** The commands of captions. */
export function captionCommands({
  document,
  store,
  playhead,
  change,
}: {
  document: TimelineDocument;
  store: EditStore;
  playhead: Playhead;
  change: Change;
}) {
  const save = (form: CaptionForm) => () => {
    const trackId = captionTrackOf(document, store.getState().trackId);
    if (trackId === null) return;
    const track = document.timeline.tracks.find(({ id }) => id === trackId);
    const type = form === 'srt' ? 'application/x-subrip' : 'text/vtt';
    const name = (track?.name || document.name || 'Captions').replace(/[\p{Cc}/\\:*?"<>|]+/gu, ' ').trim();
    saveBlob(new Blob([writeCaptions(captionsOf(document, trackId), form)], { type }), `${name}.${form}`);
  };
  return {
    'timeline.add-caption': () => {
      const id = newId();
      const { trackId } = store.getState();
      change?.('add caption', addCaption({ id, trackId, at: playhead.getState().time }, 'Caption', newId));
      store.setState({ selected: new Set([id]), currentId: id, writingId: id, newWordsId: id });
    },
    'timeline.edit-words': () => {
      const { selected, currentId } = store.getState();
      const clips = document.timeline.clips.filter(({ id, type }) => selected.has(id) && type === 'text');
      const clip = clips.find(({ id }) => id === currentId) ?? clips[0];
      if (clip) store.setState({ writingId: clip.id, newWordsId: null });
    },
    'timeline.captions-from-file': () => chooseCaptionFiles((files) => void importCaptions(files, change)),
    'timeline.save-srt': save('srt'),
    'timeline.save-vtt': save('vtt'),
  };
}
