import { captionTracks, clipOfCaption, nameOfWords } from '../captions.ts';
import type { Caption } from '../read-captions.ts';
import type { TimelineClip, TimelineDocument } from '../document.ts';
import { withClipExt } from '../ext.ts';
import { editableClips, openTracks, replaceClips, withClips, type NewId, type TimelineEdit } from './edit.ts';
import { overwriteClips } from './place.ts';
import { addTrack } from './tracks.ts';

/** Adds a track with captions; those that overlap begin when the one before has ended. */
export const addCaptions =
  (captions: readonly Caption[], track: { id: string; name: string }, newId: NewId): TimelineEdit =>
  (document) => {
    const added = addTrack({ ...track, kind: 'captions' })(document);
    if (!added || captions.length === 0) return null;
    const { frameRate, clips } = added.timeline;
    const created: TimelineClip[] = [];
    for (const caption of captions) {
      const last = created.at(-1);
      const from = Math.max(caption.from, last ? last.startTime + last.duration : 0);
      if (caption.to <= from) continue;
      created.push(clipOfCaption({ ...caption, from }, { id: newId(), trackId: track.id, frameRate }));
    }
    return withClips(added, [...clips, ...created]);
  };

/** Seconds that a new caption is shown at first. */
const CAPTION_SECONDS = 2;

/** Where a new caption goes. */
export interface CaptionTarget {
  /** The id of the clip that it becomes. */
  id: string;
  /** The track that is meant; else the lowest open one for captions, else a new one. */
  trackId: string | null;
  /** Seconds. */
  at: number;
}

/** Adds a caption over what lies there. */
export const addCaption =
  ({ id, trackId, at }: CaptionTarget, words: string, newId: NewId): TimelineEdit =>
  (document) => {
    const open = openTracks(document);
    const tracks = captionTracks(document).filter((item) => open.has(item));
    const existing = tracks.find((item) => item === trackId) ?? tracks[0];
    const added = `track-${newId()}`;
    const before: TimelineDocument | null =
      existing === undefined
        ? addTrack({ id: added, name: 'Captions', kind: 'captions' })(document)
        : document;
    if (!before) return null;
    const { frameRate } = before.timeline;
    const caption = { from: at, to: at + CAPTION_SECONDS, words };
    const clip = clipOfCaption(caption, { id, trackId: existing ?? added, frameRate });
    return overwriteClips([clip], 'overwrite', newId)(before);
  };

/** Changes the words of titles and captions; their name follows. */
export const setWords =
  (ids: Iterable<string>, words: string): TimelineEdit =>
  (document) =>
    replaceClips(
      document,
      editableClips(document, ids)
        .filter(({ type }) => type === 'text')
        .flatMap(
          (clip) =>
            withClipExt({ ...clip, name: nameOfWords(words) }, { text: words.slice(0, 10_000) }) ?? [],
        ),
    );
