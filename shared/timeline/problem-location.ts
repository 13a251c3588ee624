import { asList, asRecord } from '../document/problems.ts';

/** Names in a sentence are cut here. */
const MAX_NAME = 60;

const textIn = (value: unknown): string => (typeof value === 'string' ? value.slice(0, MAX_NAME) : '');
const quoted = (name: string): string => (name === '' ? '' : ` “${name}”`);

/** What a track is called on screen; one without a name by its number, counted from 1. */
function trackWords(tracks: readonly unknown[], at: number): string {
  const name = textIn(asRecord(tracks[at])['name']);
  return name === '' ? `track ${at + 1}` : `track ${name}`;
}

/** A clip as it is found on screen: its number on its track, in order of time, counted from 1. */
function clipWords(clips: readonly unknown[], tracks: readonly unknown[], at: number): string {
  const { trackId, name, startTime } = asRecord(clips[at]);
  const timeOf = (clip: unknown): number => Number(asRecord(clip)['startTime'] ?? 0);
  const start = Number(startTime ?? 0);
  const number = clips.filter((clip, index) => {
    if (asRecord(clip)['trackId'] !== trackId || index === at) return false;
    const time = timeOf(clip);
    return time < start || (time === start && index < at);
  }).length;
  const track = tracks.findIndex((item) => asRecord(item)['id'] === trackId);
  const suffix = track < 0 ? '' : ` of ${trackWords(tracks, track)}`;
  return `clip ${number + 1}${quoted(textIn(name))}${suffix}`;
}

/**
 * Where a problem of a timeline lies, in words that a person finds it by.
 * @param document the timeline as it was given, perhaps not valid
 * @param path dotted, counted from 0: `timeline.clips.4.duration`
 * @returns `clip 2 “Kettle” of track V1`, `track V1`, `marker 3 “Here”`, else `the timeline`
 */
export function locationInTimeline(document: unknown, path: string): string {
  const [, list = '', index = ''] = path.split('.');
  const timeline = asRecord(asRecord(document)['timeline']);
  const at = /^\d{1,9}$/.test(index) ? Number(index) : -1;
  const items = asList(timeline[list]);
  if (!path.startsWith('timeline.') || at < 0 || at >= items.length) return 'the timeline';
  const tracks = asList(timeline['tracks']);
  if (list === 'clips') return clipWords(items, tracks, at);
  if (list === 'tracks') return trackWords(tracks, at);
  return list === 'markers'
    ? `marker ${at + 1}${quoted(textIn(asRecord(items[at])['name']))}`
    : 'the timeline';
}
