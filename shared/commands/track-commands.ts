import type { CommandContext } from './context.ts';
import type { CommandDescription } from './description.ts';

const editable = ({ timeline }: CommandContext): boolean => timeline.editable;
const withTrack = ({ timeline }: CommandContext): boolean => timeline.editable && timeline.track !== null;

/** What is done with the tracks of a timeline. */
export const trackCommands = {
  'timeline.add-picture-track': {
    title: 'Add a picture track',
    icon: 'film',
    menus: { 'timeline-track': 'add' },
    when: editable,
    handledBy: ['timeline'],
  },
  'timeline.add-sound-track': {
    title: 'Add a sound track',
    icon: 'audio-lines',
    menus: { 'timeline-track': 'add' },
    when: editable,
    handledBy: ['timeline'],
  },
  'timeline.rename-track': {
    title: 'Rename the track',
    icon: 'pencil-line',
    menus: { 'timeline-track': 'track' },
    when: withTrack,
    handledBy: ['timeline'],
  },
  'timeline.close-gap': {
    title: 'Close the gap that is chosen, else the one at the playhead',
    dynamicTitle: () => 'Close gap',
    icon: 'fold-horizontal',
    keys: { timeline: ['G'] },
    menus: { 'timeline-track': 'track' },
    when: (context) => context.timeline.editable && (context.timeline.gap || withTrack(context)),
    handledBy: ['timeline'],
  },
  'timeline.close-gaps': {
    title: 'Close the gaps of the track',
    icon: 'fold-horizontal',
    menus: { 'timeline-track': 'track' },
    when: withTrack,
    handledBy: ['timeline'],
  },
  'timeline.mute': {
    title: 'Mute the track',
    icon: 'volume-x',
    menus: { 'timeline-track': 'state' },
    checked: ({ timeline }) => timeline.track?.muted ?? false,
    when: withTrack,
    handledBy: ['timeline'],
  },
  'timeline.solo': {
    title: 'Play the sound of this track only',
    icon: 'headphones',
    menus: { 'timeline-track': 'state' },
    checked: ({ timeline }) => timeline.track?.solo ?? false,
    when: withTrack,
    handledBy: ['timeline'],
  },
  'timeline.hide-track': {
    title: 'Hide the picture of the track',
    icon: 'eye-off',
    menus: { 'timeline-track': 'state' },
    checked: ({ timeline }) => timeline.track?.hidden ?? false,
    when: withTrack,
    handledBy: ['timeline'],
  },
  'timeline.lock': {
    title: 'Lock the track',
    icon: 'lock',
    menus: { 'timeline-track': 'state' },
    checked: ({ timeline }) => timeline.track?.locked ?? false,
    when: withTrack,
    handledBy: ['timeline'],
  },
  'timeline.track-up': {
    title: 'Move the track up',
    icon: 'arrow-up',
    menus: { 'timeline-track': 'order' },
    when: withTrack,
    handledBy: ['timeline'],
  },
  'timeline.track-down': {
    title: 'Move the track down',
    icon: 'arrow-down',
    menus: { 'timeline-track': 'order' },
    when: withTrack,
    handledBy: ['timeline'],
  },
  'timeline.delete-track': {
    title: 'Delete the track with its clips',
    icon: 'trash-2',
    menus: { 'timeline-track': 'delete' },
    destructive: true,
    when: (context) => withTrack(context) && !context.timeline.track?.locked,
    handledBy: ['timeline'],
  },
} as const satisfies Record<string, CommandDescription>;
