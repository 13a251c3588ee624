import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import { mediaOfShot, resolveMedia, type FindLibraryFile } from '#shared/storyboard/media.ts';
import { words } from '#renderer/words/index.ts';
import { keyOf } from './selection.ts';

const t = words.storyboard.shotProblems;

/** A problem will not come out as it is meant; a hint is what is still to do. */
export interface ShotIssue {
  kind: 'problem' | 'hint';
  text: string;
  /** It is what stays behind when the timeline is made. */
  isLeftOut?: true;
}

/**
 * What is found at shots, by shot: as problems the same that the service's own check says of media, and as a hint that one
 * has no picture or more than a timeline takes along, which the service does not mind.
 */
export function issuesByShot(
  { sequences }: StoryboardDocument,
  find: FindLibraryFile,
): ReadonlyMap<string, readonly ShotIssue[]> {
  const found = new Map<string, readonly ShotIssue[]>();
  for (const { id: scene, shots } of sequences) {
    for (const shot of shots) {
      const media = mediaOfShot(shot, []).map((reference) => resolveMedia(reference, find));
      const skipped = media.flatMap((item) => (item.kind === 'file' ? [] : [item.warning.message]));
      const isEmpty = media.length === 0 && shot.description === '' && !shot.name;
      const sentences = [
        ...new Set(skipped),
        ...(isEmpty ? [t.shotNeitherPictureNor] : []),
        ...(shot.durationSeconds === 0 ? [t.lastsSecondsGetsDefault] : []),
      ];
      const lacksPicture = media.every((item) => item.kind === 'file' && item.type === 'audio');
      const issues: ShotIssue[] = [
        ...sentences.map((text) => ({ kind: 'problem' as const, text })),
        ...(lacksPicture && !isEmpty ? [{ kind: 'hint' as const, text: words.storyboard.noPicture }] : []),
        ...leftBehind(
          media.filter((item) => item.kind === 'file' && item.type !== 'audio').length,
          shot.transition,
        ),
      ];
      if (issues.length > 0) found.set(keyOf({ scene, shot: shot.id }), issues);
    }
  }
  return found;
}

/** What of a shot is not on the timeline that is made of it. @param pictures of the shot, and videos. */
const leftBehind = (pictures: number, transition: string): ShotIssue[] =>
  [
    ...(pictures > 1 ? [words.storyboard.onlyFirst(pictures - 1)] : []),
    ...(isConvertible(transition) ? [] : [words.storyboard.becomesCut(transition)]),
  ].map((text) => ({ kind: 'hint', text, isLeftOut: true }));

/** Whether a timeline has such a transition. */
export const isConvertible = (transition: string): boolean =>
  ['cut', 'dissolve', 'fade'].includes(transition);
