import type { CommandContext } from './context.ts';
import type { CommandDescription } from './description.ts';
import type { Reason } from './reasons.ts';

const editable = ({ timeline }: CommandContext): boolean => timeline.editable;
const withClips = ({ timeline }: CommandContext): boolean => timeline.editable && timeline.clips > 0;
const tool = (name: CommandContext['timeline']['tool']) => (context: CommandContext) =>
  context.timeline.tool === name;
const isInSelected = ({ timeline }: CommandContext): boolean => timeline.underPlayhead === 'selected';
/** Why nothing can be done to the selected clips at the playhead. */
const reasonInSelected = (context: CommandContext): Reason | null =>
  withClips(context) && !isInSelected(context)
    ? context.timeline.clips > 1
      ? 'playhead-not-inside-selected'
      : 'playhead-outside-clip'
    : null;
const multiple = (count: number, what: string) => (count > 1 ? `${what} ${count} clips` : what);

/** What is done with the clips of a timeline. */
export const timelineCommands = {
  'timeline.tool-select': {
    title: 'Select and move',
    icon: 'mouse-pointer-2',
    keys: { timeline: ['V'] },
    checked: tool('select'),
    when: editable,
    handledBy: ['timeline'],
  },
  'timeline.tool-ripple': {
    title: 'Ripple: trim, and what is later moves along',
    icon: 'between-vertical-end',
    keys: { timeline: ['B'] },
    checked: tool('ripple'),
    when: editable,
    handledBy: ['timeline'],
  },
  'timeline.tool-roll': {
    title: 'Roll: move the cut between two clips',
    icon: 'unfold-horizontal',
    keys: { timeline: ['N'] },
    checked: tool('roll'),
    when: editable,
    handledBy: ['timeline'],
  },
  'timeline.tool-slip': {
    title: 'Slip: show another part of the file',
    icon: 'move-horizontal',
    keys: { timeline: ['Y'] },
    checked: tool('slip'),
    when: editable,
    handledBy: ['timeline'],
  },
  'timeline.tool-razor': {
    title: 'Razor: cut where you click',
    icon: 'slice',
    keys: { timeline: ['C'] },
    checked: tool('razor'),
    when: editable,
    handledBy: ['timeline'],
  },
  'timeline.snap': {
    title: 'Snap to edges, playhead and markers',
    icon: 'magnet',
    keys: { timeline: ['Shift+S'] },
    checked: ({ timeline }) => timeline.snapping,
    when: editable,
    handledBy: ['timeline'],
  },
  'timeline.keep-step': {
    title: 'Keep all tracks in step: what ripples on one moves what is later on the others',
    icon: 'layers-2',
    keys: { timeline: ['Shift+B'] },
    checked: ({ timeline }) => timeline.keepsStep,
    when: editable,
    handledBy: ['timeline'],
  },
  'timeline.cut': {
    title: 'Cut clips',
    dynamicTitle: ({ timeline }) => multiple(timeline.clips, 'Cut'),
    icon: 'scissors',
    keys: { timeline: ['Mod+X'] },
    menus: { 'timeline-clip': 'clipboard' },
    when: withClips,
    handledBy: ['timeline'],
  },
  'timeline.copy': {
    title: 'Copy clips',
    dynamicTitle: ({ timeline }) => multiple(timeline.clips, 'Copy'),
    icon: 'copy',
    keys: { timeline: ['Mod+C'] },
    menus: { 'timeline-clip': 'clipboard' },
    when: withClips,
    handledBy: ['timeline'],
  },
  'timeline.paste': {
    title: 'Paste clips at the playhead',
    icon: 'clipboard-paste',
    keys: { timeline: ['Mod+V'] },
    menus: { 'timeline-track': 'clipboard', 'timeline-ruler': 'clipboard' },
    when: editable,
    handledBy: ['timeline'],
  },
  'timeline.paste-insert': {
    title: 'Paste clips and make room',
    icon: 'clipboard-paste',
    keys: { timeline: ['Mod+Shift+V'] },
    menus: { 'timeline-track': 'clipboard', 'timeline-ruler': 'clipboard' },
    when: editable,
    handledBy: ['timeline'],
  },
  'timeline.insert-source': {
    title: 'Insert the file chosen under “Add files” at the playhead',
    icon: 'between-vertical-end',
    keys: { timeline: ['F9'] },
    when: ({ timeline }) => timeline.editable && timeline.source,
    handledBy: ['timeline'],
  },
  'timeline.overwrite-source': {
    title: 'Overwrite with the file chosen under “Add files” at the playhead',
    icon: 'clipboard-paste',
    keys: { timeline: ['F10'] },
    when: ({ timeline }) => timeline.editable && timeline.source,
    handledBy: ['timeline'],
  },
  'timeline.duplicate': {
    title: 'Duplicate clips',
    dynamicTitle: ({ timeline }) => multiple(timeline.clips, 'Duplicate'),
    icon: 'copy-plus',
    keys: { timeline: ['Mod+D'] },
    menus: { 'timeline-clip': 'clipboard' },
    when: withClips,
    handledBy: ['timeline'],
  },
  'timeline.split': {
    title: 'Split at the playhead',
    dynamicTitle: (context) =>
      context.timeline.underPlayhead === 'clip' && withClips(context)
        ? 'Split all tracks at the playhead'
        : 'Split at the playhead',
    icon: 'square-split-horizontal',
    keys: { timeline: ['S'] },
    menus: { 'timeline-clip': 'edit', 'timeline-ruler': 'playhead' },
    when: (context) => editable(context) && context.timeline.underPlayhead !== 'none',
    disabledReason: (context) =>
      editable(context) && context.timeline.underPlayhead === 'none' ? 'no-clip-under-playhead' : null,
    handledBy: ['timeline'],
  },
  'timeline.trim-start': {
    title: 'Trim the start to the playhead',
    icon: 'arrow-right-to-line',
    keys: { timeline: ['['] },
    menus: { 'timeline-clip': 'edit' },
    when: (context) => withClips(context) && isInSelected(context),
    disabledReason: reasonInSelected,
    handledBy: ['timeline'],
  },
  'timeline.trim-end': {
    title: 'Trim the end to the playhead',
    icon: 'arrow-left-to-line',
    keys: { timeline: [']'] },
    menus: { 'timeline-clip': 'edit' },
    when: (context) => withClips(context) && isInSelected(context),
    disabledReason: reasonInSelected,
    handledBy: ['timeline'],
  },
  'timeline.nudge-left': {
    title: 'Move clips one frame earlier',
    icon: 'arrow-left-to-line',
    keys: { timeline: [','] },
    repeats: true,
    when: withClips,
    handledBy: ['timeline'],
  },
  'timeline.nudge-right': {
    title: 'Move clips one frame later',
    icon: 'arrow-right-to-line',
    keys: { timeline: ['.'] },
    repeats: true,
    when: withClips,
    handledBy: ['timeline'],
  },
  'timeline.link': {
    title: 'Link clips, or unlink them',
    dynamicTitle: ({ timeline }) => (timeline.linked ? 'Unlink' : 'Link'),
    icon: 'link',
    keys: { timeline: ['Mod+L'] },
    menus: { 'timeline-clip': 'edit' },
    when: ({ timeline }) => timeline.editable && (timeline.linked || timeline.clips > 1),
    handledBy: ['timeline'],
  },
  'timeline.detach-sound': {
    title: 'Detach the sound of videos',
    dynamicTitle: () => 'Detach sound',
    icon: 'audio-lines',
    keys: { timeline: ['Alt+Shift+L'] },
    menus: { 'timeline-clip': 'edit' },
    when: ({ timeline }) => timeline.editable && timeline.sounding,
    handledBy: ['timeline'],
  },
  'timeline.delete': {
    title: 'Delete clips and leave the gap',
    dynamicTitle: ({ timeline }) =>
      timeline.marker
        ? 'Delete the marker'
        : timeline.gap
          ? 'Close the gap'
          : multiple(timeline.clips, 'Delete'),
    icon: 'trash-2',
    keys: { timeline: ['Delete', 'Backspace'] },
    menus: { 'timeline-clip': 'delete' },
    destructive: true,
    when: ({ timeline }) => timeline.editable && (timeline.clips > 0 || timeline.gap || timeline.marker),
    handledBy: ['timeline'],
  },
  'timeline.ripple-delete': {
    title: 'Delete clips and close the gap',
    dynamicTitle: ({ timeline }) => `${multiple(timeline.clips, 'Delete')} and close the gap`,
    icon: 'fold-horizontal',
    keys: { timeline: ['Shift+Delete', 'Shift+Backspace'] },
    menus: { 'timeline-clip': 'delete' },
    destructive: true,
    when: ({ timeline }) => timeline.editable && (timeline.clips > 0 || timeline.gap),
    handledBy: ['timeline'],
  },
  'timeline.select-all': {
    title: 'Select all clips',
    icon: 'square-dashed-mouse-pointer',
    keys: { timeline: ['Mod+A'] },
    when: editable,
    handledBy: ['timeline'],
  },
  'timeline.cancel': {
    title: 'Give up the drag, else select no clip',
    icon: 'x',
    keys: { timeline: ['Escape'] },
    palette: false,
    handledBy: ['timeline'],
  },
  'timeline.marker': {
    title: 'Add a marker at the playhead',
    icon: 'bookmark-plus',
    keys: { timeline: ['M'] },
    menus: { 'timeline-ruler': 'playhead' },
    when: editable,
    handledBy: ['timeline'],
  },
  'timeline.go-start': {
    title: 'Go to the beginning',
    icon: 'arrow-left-to-line',
    keys: { timeline: ['Home'] },
    menus: { 'timeline-ruler': 'playhead' },
    handledBy: ['timeline'],
  },
  'timeline.go-end': {
    title: 'Go to the end',
    icon: 'arrow-right-to-line',
    keys: { timeline: ['End'] },
    menus: { 'timeline-ruler': 'playhead' },
    handledBy: ['timeline'],
  },
  'timeline.previous-cut': {
    title: 'Go to the cut before',
    icon: 'arrow-left-to-line',
    keys: { timeline: ['ArrowUp', 'Alt+ArrowLeft'] },
    menus: { 'timeline-ruler': 'playhead' },
    repeats: true,
    handledBy: ['timeline'],
  },
  'timeline.next-cut': {
    title: 'Go to the cut after',
    icon: 'arrow-right-to-line',
    keys: { timeline: ['ArrowDown', 'Alt+ArrowRight'] },
    menus: { 'timeline-ruler': 'playhead' },
    repeats: true,
    handledBy: ['timeline'],
  },
  'timeline.walk': {
    title: 'Go to the next clip of the track, or to the next track; with Shift, select it too',
    icon: 'move',
    fixedKeys: true,
    keys: {
      timeline: [
        'Mod+ArrowRight',
        'Mod+ArrowLeft',
        'Mod+ArrowUp',
        'Mod+ArrowDown',
        'Mod+Shift+ArrowLeft',
        'Mod+Shift+ArrowRight',
        'Mod+Shift+ArrowUp',
        'Mod+Shift+ArrowDown',
      ],
    },
    repeats: true,
    palette: false,
    handledBy: ['timeline'],
  },
} as const satisfies Record<string, CommandDescription>;
