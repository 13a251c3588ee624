import type { RecutChange, RecutDifference } from '#shared/timeline/recut.ts';
import type { TimelineClip } from '#shared/timeline/document.ts';
import { speedOf, speedWords } from '#shared/timeline/speed.ts';
import { words } from '#renderer/words/index.ts';
import { formatSeconds } from '../model/timecode.ts';

const texts = words.recut;

/**
 * What is different of a clip that came home, in times.
 * @param isVersion whether it is compared with a version of the timeline.
 */
export function recutWords({ before, after, differs }: RecutChange, isVersion = false): string {
  const missingText = isVersion ? texts.notInVersion : texts.notInFile;
  if (!before || !after) return after ? texts.at(formatSeconds(after.startTime)) : missingText;
  const segments: string[] = [];
  const changed = (field: 'startTime' | 'duration' | 'trimStart') =>
    Math.abs(before[field] - after[field]) > 1e-3;
  const pair = (field: 'startTime' | 'duration' | 'trimStart') =>
    texts.pair(formatSeconds(before[field]), formatSeconds(after[field]));
  if (changed('startTime')) segments.push(texts.moved(pair('startTime')));
  if (changed('duration')) segments.push(texts.length(pair('duration')));
  if (changed('trimStart')) segments.push(texts.from(pair('trimStart')));
  for (const field of differs) segments.push(differenceWords(field, before, after));
  return segments.join(', ');
}

/** One thing that is otherwise of a clip, with what it was and is where that can be said in a word. */
function differenceWords(field: RecutDifference, before: TimelineClip, after: TimelineClip): string {
  const percents = (old: number, current: number) =>
    texts.pair(texts.percent(Math.round(old * 100)), texts.percent(Math.round(current * 100)));
  switch (field) {
    case 'medium':
      return before.filename !== after.filename && after.filename !== ''
        ? texts.shows(after.filename)
        : texts.differs.medium;
    case 'name':
      return texts.renamed(after.name);
    case 'opacity':
      return texts.opacity(percents(before.opacity, after.opacity));
    case 'volume':
      return texts.volume(percents(before.volume, after.volume));
    case 'speed':
      return texts.speed(texts.pair(speedWords(speedOf(before)), speedWords(speedOf(after))));
    default:
      return texts.differs[field];
  }
}
