import { clipExt, withClipExt } from '../ext.ts';
import { editableClips, replaceClips, type TimelineEdit } from './edit.ts';

/** Links clips, so that they are selected and moved together. @param linkId one that nothing has yet. */
export const linkClips =
  (ids: Iterable<string>, linkId: string): TimelineEdit =>
  (document) => {
    const clips = editableClips(document, ids);
    if (clips.length < 2) return null;
    return replaceClips(
      document,
      clips.flatMap((clip) => withClipExt(clip, { linkId }) ?? []),
    );
  };

/** Lets linked clips be selected and moved one by one again. */
export const unlinkClips =
  (ids: Iterable<string>): TimelineEdit =>
  (document) =>
    replaceClips(
      document,
      editableClips(document, ids)
        .filter((clip) => clipExt(clip).linkId !== undefined)
        .flatMap((clip) => withClipExt(clip, { linkId: undefined }) ?? []),
    );
