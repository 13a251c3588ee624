import type { CommandContext } from './context.ts';
import type { CommandDescription } from './description.ts';

const shown = ({ film }: CommandContext): boolean => film !== null;

/** Playing a timeline, and making a film of it. */
export const filmCommands = {
  'film.play': {
    title: 'Play or pause the film',
    titleNow: ({ film }) => (film?.playing ? 'Pause' : 'Play'),
    icon: 'play',
    keys: { timeline: ['Space'], monitor: ['Space'] },
    when: shown,
    handledBy: ['monitor'],
  },
  'film.back': {
    title: 'Play backwards, faster each time',
    icon: 'rewind',
    keys: { timeline: ['J'], monitor: ['J'] },
    when: shown,
    handledBy: ['monitor'],
  },
  'film.stop': {
    title: 'Stop the film',
    icon: 'pause',
    keys: { timeline: ['K'], monitor: ['K'] },
    when: shown,
    handledBy: ['monitor'],
  },
  'film.forward': {
    title: 'Play forwards, faster each time',
    icon: 'fast-forward',
    keys: { timeline: ['L'], monitor: ['L'] },
    when: shown,
    handledBy: ['monitor'],
  },
  'film.previous-frame': {
    title: 'Previous frame',
    icon: 'step-back',
    keys: { timeline: ['Shift+ArrowLeft'], monitor: ['ArrowLeft', 'Shift+ArrowLeft'] },
    repeats: true,
    when: shown,
    handledBy: ['monitor'],
  },
  'film.next-frame': {
    title: 'Next frame',
    icon: 'step-forward',
    keys: { timeline: ['Shift+ArrowRight'], monitor: ['ArrowRight', 'Shift+ArrowRight'] },
    repeats: true,
    when: shown,
    handledBy: ['monitor'],
  },
  'film.mark-in': {
    title: 'Mark the start of a range',
    icon: 'arrow-right-from-line',
    keys: { timeline: ['I'], monitor: ['I'] },
    when: shown,
    handledBy: ['monitor'],
  },
  'film.mark-out': {
    title: 'Mark the end of a range',
    icon: 'arrow-left-from-line',
    keys: { timeline: ['O'], monitor: ['O'] },
    when: shown,
    handledBy: ['monitor'],
  },
  'film.clear-range': {
    title: 'Clear the marked range',
    icon: 'x',
    keys: { timeline: ['Alt+X'], monitor: ['Alt+X'] },
    when: ({ film }) => film?.hasRange ?? false,
    handledBy: ['monitor'],
  },
  'film.loop': {
    title: 'Loop the film or the marked range',
    icon: 'repeat',
    keys: { timeline: ['Q'], monitor: ['Q'] },
    checked: ({ film }) => film?.loops ?? false,
    when: shown,
    handledBy: ['monitor'],
  },
  'film.mute': {
    title: 'Mute the film',
    icon: 'volume-x',
    keys: { timeline: ['Shift+M'], monitor: ['Shift+M'] },
    checked: ({ film }) => film?.muted ?? false,
    when: shown,
    handledBy: ['monitor'],
  },
  'film.loudness': {
    title: 'Measure the loudness of the film or its range',
    icon: 'audio-lines',
    when: shown,
    handledBy: ['monitor'],
  },
  'film.fullscreen': {
    title: 'Film in full screen',
    icon: 'fullscreen',
    keys: { timeline: ['F'], monitor: ['F'] },
    when: shown,
    handledBy: ['monitor'],
  },
  'film.export': {
    title: 'Export film…',
    icon: 'clapperboard',
    menus: { file: 'interchange' },
    when: shown,
    handledBy: ['monitor'],
  },
  'film.save-still': {
    title: 'Save the picture at the playhead',
    icon: 'image-down',
    keys: { timeline: ['Mod+Shift+S'], monitor: ['Mod+Shift+S'] },
    menus: { file: 'interchange' },
    when: shown,
    handledBy: ['monitor'],
  },
} as const satisfies Record<string, CommandDescription>;
