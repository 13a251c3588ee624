import { clipExt, trackExt, withClipExt, withTrackExt } from '../ext.ts';
import { changedTextStyle, type FullTextStyle } from '../text-style.ts';
import { withClips, type TimelineEdit } from './edit.ts';
import { changeEach } from './look.ts';
import { updateTrack } from './tracks.ts';

/** Changes how titles and captions look; undefined: as their track says, else as usual. */
export const setTextStyle = (ids: Iterable<string>, change: Partial<FullTextStyle>): TimelineEdit =>
  changeEach(ids, (clip) =>
    clip.type === 'text'
      ? withClipExt(clip, { textStyle: changedTextStyle(clipExt(clip).textStyle, change) })
      : null,
  );

/** Changes how all captions of a track look that say nothing else themselves. */
export const setTrackTextStyle =
  (trackId: string, change: Partial<FullTextStyle>): TimelineEdit =>
  (document) =>
    updateTrack(document, trackId, (track) =>
      track.locked
        ? null
        : withTrackExt(track, { textStyle: changedTextStyle(trackExt(track).textStyle, change) }),
    );

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
