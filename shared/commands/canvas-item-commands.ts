import type { CommandContext } from './context.ts';
import type { CommandDescription } from './description.ts';

const onCanvas = ({ canvasCovered }: CommandContext): boolean => !canvasCovered;

/** Frames, notes and lines around the nodes of a graph. */
export const canvasItemCommands = {
  'editor.add-frame': {
    title: 'Add a frame',
    words: 'group box section',
    dynamicTitle: ({ selectedNodes, selectedItems }) =>
      selectedNodes + selectedItems > 0 ? 'Frame the selection' : 'Add a frame',
    icon: 'frame',
    keys: { page: ['Mod+G'], canvas: ['Shift+C'] },
    menus: { edit: 'add', canvas: 'add', node: 'arrange' },
    when: onCanvas,
    handledBy: ['canvas'],
  },
  'editor.add-note': {
    title: 'Add a note',
    words: 'comment sticky text annotation',
    icon: 'sticky-note',
    keys: { canvas: ['Shift+N'] },
    menus: { edit: 'add', canvas: 'add' },
    when: onCanvas,
    handledBy: ['canvas'],
  },
  'editor.draw-arrow': {
    title: 'Draw arrows',
    icon: 'move-up-right',
    keys: { canvas: ['Shift+A'] },
    menus: { edit: 'add', canvas: 'add' },
    when: onCanvas,
    handledBy: ['canvas'],
  },
  'editor.draw-line': {
    title: 'Draw lines',
    icon: 'pencil',
    keys: { canvas: ['Shift+D'] },
    menus: { edit: 'add', canvas: 'add' },
    when: onCanvas,
    handledBy: ['canvas'],
  },
  'editor.mute': {
    title: 'Mute or unmute',
    words: 'bypass disable skip',
    icon: 'circle-slash',
    keys: { canvas: ['M'], outline: ['M'] },
    menus: { edit: 'arrange', node: 'arrange', 'canvas-item': 'item' },
    when: (context) =>
      onCanvas(context) && context.selectedNodes + context.selectedFrames + context.selectedGroups > 0,
    handledBy: ['canvas'],
  },
  'editor.freeze': {
    title: 'Freeze or unfreeze',
    words: 'keep cache pin result',
    icon: 'snowflake',
    keys: { canvas: ['F'], outline: ['F'] },
    menus: { edit: 'arrange', node: 'arrange', 'canvas-item': 'item' },
    when: (context) =>
      onCanvas(context) && context.selectedNodes + context.selectedFrames + context.selectedGroups > 0,
    handledBy: ['canvas'],
  },
  'editor.collapse': {
    title: 'Only what is connected or changed',
    words: 'collapse fold compact minimize',
    icon: 'fold-vertical',
    keys: { canvas: ['H'], outline: ['H'] },
    menus: { edit: 'arrange', node: 'arrange', 'canvas-item': 'item' },
    when: (context) =>
      onCanvas(context) && context.selectedNodes + context.selectedFrames + context.selectedGroups > 0,
    handledBy: ['canvas'],
  },
  'editor.lock': {
    title: 'Lock or unlock',
    icon: 'lock',
    keys: { canvas: ['L'], outline: ['L'] },
    menus: { edit: 'arrange', node: 'arrange', 'canvas-item': 'item' },
    when: (context) =>
      onCanvas(context) && context.selectedNodes + context.selectedItems - context.selectedLines > 0,
    handledBy: ['canvas'],
  },
  'editor.wider': {
    title: 'Make wider',
    icon: 'unfold-horizontal',
    keys: { canvas: ['Alt+ArrowRight'] },
    menus: { edit: 'arrange', node: 'arrange' },
    when: (context) => onCanvas(context) && context.selectedNodes > 0,
    handledBy: ['canvas'],
  },
  'editor.narrower': {
    title: 'Make narrower',
    icon: 'fold-horizontal',
    keys: { canvas: ['Alt+ArrowLeft'] },
    menus: { edit: 'arrange', node: 'arrange' },
    when: (context) => onCanvas(context) && context.selectedNodes > 0,
    handledBy: ['canvas'],
  },
  'editor.set-bookmark': {
    title: 'Set a bookmark here',
    words: 'remember view save position',
    icon: 'bookmark-plus',
    fixedKeys: true,
    keys: {
      page: [
        'Alt+Shift+1',
        'Alt+Shift+2',
        'Alt+Shift+3',
        'Alt+Shift+4',
        'Alt+Shift+5',
        'Alt+Shift+6',
        'Alt+Shift+7',
        'Alt+Shift+8',
        'Alt+Shift+9',
      ],
    },
    when: onCanvas,
    handledBy: ['canvas'],
  },
  'editor.go-to-bookmark': {
    title: 'Go to a bookmark',
    words: 'jump next view position',
    icon: 'bookmark',
    fixedKeys: true,
    keys: { page: ['Alt+1', 'Alt+2', 'Alt+3', 'Alt+4', 'Alt+5', 'Alt+6', 'Alt+7', 'Alt+8', 'Alt+9'] },
    when: onCanvas,
    handledBy: ['canvas'],
  },
  'editor.collapse-frame': {
    title: 'Collapse or open the frame',
    dynamicTitle: ({ selectedFrames, collapsedFrames, selectedGroups }) =>
      selectedFrames === 0
        ? selectedGroups > 0
          ? 'Show only pins with wires, or all'
          : 'Collapse or open the frame'
        : `${collapsedFrames < selectedFrames ? 'Collapse' : 'Open'} the ${selectedFrames > 1 ? 'frames' : 'frame'}`,
    icon: 'group',
    keys: { canvas: ['Shift+H'], outline: ['Shift+H'] },
    menus: { edit: 'arrange', 'canvas-item': 'item' },
    when: (context) => onCanvas(context) && context.selectedFrames + context.selectedGroups > 0,
    handledBy: ['canvas'],
  },
  'editor.fit-frame': {
    title: 'Fit the frame to what is in it',
    icon: 'scan',
    menus: { edit: 'arrange', 'canvas-item': 'item' },
    when: (context) => onCanvas(context) && context.selectedFrames > context.collapsedFrames,
    handledBy: ['canvas'],
  },
} as const satisfies Record<string, CommandDescription>;
