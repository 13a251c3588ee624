import { arrowKeys, type Chord } from './chord.ts';

/** Keys that move within one part of a page or change one value; what is a command has its keys in the command table. */
interface ScopeKey {
  /** Any of them does it. */
  keys: readonly [Chord, ...Chord[]];
  title: string;
  /** It acts while the key is held, so that a command may have the tap of it. */
  held?: true;
}

export interface KeyScopeDescription {
  /** Where the focus has to be. */
  title: string;
  keys: readonly ScopeKey[];
}

/** Where keys work, in the order of the Shortcuts page. Within one scope a key has one meaning. */
export const keyScopes = {
  page: { title: 'On every page', keys: [] },
  canvas: {
    title: 'On the canvas',
    keys: [
      {
        keys: ['Space'],
        held: true,
        title: 'Hold and drag: move the view',
      },
    ],
  },
  sidePanel: {
    title: 'In a panel at the side of the canvas',
    keys: [{ keys: ['Escape'], title: 'Back to the canvas; a panel that lies over it is closed' }],
  },
  outline: {
    title: 'In the outline',
    keys: [{ keys: ['ArrowUp', 'ArrowDown', 'Home', 'End'], title: 'Go to another node' }],
  },
  palette: {
    title: 'In the node palette',
    keys: [
      { keys: ['ArrowUp', 'ArrowDown', 'Home', 'End'], title: 'Go through the node types' },
      { keys: ['ArrowLeft'], title: 'Go to the heading of the node type, which folds its list' },
      { keys: ['Enter'], title: 'Add the first node type found' },
    ],
  },
  files: {
    title: 'In the files',
    keys: [
      { keys: ['ArrowUp', 'ArrowDown', 'Home', 'End'], title: 'Go to another file' },
      { keys: ['Enter'], title: 'Add the file to the canvas' },
      { keys: ['Space'], title: 'Look closely at the file' },
      { keys: ['F2'], title: 'Rename the file' },
      { keys: ['Delete'], title: 'Delete the file' },
    ],
  },
  items: {
    title: 'At the items of a node',
    keys: [
      { keys: ['ArrowLeft', 'ArrowRight', 'Home', 'End'], title: 'Show another item' },
      { keys: ['Enter'], title: 'Look closely at the item' },
    ],
  },
  number: {
    title: 'In a number field',
    keys: [
      { keys: ['ArrowUp', 'ArrowDown'], title: 'One step up or down; ten with Shift, a tenth with Alt' },
      { keys: ['Enter'], title: 'Take the number, or what a sum such as 1920/2 or 2 s comes to' },
      { keys: ['Escape'], title: 'While dragging, or where it is refused: back to the number before' },
    ],
  },
  handles: {
    title: 'At a handle on a picture',
    keys: [
      { keys: arrowKeys, title: 'Move it by a pixel; ten with Shift' },
      { keys: ['Enter'], title: 'Done' },
      { keys: ['Escape'], title: 'While dragging: back to where it was; else close' },
    ],
  },
  curves: {
    title: 'At a curve of tones',
    keys: [
      { keys: arrowKeys, title: 'Move the point; ten levels with Shift' },
      { keys: ['Home', 'End'], title: 'Go to the point before or behind' },
      { keys: ['Enter'], title: 'Add a point' },
      { keys: ['Delete', 'Backspace'], title: 'Take the point out' },
    ],
  },
  history: {
    title: 'In the history',
    keys: [{ keys: ['ArrowUp', 'ArrowDown', 'Home', 'End'], title: 'Go to another version' }],
  },
  runs: { title: 'In the runs of a project', keys: [] },
  runOutputs: { title: 'At the outputs below the canvas', keys: [] },
  queue: {
    title: 'In the queue',
    keys: [{ keys: ['ArrowUp', 'ArrowDown'], title: 'Go to another run' }],
  },
  comparison: {
    title: 'In a comparison',
    keys: [{ keys: arrowKeys, title: 'Move the view' }],
  },
  output: {
    title: 'At an output in full size',
    keys: [
      { keys: ['ArrowLeft', 'ArrowRight'], title: 'Previous or next output' },
      { keys: ['Escape'], title: 'Close' },
    ],
  },
  player: { title: 'In a player beside the canvas', keys: [] },
  mask: {
    title: 'Where a mask is drawn',
    keys: [
      { keys: ['B'], title: 'Brush' },
      { keys: ['E'], title: 'Eraser' },
      { keys: ['L'], title: 'Lasso' },
      { keys: ['G'], title: 'Fill' },
      { keys: ['X'], title: 'Mask, or take away' },
      { keys: ['[', ']'], title: 'Brush smaller or larger; softer or harder with Shift' },
      { keys: ['I'], title: 'Invert the mask' },
      { keys: ['M'], title: 'See the mask in black and white, or over the picture' },
      { keys: ['-', 'Plus', '0', '1'], title: 'Zoom out or in, fit, own size' },
      { keys: ['Space'], held: true, title: 'Hold and drag: move the view' },
      { keys: ['Mod+Z', 'Mod+Shift+Z'], title: 'Undo or redo' },
      { keys: ['Mod+S'], title: 'Save the mask' },
      { keys: ['Escape'], title: 'Give up the stroke, or close' },
    ],
  },
  gallery: {
    title: 'In the gallery',
    keys: [
      {
        keys: [...arrowKeys, 'Home', 'End'],
        title: 'Go to another output; with Shift, choose those between',
      },
      { keys: ['Space'], title: 'Choose the output, or not' },
      { keys: ['Mod+A'], title: 'Choose all that are listed' },
    ],
  },
  compared: {
    title: 'In a comparison of outputs',
    keys: [
      { keys: ['ArrowLeft', 'ArrowRight'], title: 'While it blinks: the other one' },
      { keys: ['Escape'], title: 'Back' },
    ],
  },
  grid: {
    title: 'In a grid of results',
    keys: [{ keys: [...arrowKeys, 'Home', 'End'], title: 'Go to another cell' }],
  },
  projects: {
    title: 'In the projects',
    keys: [
      { keys: [...arrowKeys, 'Home', 'End'], title: 'Go to another project' },
      { keys: ['Space'], title: 'Choose the project, or not' },
    ],
  },
  templates: {
    title: 'In the templates',
    keys: [{ keys: ['ArrowUp', 'ArrowDown'], title: 'Go to another template' }],
  },
  timeline: { title: 'In the timeline', keys: [] },
  monitor: { title: 'At the monitor', keys: [] },
  storyboard: {
    title: 'In the storyboard',
    keys: [
      { keys: arrowKeys, title: 'Go from shot to shot; with Shift, select those between' },
      { keys: ['Enter'], title: 'Write what happens in the shot' },
      { keys: ['Escape'], title: 'From the words back to the shot, or clear the selection' },
    ],
  },
  animatic: {
    title: 'In the animatic of a storyboard',
    keys: [
      { keys: ['Space'], title: 'Play or pause' },
      { keys: ['K'], title: 'Pause' },
      { keys: ['L', 'J'], title: 'Play forwards or backwards; again, faster' },
      { keys: ['ArrowLeft', 'ArrowRight'], title: 'Go to the shot before or behind' },
      { keys: ['Home', 'End'], title: 'Go to the beginning or the end' },
    ],
  },
} as const satisfies Record<string, KeyScopeDescription>;

export type KeyScope = keyof typeof keyScopes;

export const keyScopeIds = Object.keys(keyScopes) as readonly KeyScope[];
