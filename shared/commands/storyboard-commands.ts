import type { CommandContext } from './context.ts';
import type { CommandDescription } from './description.ts';

const open = ({ storyboardOpen }: CommandContext): boolean => storyboardOpen;
const some = ({ storyboardShots }: CommandContext): boolean => storyboardShots > 0;
const item = ({ storyboardShots }: CommandContext): boolean => storyboardShots === 1;
const multiple = ({ storyboardShots }: CommandContext): boolean => storyboardShots > 1;
const shots = (count: number): string => (count === 1 ? 'shot' : `${count} shots`);

/** Shots of a storyboard: those that are selected, else the one that the keyboard is at. */
export const storyboardCommands = {
  'storyboard.play': {
    title: 'Play the storyboard',
    icon: 'play',
    keys: { storyboard: ['Space'] },
    menus: { shot: 'look' },
    when: open,
    handledBy: ['storyboard'],
  },
  'storyboard.show-clip': {
    title: 'Show the shot on the timeline',
    dynamicTitle: () => 'Show on the timeline',
    icon: 'film',
    keys: { storyboard: ['T'] },
    menus: { shot: 'look' },
    when: item,
    handledBy: ['storyboard'],
  },
  'storyboard.show-node': {
    title: 'Show the node that made the picture',
    icon: 'workflow',
    menus: { shot: 'look' },
    when: ({ storyboardHasOrigin }) => storyboardHasOrigin,
    handledBy: ['storyboard'],
  },
  'storyboard.show-run': {
    title: 'Show the run that made the picture',
    icon: 'history',
    menus: { shot: 'look' },
    when: ({ storyboardHasOrigin }) => storyboardHasOrigin,
    handledBy: ['storyboard'],
  },
  'storyboard.takes': {
    title: 'Run the picture again, or take another of its takes…',
    dynamicTitle: () => 'Run again and takes…',
    icon: 'repeat-2',
    keys: { storyboard: ['R'] },
    menus: { shot: 'look' },
    when: ({ storyboardFile }) => storyboardFile,
    handledBy: ['storyboard'],
  },
  'storyboard.make-timeline': {
    title: 'Make or update the timeline from the storyboard…',
    icon: 'clapperboard',
    when: open,
    handledBy: ['storyboard'],
  },
  'storyboard.save-board': {
    title: 'Save the storyboard as PDF or picture…',
    dynamicTitle: () => 'Save as PDF or picture…',
    icon: 'image-down',
    menus: { file: 'interchange' },
    when: open,
    handledBy: ['storyboard'],
  },
  'storyboard.make-picture': {
    title: 'Make pictures with a node or a template…',
    dynamicTitle: ({ storyboardShots }) =>
      storyboardShots > 1 ? `Make ${storyboardShots} pictures…` : 'Make a picture…',
    icon: 'wand-sparkles',
    keys: { storyboard: ['G'] },
    menus: { shot: 'add' },
    when: some,
    handledBy: ['storyboard'],
  },
  'storyboard.add-picture': {
    title: 'Add a picture from Files…',
    icon: 'images',
    keys: { storyboard: ['P'] },
    menus: { shot: 'add' },
    when: item,
    handledBy: ['storyboard'],
  },
  'storyboard.add-shot': {
    title: 'Add a shot',
    icon: 'plus',
    keys: { storyboard: ['N'] },
    menus: { shot: 'add' },
    when: open,
    handledBy: ['storyboard'],
  },
  'storyboard.add-scene': {
    title: 'Add a scene',
    icon: 'circle-plus',
    keys: { storyboard: ['Shift+N'] },
    menus: { shot: 'add' },
    when: open,
    handledBy: ['storyboard'],
  },
  'storyboard.duplicate': {
    title: 'Duplicate shots',
    dynamicTitle: ({ storyboardShots }) => `Duplicate ${shots(storyboardShots)}`,
    icon: 'copy-plus',
    keys: { storyboard: ['Mod+D'] },
    menus: { shot: 'edit' },
    when: some,
    handledBy: ['storyboard'],
  },
  'storyboard.merge': {
    title: 'Merge shots into one',
    dynamicTitle: ({ storyboardShots }) => `Merge ${shots(storyboardShots)} into one`,
    icon: 'arrow-left-to-line',
    keys: { storyboard: ['M'] },
    menus: { shot: 'edit' },
    when: multiple,
    handledBy: ['storyboard'],
  },
  'storyboard.split': {
    title: 'Split the shot into two',
    icon: 'scissors',
    keys: { storyboard: ['S'] },
    menus: { shot: 'edit' },
    when: item,
    handledBy: ['storyboard'],
  },
  'storyboard.move': {
    title: 'Move the shots; up and down, to another scene',
    icon: 'move',
    fixedKeys: true,
    keys: { storyboard: ['Alt+ArrowLeft', 'Alt+ArrowRight', 'Alt+ArrowUp', 'Alt+ArrowDown'] },
    repeats: true,
    palette: false,
    when: some,
    handledBy: ['storyboard'],
  },
  'storyboard.select-all': {
    title: 'Select all shots',
    icon: 'square-dashed-mouse-pointer',
    keys: { storyboard: ['Mod+A'] },
    menus: { shot: 'edit' },
    when: open,
    handledBy: ['storyboard'],
  },
  'storyboard.delete': {
    title: 'Delete shots',
    dynamicTitle: ({ storyboardShots }) => `Delete ${shots(storyboardShots)}`,
    icon: 'trash-2',
    keys: { storyboard: ['Delete', 'Backspace'] },
    menus: { shot: 'delete' },
    destructive: true,
    when: some,
    handledBy: ['storyboard'],
  },
} as const satisfies Record<string, CommandDescription>;
