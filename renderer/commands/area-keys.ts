/**
 * Keys that work in one part of a page while it has the focus; commands with keys of their own stand in the table of
 * `shared/desk/commands.ts`. The Shortcuts page lists both. A test compares this list with the keys that the parts answer.
 */

export interface AreaKey {
  /** Chords as in the command table; any of them does it. */
  keys: readonly string[];
  title: string;
}

export interface KeyArea {
  /** Where the focus has to be. */
  title: string;
  keys: readonly AreaKey[];
}

const ARROWS = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const;

export const keyAreas = {
  canvas: {
    title: 'On the canvas',
    keys: [
      { keys: ARROWS, title: 'Go to the next node that way' },
      { keys: ARROWS.map((key) => `Shift+${key}`), title: 'Move the selected nodes' },
      { keys: ['Tab', '/', 'Space'], title: 'Add a node at the pointer' },
      { keys: ['Space'], title: 'Hold and drag: move the view' },
      { keys: ['Enter'], title: 'Edit the first value of the selected node' },
      { keys: ['F2'], title: 'Rename the selected node' },
      { keys: ['Delete', 'Backspace'], title: 'Delete what is selected' },
      { keys: ['Escape'], title: 'Give up the gesture, else select nothing' },
    ],
  },
  outline: {
    title: 'In the outline',
    keys: [
      { keys: ['ArrowUp', 'ArrowDown', 'Home', 'End'], title: 'Go to another node' },
      { keys: ['Enter'], title: 'Edit the first value of the node' },
      { keys: ['F2'], title: 'Rename the node' },
      { keys: ['C'], title: 'Connect the node' },
      { keys: ['R'], title: 'Run to the node' },
      { keys: ['Delete', 'Backspace'], title: 'Delete the node' },
    ],
  },
  palette: {
    title: 'In the node palette',
    keys: [
      { keys: ['ArrowUp', 'ArrowDown'], title: 'Go through the node types' },
      { keys: ['Enter'], title: 'Add the first node type found' },
    ],
  },
  files: { title: 'In the files', keys: [{ keys: ['Enter'], title: 'Add the file to the canvas' }] },
  number: {
    title: 'In a number field',
    keys: [
      { keys: ['ArrowUp', 'ArrowDown'], title: 'One step up or down; ten with Shift, a tenth with Alt' },
      { keys: ['Enter'], title: 'Take the number' },
      { keys: ['Escape'], title: 'While dragging: back to the number before' },
    ],
  },
  history: {
    title: 'In the history',
    keys: [
      { keys: ['ArrowUp', 'ArrowDown', 'Home', 'End'], title: 'Go to another version' },
      { keys: ['F2'], title: 'Name the version' },
      { keys: ['Delete'], title: 'Delete the version' },
    ],
  },
  comparison: {
    title: 'In a comparison',
    keys: [
      { keys: ARROWS, title: 'Move the view' },
      { keys: ['Plus', '='], title: 'Zoom in' },
      { keys: ['-'], title: 'Zoom out' },
      { keys: ['0'], title: 'Show all' },
    ],
  },
  output: {
    title: 'At an output in full size',
    keys: [
      { keys: ['ArrowLeft', 'ArrowRight'], title: 'Previous or next output' },
      { keys: ['Plus', '='], title: 'Zoom in' },
      { keys: ['-'], title: 'Zoom out' },
      { keys: ['0'], title: 'Fit to the window' },
      { keys: ['Escape'], title: 'Close' },
    ],
  },
  projects: {
    title: 'In the projects',
    keys: [
      { keys: [...ARROWS, 'Home', 'End'], title: 'Go to another project' },
      { keys: ['Enter'], title: 'Open the project' },
      { keys: ['F2'], title: 'Rename the project' },
      { keys: ['Delete'], title: 'Delete the project' },
    ],
  },
  templates: {
    title: 'In the templates',
    keys: [{ keys: ['ArrowUp', 'ArrowDown'], title: 'Go to another template' }],
  },
  timeline: {
    title: 'In the timeline',
    keys: [
      { keys: ['ArrowLeft', 'ArrowRight', 'Home', 'End'], title: 'Go along the track' },
      { keys: ['ArrowUp', 'ArrowDown'], title: 'Go to the next track' },
      { keys: ['Plus', '='], title: 'Zoom in' },
      { keys: ['-'], title: 'Zoom out' },
      { keys: ['0'], title: 'Show all' },
    ],
  },
  storyboard: {
    title: 'In the storyboard',
    keys: [{ keys: ARROWS, title: 'Go from shot to shot' }],
  },
} as const satisfies Record<string, KeyArea>;

export type KeyAreaId = keyof typeof keyAreas;

/** In the order of the page. */
export const keyAreaList: readonly (KeyArea & { id: KeyAreaId })[] = Object.entries(keyAreas).map(
  ([id, area]) => ({ id: id as KeyAreaId, ...area }),
);
