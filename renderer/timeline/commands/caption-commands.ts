import { captionsOf, captionTracks, writeCaptions, type CaptionForm } from '#shared/timeline/captions.ts';
import type { TimelineDocument } from '#shared/timeline/document.ts';
import { addCaption } from '#shared/timeline/edits/index.ts';
import type { Playhead } from '#renderer/player/index.ts';
import { saveBlob } from '#renderer/ui/index.ts';
import { importCaptions } from './caption-files.ts';
import { changeOver, type Editing } from '../gestures/step-notices.ts';
import { newId } from '../gestures/use-timeline-pointer.ts';
import { words } from '#renderer/words/index.ts';

const t = words.timelineCommands.captionCommands;

/** The captions that commands are about: those of the chosen track, else of the lowest; null for none. */
export function captionTrackOf(document: TimelineDocument, trackId: string | null): string | null {
  const tracks = captionTracks(document);
  return tracks.find((id) => id === trackId) ?? tracks[0] ?? null;
}

function pickCaptionFiles(onFiles: (files: File[]) => void): void {
  const picker = window.document.createElement('input');
  picker.type = 'file';
  picker.accept = '.srt,.vtt';
  picker.multiple = true;
  picker.addEventListener('change', () => onFiles([...(picker.files ?? [])]));
  picker.click();
}

/** The commands of captions. */
export function captionCommands(segments: Editing & { document: TimelineDocument; playhead: Playhead }) {
  const { document, store, playhead, change } = segments;
  const save = (form: CaptionForm) => () => {
    const trackId = captionTrackOf(document, store.getState().trackId);
    if (trackId === null) return;
    const track = document.timeline.tracks.find(({ id }) => id === trackId);
    const type = form === 'srt' ? 'application/x-subrip' : 'text/vtt';
    const name = (track?.name || document.name || t.captions).replace(/[\p{Cc}/\\:*?"<>|]+/gu, ' ').trim();
    saveBlob(new Blob([writeCaptions(captionsOf(document, trackId), form)], { type }), `${name}.${form}`);
  };
  return {
    'timeline.add-caption': () => {
      const id = newId();
      const { trackId } = store.getState();
      const location = { id, trackId, at: playhead.getState().time };
      changeOver(segments, t.addCaption, newId, (ids) => addCaption(location, t.caption, ids));
      store.setState({ selected: new Set([id]), fromId: id, editingId: id, newWordsId: id });
    },
    'timeline.edit-words': () => {
      const { selected, fromId } = store.getState();
      const clips = document.timeline.clips.filter(({ id, type }) => selected.has(id) && type === 'text');
      const clip = clips.find(({ id }) => id === fromId) ?? clips[0];
      if (clip) store.setState({ editingId: clip.id, newWordsId: null });
    },
    'timeline.captions-from-file': () => pickCaptionFiles((files) => void importCaptions(files, change)),
    'timeline.save-srt': save('srt'),
    'timeline.save-vtt': save('vtt'),
  };
}
