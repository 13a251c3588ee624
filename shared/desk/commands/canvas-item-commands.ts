import type { CommandContext } from './context.ts';
import type { CommandDescription } from './description.ts';

const onCanvas = ({ canvasCovered }: CommandContext): boolean => !canvasCovered;

/** Frames and notes around the nodes of a graph. */
export const canvasItemCommands = {
  'editor.add-frame': {
    title: 'Add a frame',
    titleNow: ({ selectedNodes, selectedItems }) =>
      selectedNodes + selectedItems > 0 ? 'Frame the selection' : 'Add a frame',
    icon: 'frame',
    keys: { page: ['Mod+G'], canvas: ['Shift+C'] },
    menus: { edit: 'add', canvas: 'add', node: 'arrange' },
    when: onCanvas,
    handledBy: ['canvas'],
  },
  'editor.add-note': {
    title: 'Add a note',
    icon: 'sticky-note',
    keys: { canvas: ['Shift+N'] },
    menus: { edit: 'add', canvas: 'add' },
    when: onCanvas,
    handledBy: ['canvas'],
  },
  'editor.fit-frame': {
    title: 'Fit the frame to what is in it',
    icon: 'scan',
    menus: { edit: 'arrange', 'canvas-item': 'item' },
    when: (context) => onCanvas(context) && context.selectedFrames > 0,
    handledBy: ['canvas'],
  },
} as const satisfies Record<string, CommandDescription>;
