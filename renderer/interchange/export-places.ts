import { asRecord } from '#shared/document/problems.ts';
import type { TimelineDocument } from '#shared/timeline/index.ts';
import { timecodeOfFrame } from '#shared/timeline/timecode.ts';
import { words } from '#renderer/words/index.ts';

const CLIP = /^timeline\.clips\.(\d+)/;
const TRACK = /^timeline\.tracks\.(\d+)/;
const TRACK_PATH = /^tracks(?:\.\d+|\.children)*$/;

/**
 * Places of a timeline in words: clips and tracks by their names, where a report has paths.
 * @param text the timeline as OpenTimelineIO, whose paths the other formats tell.
 */
export function pathLabeler(document: TimelineDocument, text: string): (path: string) => string {
  const { clips, tracks, frameRate } = document.timeline;
  let parsed: unknown;
  return (path) => {
    const clip = clips[Number(CLIP.exec(path)?.[1] ?? -1)];
    if (clip) return clipWords(clip.name || clip.filename, clip.startTime, frameRate);
    const track = tracks[Number(TRACK.exec(path)?.[1] ?? -1)];
    if (track) return words.clips.onTrack(track.name);
    if (!TRACK_PATH.test(path)) return path;
    parsed ??= asRecord(JSON.parse(text))['tracks'];
    const item = path
      .split('.')
      .slice(1)
      .reduce<unknown>(
        (at, step) => (step === 'children' ? asRecord(at)['children'] : itemOf(at, Number(step))),
        parsed,
      );
    const name = asRecord(item)['name'];
    if (typeof name !== 'string' || name === '') return path;
    const isTrack = String(asRecord(item)['OTIO_SCHEMA']).startsWith('Track');
    return isTrack ? words.clips.onTrack(name) : words.clips.named(name);
  };
}

/** An item of a list, or of what has one. */
const itemOf = (at: unknown, index: number): unknown => {
  const list: unknown = Array.isArray(at) ? at : asRecord(at)['children'];
  return Array.isArray(list) ? list[index] : undefined;
};

const clipWords = (name: string, at: number, frameRate: number): string =>
  words.clips.placed(name, timecodeOfFrame(Math.round(at * frameRate), frameRate));
