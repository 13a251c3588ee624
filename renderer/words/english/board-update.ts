import { pluralForm, formatList, withCounts } from '../forms.ts';

const seconds = (value: number): string => `${Math.round(value * 100) / 100} s`;
const pair = (before: string, after: string): string => `${before} → ${after}`;

/** What an update of the timeline from the storyboard does. */
export const boardUpdate = {
  made: 'The timeline is made',
  updated: 'The timeline has the changes of the storyboard',
  showTimeline: 'Show it',
  clip: 'A clip',
  marker: 'A marker',
  range: 'The marked range',
  noPicture: 'no picture',
  entrances: { cut: 'Cut', dissolve: 'Dissolve', fade: 'Fade' },
  changes: (count: number) =>
    pluralForm(count, { one: '# change of the board', other: '# changes of the board' }),
  isNew: (after: string | null, length: number) =>
    after === null
      ? `new, at the beginning, ${seconds(length)} long`
      : `new, after “${after}”, ${seconds(length)} long`,
  gone: 'goes, as its shot did',
  moved: (from: number, to: number) => `moves, ${pair(`at ${seconds(from)}`, `at ${seconds(to)}`)}`,
  length: (before: number, after: number) => `length ${pair(seconds(before), seconds(after))}`,
  medium: (before: string, after: string) => `picture ${pair(before, after)}`,
  name: (before: string, after: string) => `name ${pair(before, after)}`,
  look: (before: string, after: string) => `comes in ${pair(before, after)}`,
  newSound: (shot: string, length: number) => `new sound, below “${shot}”, ${seconds(length)} long`,
  goneSound: 'goes, as it is not in its shot any more',
  picture: 'A picture',
  /** @param number of a shot, as `1.2`. @param name of it; empty for none. */
  shot: (number: string, name: string) => (name === '' ? `Shot ${number}` : `${number} ${name}`),
  staysOnBoard: (shots: number) =>
    pluralForm(shots, {
      one: '# shot keeps something on the board',
      other: '# shots keep something on the board',
    }),
  onlyFirst: (files: readonly string[]) =>
    `shows its first picture; ${formatList(withCounts(files))} ${files.length === 1 ? 'stays' : 'stay'} on the board.`,
  skipped: (files: readonly string[], reason: string) =>
    `is made without ${formatList(withCounts(files))}: ${reason}`,
  soundsStay:
    'The service made other clips than one for each shot, so sounds of shots stay as they are on the timeline. Put new ones there by hand.',
  leave: (name: string, change: string) => `Bring over: ${name}, ${change}`,
  kept: 'Kept as edited on the timeline',
  keptLength: (timeline: number, board: number) =>
    `stays ${seconds(timeline)} long, the board says ${seconds(board)}`,
  keptMedium: (timeline: string, board: string) => `still shows ${timeline}, the board has ${board}`,
  keptName: (board: string) => `keeps this name, the board says ${board || 'none'}`,
  keptLook: (timeline: string, board: string) => `comes in by ${timeline}, the board says ${board}`,
  keptValues: 'keeps its opacity, volume, position, speed and keyframes',
  keptDeleted: 'was deleted on the timeline and stays away',
  moveAlong: 'Sounds, captions, markers and clips on other tracks move along with their shots',
  along: (count: number) => pluralForm(count, { one: '# moves along', other: '# move along' }),
  alongLine: (from: string, to: string, withName: string) => `${pair(from, to)}, with “${withName}”`,
  apart: 'Look at these afterwards',
  apartLocked: (at: string) => `stays at ${at}: its track is locked`,
  apartAsked: (at: string) => `stays at ${at}, while its shot moves`,
  apartSpans: (withName: string) =>
    `lies over shots that move differently; it stays with “${withName}”, where it begins`,
  apartGone: (at: string, withName: string) => `lay over “${withName}”, which goes; it is at ${at} then`,
  snapped: (count: number) =>
    pluralForm(count, {
      one: '# clip that lay between two frames comes to lie on whole ones.',
      other: '# clips that lay between two frames come to lie on whole ones.',
    }),
  stepMake: 'make the timeline from the storyboard',
  stepUpdate: 'update the timeline from the storyboard',
} as const;
