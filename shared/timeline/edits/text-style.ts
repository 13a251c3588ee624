import { clipExt, trackExt, withClipExt, withTrackExt } from '../ext.ts';
import { changedTextStyle, type FullTextStyle } from '../text-style.ts';
import { editableClips, replaceClips, withClips, type TimelineEdit } from './edit.ts';

/** Changes how titles and captions look; undefined: as their track says, else as usual. */
export const setTextStyle =
  (ids: Iterable<string>, change: Partial<FullTextStyle>): TimelineEdit =>
  (document) =>
    replaceClips(
      document,
      editableClips(document, ids)
        .filter(({ type }) => type === 'text')
        .flatMap(
          (clip) => withClipExt(clip, { textStyle: changedTextStyle(clipExt(clip).textStyle, change) }) ?? [],
        ),
    );

/** Changes how all captions of a track look that say nothing else themselves. */
export const setTrackTextStyle =
  (trackId: string, change: Partial<FullTextStyle>): TimelineEdit =>
  (document) => {
    const track = document.timeline.tracks.find(({ id, locked }) => id === trackId && !locked);
    const changed =
      track && withTrackExt(track, { textStyle: changedTextStyle(trackExt(track).textStyle, change) });
    if (!changed) return null;
    const tracks = document.timeline.tracks.map((item) => (item === track ? changed : item));
    return { ...document, timeline: { ...document.timeline, tracks } };
  };

/** Gives all captions of a track one look: it becomes the track's, and none has another one. */
export const shareTextStyle =
  (trackId: string, style: FullTextStyle): TimelineEdit =>
  (document) => {
    const shared = setTrackTextStyle(trackId, style)(document);
    if (!shared) return null;
    return withClips(
      shared,
      shared.timeline.clips.map((clip) =>
        clip.trackId === trackId && clipExt(clip).textStyle !== undefined
          ? (withClipExt(clip, { textStyle: undefined }) ?? clip)
          : clip,
      ),
    );
  };
