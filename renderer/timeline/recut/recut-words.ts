import type { RecutChange } from '#shared/timeline/recut.ts';
import type { TimelineClip } from '#shared/timeline/document.ts';
import { words } from '#renderer/words/index.ts';
import { formatSeconds } from '../timecode.ts';

const texts = words.recut;

/**
 * What is different of a clip that came home, in times.
 * @param isVersion whether it is compared with a version of the timeline.
 */
export function recutWords({ before, after, differs }: RecutChange, isVersion = false): string {
  const gone = isVersion ? texts.notInVersion : texts.notInFile;
  if (!before || !after) return after ? texts.at(formatSeconds(after.startTime)) : gone;
  const parts: string[] = [];
  const differ = (field: 'startTime' | 'duration' | 'trimStart') =>
    Math.abs(before[field] - after[field]) > 1e-3;
  const pair = (field: 'startTime' | 'duration' | 'trimStart') =>
    texts.pair(formatSeconds(before[field]), formatSeconds(after[field]));
  if (differ('startTime')) parts.push(texts.moved(pair('startTime')));
  if (differ('duration')) parts.push(texts.length(pair('duration')));
  if (differ('trimStart')) parts.push(texts.from(pair('trimStart')));
  for (const what of differs) {
    const isNamed = what === 'medium' && before.filename !== after.filename && after.filename !== '';
    parts.push(isNamed ? texts.shows(after.filename) : texts.differs[what]);
  }
  return parts.length > 0 ? parts.join(', ') : otherWords(before, after);
}

function otherWords(before: TimelineClip, after: TimelineClip): string {
  if (before.name !== after.name) return texts.renamed(after.name);
  if (before.opacity !== after.opacity) return texts.opacity(Math.round(after.opacity * 100));
  if (before.volume !== after.volume) return texts.volume(Math.round(after.volume * 100));
  return before.trackId === after.trackId ? texts.look : texts.otherTrack;
}
