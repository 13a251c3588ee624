import type { CommandContext } from './context.ts';
import type { CommandDescription } from './description.ts';
import type { Reason } from './reasons.ts';

const editable = ({ timeline }: CommandContext): boolean => timeline.editable;

/** Why no clip can come up over another one. */
function reasonNoDissolve({ timeline }: CommandContext): Reason | null {
  if (!timeline.editable) return null;
  if (timeline.clips === 0) return 'choose-clip-touches-another';
  if (timeline.dissolve === 'no-neighbor') return 'no-clip-touches-move';
  if (timeline.dissolve === 'no-room') return 'file-clip-before-ends';
  return null;
}

/** What is done with the shots, files and words of clips. */
export const clipCommands = {
  'timeline.show-shot': {
    title: 'Show the shot on the storyboard',
    dynamicTitle: () => 'Show the shot',
    icon: 'book-open',
    menus: { 'timeline-clip': 'look' },
    when: ({ timeline }) => timeline.shot,
    handledBy: ['timeline'],
  },
  'timeline.run-again': {
    title: 'Run what made the clip again…',
    dynamicTitle: () => 'Run again…',
    icon: 'repeat-2',
    menus: { 'timeline-clip': 'look' },
    when: ({ timeline }) => timeline.hasOrigin,
    disabledReason: ({ timeline }) => (timeline.clips > 0 && !timeline.hasOrigin ? 'no-run-made-its' : null),
    handledBy: ['timeline'],
  },
  'timeline.takes': {
    title: 'Takes of the clip',
    dynamicTitle: () => 'Takes',
    icon: 'layers-2',
    menus: { 'timeline-clip': 'look' },
    when: ({ timeline }) => timeline.editable && timeline.hasOrigin,
    handledBy: ['timeline'],
  },
  'timeline.find-file': {
    title: 'Find the file of the clip…',
    dynamicTitle: () => 'Find its file…',
    icon: 'search',
    menus: { 'timeline-clip': 'look' },
    when: ({ timeline }) => timeline.editable && timeline.clipMissing,
    handledBy: ['timeline'],
  },
  'timeline.relink': {
    title: 'Find missing files…',
    icon: 'search',
    menus: { 'timeline-track': 'add' },
    when: ({ timeline }) => timeline.editable && timeline.missing,
    handledBy: ['timeline'],
  },
  'timeline.add-caption': {
    title: 'Add a caption at the playhead',
    icon: 'captions',
    keys: { timeline: ['T'] },
    menus: { 'timeline-ruler': 'playhead', 'timeline-track': 'captions' },
    when: editable,
    handledBy: ['timeline'],
  },
  'timeline.edit-words': {
    title: 'Edit the words of a caption or title',
    icon: 'pencil-line',
    keys: { timeline: ['F2'] },
    menus: { 'timeline-clip': 'edit' },
    when: ({ timeline }) => timeline.editable && timeline.words,
    handledBy: ['timeline'],
  },
  'timeline.captions-from-file': {
    title: 'Import captions (SRT, VTT)…',
    icon: 'file-input',
    menus: { 'timeline-track': 'captions' },
    when: editable,
    handledBy: ['timeline'],
  },
  'timeline.save-srt': {
    title: 'Save the captions as SRT',
    icon: 'captions',
    menus: { 'timeline-track': 'captions', export: 'captions' },
    when: ({ timeline }) => timeline.captions,
    handledBy: ['timeline'],
  },
  'timeline.save-vtt': {
    title: 'Save the captions as WebVTT',
    icon: 'captions',
    menus: { 'timeline-track': 'captions', export: 'captions' },
    when: ({ timeline }) => timeline.captions,
    handledBy: ['timeline'],
  },
  'timeline.dissolve': {
    title: 'Add or remove a dissolve or cross-fade',
    dynamicTitle: ({ timeline: { dissolve, crossFades, longestDissolve } }) => {
      const kind = crossFades ? 'cross-fade' : 'dissolve';
      if (dissolve === 'has') return `Remove ${kind}`;
      return longestDissolve === null ? `Add ${kind}` : `Add ${kind}, up to ${longestDissolve.toFixed(2)} s`;
    },
    icon: 'blend',
    keys: { timeline: ['D'] },
    menus: { 'timeline-clip': 'edit' },
    when: ({ timeline }) => timeline.editable && (timeline.dissolve === 'can' || timeline.dissolve === 'has'),
    disabledReason: reasonNoDissolve,
    handledBy: ['timeline'],
  },
  'timeline.freeze': {
    title: 'Hold the frame at the playhead',
    icon: 'snowflake',
    menus: { 'timeline-clip': 'edit' },
    when: ({ timeline }) => timeline.editable && timeline.canFreeze,
    disabledReason: ({ timeline }) =>
      timeline.editable && timeline.clips > 0 && !timeline.canFreeze ? 'playhead-not-over-selected' : null,
    handledBy: ['timeline'],
  },
} as const satisfies Record<string, CommandDescription>;
