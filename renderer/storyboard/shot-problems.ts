import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import { mediaOfShot, resolveMedia, type FindLibraryFile } from '#shared/storyboard/media.ts';
import { words } from '#renderer/words/index.ts';
import { keyOf } from './selection.ts';

/** A problem will not come out as it is meant; a hint is what is still to do. */
export interface ShotFinding {
  kind: 'problem' | 'hint';
  text: string;
  /** It is what stays behind when the timeline is made. */
  staysBehind?: true;
}

/**
 * What is found at shots, by shot: as problems the same that the service's own check says of media, and as a hint that one
 * has no picture or more than a timeline takes along, which the service does not mind.
 */
export function findingsByShot(
  { sequences }: StoryboardDocument,
  find: FindLibraryFile,
): ReadonlyMap<string, readonly ShotFinding[]> {
  const found = new Map<string, readonly ShotFinding[]>();
  for (const { id: scene, shots } of sequences) {
    for (const shot of shots) {
      const media = mediaOfShot(shot, []).map((reference) => resolveMedia(reference, find));
      const skipped = media.flatMap((one) => (one.kind === 'file' ? [] : [one.warning.message]));
      const isEmpty = media.length === 0 && shot.description === '' && !shot.name;
      const sentences = [
        ...new Set(skipped),
        ...(isEmpty ? ['The shot has neither a picture nor words.'] : []),
        ...(shot.durationSeconds === 0
          ? ['It lasts 0 seconds, so it gets the default length in a timeline.']
          : []),
      ];
      const isBlind = media.every((one) => one.kind === 'file' && one.type === 'audio');
      const findings: ShotFinding[] = [
        ...sentences.map((text) => ({ kind: 'problem' as const, text })),
        ...(isBlind && !isEmpty ? [{ kind: 'hint' as const, text: words.storyboard.noPicture }] : []),
        ...leftBehind(
          media.filter((one) => one.kind === 'file' && one.type !== 'audio').length,
          shot.transition,
        ),
      ];
      if (findings.length > 0) found.set(keyOf({ scene, shot: shot.id }), findings);
    }
  }
  return found;
}

/** What of a shot is not on the timeline that is made of it. @param pictures of the shot, and videos. */
const leftBehind = (pictures: number, transition: string): ShotFinding[] =>
  [
    ...(pictures > 1 ? [words.storyboard.onlyFirst(pictures - 1)] : []),
    ...(goesAlong(transition) ? [] : [words.storyboard.becomesCut(transition)]),
  ].map((text) => ({ kind: 'hint', text, staysBehind: true }));

/** Whether a timeline has such a transition. */
export const goesAlong = (transition: string): boolean => ['cut', 'dissolve', 'fade'].includes(transition);
