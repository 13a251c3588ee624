import type { RecutDifference, RecutKind } from '#shared/timeline/recut.ts';
import { pluralForm, withCounts } from '../forms.ts';

const changes = (count: number): string => pluralForm(count, { one: '# change', other: '# changes' });

const MAX_NAMES = 3;
const joinNames = (names: readonly string[]): string => {
  const uniqueNames = withCounts(names.map((name) => `“${name}”`));
  return `${uniqueNames.slice(0, MAX_NAMES).join(', ')}${uniqueNames.length > MAX_NAMES ? '…' : ''}`;
};

/** A cut that comes home, compared with the timeline that it left as. */
export const recut = {
  kinds: {
    moved: 'Moved',
    trimmed: 'Trimmed',
    new: 'New',
    missing: 'Missing',
    changed: 'Changed',
  } satisfies Record<RecutKind, string>,
  unnamed: 'A clip without a name',
  bar: (filename: string) => `Changes of ${filename}`,
  none: (filename: string) => `${filename} has no changes to this timeline any more.`,
  all: (count: number) => `All ${changes(count)}`,
  /** @param rippled clips that moved along with these changes. */
  allWithAlong: (count: number, rippled: number) =>
    `All ${changes(count)}${rippled > 0 ? `, ${pluralForm(rippled, { one: '# clip', other: '# clips' })} moved along` : ''}`,
  movedAlong: (count: number) =>
    pluralForm(count, { one: '# clip moved along', other: '# clips moved along' }),
  showAlong: 'Show them',
  hideAlong: 'Hide them',
  /** A clip that has its name in common with others: `walk.mp4, at 9.6 s`. */
  nameAt: (name: string, time: string) => `${name}, at ${time}`,
  soundOf: (name: string) => `${name}, its sound`,
  previous: 'The change before',
  next: 'The change after',
  take: (count: number) => (count === 0 ? 'Take changes' : `Take ${changes(count)}`),
  close: 'Close the comparison',
  took: (count: number) => (count === 0 ? 'Took the markers' : `Took ${changes(count)}`),
  along: (names: readonly string[]) =>
    `To make room, ${pluralForm(names.length, { one: '# more change comes', other: '# more changes come' })} along: ${joinNames(names)}.`,
  inPlace: (names: readonly string[]) =>
    `Without its new place, as another clip lies there: ${joinNames(names)}.`,
  step: (count: number) => (count === 0 ? 'take the markers of a cut' : `take ${changes(count)} of a cut`),
  markersAlso: (count: number) =>
    `With all changes ${pluralForm(count, { one: '# marker comes', other: '# markers come' })} along.`,
  markersOnly: (filename: string, count: number) =>
    `${filename} has no changes to clips, but ${pluralForm(count, { one: '# marker differs', other: '# markers differ' })}.`,
  takeMarkers: 'Take the markers',
  show: 'Show on the timeline',
  at: (time: string) => `at ${time}`,
  notInFile: 'is not in the file',
  notInVersion: 'is not in the version',
  shows: (filename: string) => `shows ${filename}`,
  differs: {
    medium: 'another file',
    track: 'on another track',
    transform: 'size or position',
    dissolve: 'another dissolve',
    fades: 'other fades',
    keyframes: 'other keyframes',
    words: 'other words',
    rest: 'other links or settings',
  } satisfies Record<Exclude<RecutDifference, 'name' | 'speed' | 'opacity' | 'volume'>, string>,
  onlyClips: 'Clips and markers are compared; tracks and the format are not.',
  moved: (times: string) => `at ${times}`,
  length: (times: string) => `length ${times}`,
  from: (times: string) => `from ${times}`,
  pair: (before: string, after: string) => `${before} → ${after}`,
  renamed: (name: string) => `named ${name}`,
  percent: (percent: number) => `${percent} %`,
  opacity: (percents: string) => `opacity ${percents}`,
  volume: (percents: string) => `volume ${percents}`,
  speed: (speeds: string) => `speed ${speeds}`,
  newTrack: 'on a new track',
  unchanged: (count: number) => pluralForm(count, ['# clip unchanged.', '# clips unchanged.']),
} as const;
