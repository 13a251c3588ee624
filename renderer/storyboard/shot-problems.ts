import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import { mediaOfShot, resolveMedia, type FindLibraryFile } from '#shared/storyboard/media.ts';
import { keyOf } from './selection.ts';

/** What will not come out as it is meant, as sentences by shot: the same that the service's own check says of media. */
export function problemsByShot(
  { sequences }: StoryboardDocument,
  find: FindLibraryFile,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
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
      if (sentences.length > 0) found.set(keyOf({ scene, shot: shot.id }), sentences);
    }
  }
  return found;
}
