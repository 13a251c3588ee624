import type { CommandContext } from './context.ts';
import type { CommandDescription } from './description.ts';

const onCanvas = ({ canvasCovered }: CommandContext): boolean => !canvasCovered;
const withItems = (context: CommandContext): boolean =>
  onCanvas(context) && context.selectedNodes + context.selectedItems > 0;
/** One node, or one frame or note. */
const withSingle = (context: CommandContext): boolean =>
  onCanvas(context) && context.selectedNodes + context.selectedItems - context.selectedLines === 1;
const withSingleNode = (context: CommandContext): boolean => onCanvas(context) && context.selectedNodes === 1;
const withSingleWire = (context: CommandContext): boolean => onCanvas(context) && context.selectedWires === 1;

const deleteTitle = ({ selectedNodes, selectedWires, selectedItems }: CommandContext): string =>
  selectedNodes + selectedItems === 0 && selectedWires > 0
    ? 'Disconnect'
    : selectedNodes > 1 && selectedItems === 0
      ? `Delete ${selectedNodes} nodes`
      : 'Delete';

/** What changes the graph that is open. */
export const editCommands = {
  'edit.undo': {
    title: 'Undo',
    words: 'back',
    dynamicTitle: ({ undoLabel }) => (undoLabel === null ? 'Undo' : `Undo: ${undoLabel}`),
    icon: 'undo-2',
    keys: { page: ['Mod+Z'] },
    menus: { edit: 'history' },
    // Also before a comparison: it takes back what was restored from there.
    when: ({ canUndo }) => canUndo,
    disabled: 'nothing-undo',
    handledBy: ['project-views', 'document', 'canvas'],
  },
  'edit.redo': {
    title: 'Redo',
    dynamicTitle: ({ redoLabel }) => (redoLabel === null ? 'Redo' : `Redo: ${redoLabel}`),
    icon: 'redo-2',
    keys: { page: ['Mod+Shift+Z', 'Mod+Y'] },
    menus: { edit: 'history' },
    when: ({ canRedo }) => canRedo,
    disabled: 'nothing-redo',
    handledBy: ['project-views', 'document', 'canvas'],
  },
  'editor.cut': {
    title: 'Cut',
    icon: 'scissors',
    keys: { page: ['Mod+X'] },
    menus: { edit: 'clipboard', node: 'clipboard', 'canvas-item': 'clipboard' },
    nativeRole: 'cut',
    when: withItems,
    handledBy: ['canvas'],
  },
  'editor.copy': {
    title: 'Copy',
    icon: 'copy',
    keys: { page: ['Mod+C'] },
    menus: { edit: 'clipboard', node: 'clipboard', 'canvas-item': 'clipboard' },
    nativeRole: 'copy',
    when: withItems,
    handledBy: ['canvas'],
  },
  'editor.paste': {
    title: 'Paste',
    icon: 'clipboard-paste',
    keys: { page: ['Mod+V'] },
    menus: { edit: 'clipboard', canvas: 'clipboard' },
    nativeRole: 'paste',
    when: onCanvas,
    handledBy: ['canvas'],
  },
  'editor.duplicate': {
    title: 'Duplicate',
    words: 'copy clone',
    icon: 'copy-plus',
    keys: { page: ['Mod+D'] },
    menus: { edit: 'selection', node: 'clipboard', 'canvas-item': 'clipboard' },
    when: withItems,
    handledBy: ['canvas'],
  },
  'editor.delete': {
    title: 'Delete',
    words: 'remove',
    dynamicTitle: deleteTitle,
    icon: 'trash-2',
    keys: { page: ['Delete'], canvas: ['Delete', 'Backspace'], outline: ['Delete', 'Backspace'] },
    menus: { edit: 'selection', node: 'delete', wire: 'delete', 'canvas-item': 'delete' },
    destructive: true,
    when: (context) =>
      onCanvas(context) && context.selectedNodes + context.selectedWires + context.selectedItems > 0,
    handledBy: ['canvas'],
  },
  'editor.rename': {
    title: 'Rename',
    words: 'name title',
    dynamicTitle: ({
      selectedItems,
      selectedFrames,
      selectedGroups,
      selectedLines,
      selectedNodes,
      namedWires,
    }) => {
      if (selectedFrames > 0) return 'Rename frame';
      if (selectedGroups > 0) return 'Rename group';
      if (selectedItems > selectedLines) return 'Edit note';
      if (selectedNodes > 0) return 'Rename node';
      return namedWires > 0 ? 'Rename wire…' : 'Rename';
    },
    icon: 'pencil-line',
    keys: { page: ['F2'] },
    menus: { edit: 'selection', node: 'node', 'canvas-item': 'item', wire: 'points' },
    when: (context) => withSingle(context) || (withSingleWire(context) && context.namedWires === 1),
    handledBy: ['canvas'],
  },
  'editor.select-all': {
    title: 'Select all',
    icon: 'square-dashed-mouse-pointer',
    keys: { page: ['Mod+A'] },
    menus: { edit: 'selection', canvas: 'selection' },
    when: onCanvas,
    handledBy: ['canvas'],
  },
  'editor.quick-add': {
    title: 'Add node…',
    words: 'insert new create',
    icon: 'circle-plus',
    keys: { canvas: ['Tab', '/'] },
    menus: { edit: 'add', canvas: 'add' },
    when: onCanvas,
    handledBy: ['canvas'],
  },
  'editor.find': {
    title: 'Find in project…',
    words: 'search',
    dynamicTitle: ({ page }) =>
      page === 'projects'
        ? 'Search projects'
        : page === 'templates'
          ? 'Search templates'
          : 'Find in project…',
    icon: 'search',
    keys: { page: ['Mod+F'] },
    menus: { edit: 'add' },
    when: onCanvas,
    handledBy: ['projects', 'templates', 'canvas'],
  },
  'editor.save-snippet': {
    title: 'Save as a snippet…',
    icon: 'package-plus',
    menus: { edit: 'selection', node: 'clipboard', 'canvas-item': 'clipboard' },
    when: withItems,
    handledBy: ['canvas'],
  },
  'editor.snippets': {
    title: 'Place a snippet…',
    icon: 'package',
    menus: { edit: 'add', canvas: 'add' },
    when: onCanvas,
    handledBy: ['canvas'],
  },
  'editor.find-replace': {
    title: 'Find and replace…',
    icon: 'replace-all',
    keys: { page: ['Mod+Alt+F'] },
    menus: { edit: 'add' },
    when: onCanvas,
    handledBy: ['canvas'],
  },
  'editor.connect': {
    title: 'Connect to…',
    words: 'wire link',
    icon: 'cable',
    keys: { outline: ['C'] },
    menus: { edit: 'add', node: 'node' },
    when: (context) => onCanvas(context) && context.canConnect,
    handledBy: ['canvas'],
  },
  'editor.replace': {
    title: 'Replace with…',
    words: 'swap change type',
    dynamicTitle: ({ selectedNodes }) =>
      selectedNodes > 1 ? `Replace ${selectedNodes} nodes with…` : 'Replace with…',
    icon: 'replace',
    keys: { canvas: ['Shift+R'], outline: ['Shift+R'] },
    menus: { edit: 'selection', node: 'node' },
    when: (context) => onCanvas(context) && context.selectedNodes > 0,
    handledBy: ['canvas'],
  },
  'editor.look': {
    title: 'Look at what the node made',
    words: 'preview open full size view result',
    icon: 'zoom-in',
    keys: { canvas: ['Space'] },
    menus: { edit: 'selection', node: 'node' },
    when: withSingleNode,
    handledBy: ['canvas'],
  },
  'editor.edit-on-picture': {
    title: 'Edit on the picture',
    words: 'handles crop place scale rotate corners gradient point color eyedropper',
    icon: 'crop',
    keys: { canvas: ['E'], outline: ['E'] },
    menus: { edit: 'selection', node: 'node' },
    when: (context) => onCanvas(context) && context.canEditOnPicture,
    handledBy: ['canvas'],
  },
  'editor.draw-mask': {
    title: 'Draw a mask…',
    words: 'mask brush paint lasso eraser selection',
    icon: 'brush',
    keys: { canvas: ['Shift+M'] },
    menus: { edit: 'selection', node: 'node' },
    when: (context) => onCanvas(context) && context.canDrawMask,
    disabled: 'select-node-with-mask',
    handledBy: ['canvas'],
  },
  'editor.inspect': {
    title: 'Show in the inspector',
    words: 'properties details',
    icon: 'panel-right-open',
    keys: { canvas: ['Enter'], outline: ['Enter'] },
    menus: { node: 'node' },
    when: withSingleNode,
    handledBy: ['canvas'],
  },
  'wire.by-name': {
    title: 'Show by name, not as a line',
    dynamicTitle: ({ namedWires, drawnWires }) =>
      namedWires > 0 && drawnWires === 0 ? 'Draw as a line' : 'Show by name, not as a line',
    icon: 'tag',
    keys: { canvas: ['N'], outline: ['N'] },
    menus: { wire: 'points', edit: 'selection' },
    when: (context) => onCanvas(context) && context.namedWires + context.drawnWires > 0,
    handledBy: ['canvas'],
  },
  'wire.add-point': {
    title: 'Add a point here',
    words: 'reroute wire dot bend',
    icon: 'spline',
    menus: { wire: 'points' },
    when: (context) => withSingleWire(context) && context.namedWires === 0,
    handledBy: ['canvas'],
  },
  'wire.route': {
    title: 'Route wires around nodes',
    words: 'reroute',
    icon: 'spline',
    keys: { canvas: ['Shift+W'] },
    menus: { wire: 'points', edit: 'selection', canvas: 'selection' },
    when: (context) => onCanvas(context) && context.nodes > 0,
    handledBy: ['canvas'],
  },
  'wire.straighten': {
    title: 'Remove its points',
    words: 'reroute wire dot straighten',
    icon: 'minus',
    menus: { wire: 'points' },
    when: (context) => onCanvas(context) && context.reroutedWires > 0,
    handledBy: ['canvas'],
  },
  'wire.go-to-source': {
    title: 'Go to its source',
    icon: 'arrow-left-to-line',
    keys: { canvas: ['['] },
    menus: { wire: 'ends' },
    when: withSingleWire,
    handledBy: ['canvas'],
  },
  'wire.go-to-target': {
    title: 'Go to its target',
    icon: 'arrow-right-to-line',
    keys: { canvas: [']'] },
    menus: { wire: 'ends' },
    when: withSingleWire,
    handledBy: ['canvas'],
  },
  'pin.connect': {
    title: 'Connect this pin to…',
    icon: 'cable',
    menus: { pin: 'wire' },
    palette: false,
    when: onCanvas,
    handledBy: ['canvas'],
  },
  'pin.add-node': {
    title: 'Add a node at this pin…',
    icon: 'circle-plus',
    menus: { pin: 'wire' },
    palette: false,
    when: onCanvas,
    handledBy: ['canvas'],
  },
  'pin.disconnect': {
    title: 'Disconnect this pin',
    icon: 'unplug',
    menus: { pin: 'delete' },
    palette: false,
    destructive: true,
    when: onCanvas,
    handledBy: ['canvas'],
  },
  'type.add': {
    title: 'Add this node',
    icon: 'circle-plus',
    menus: { 'node-type': 'add' },
    palette: false,
    when: onCanvas,
    handledBy: ['canvas'],
  },
  'type.add-behind': {
    title: 'Add behind the selected node',
    icon: 'step-forward',
    menus: { 'node-type': 'add' },
    palette: false,
    when: withSingleNode,
    handledBy: ['canvas'],
  },
  'type.insert': {
    title: 'Put into the selected wire',
    icon: 'arrow-right-to-line',
    menus: { 'node-type': 'add' },
    palette: false,
    when: withSingleWire,
    handledBy: ['canvas'],
  },
  'canvas.walk': {
    title: 'Go to the next node that way; several selected nodes move',
    icon: 'move',
    fixedKeys: true,
    keys: { canvas: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] },
    repeats: true,
    palette: false,
    when: onCanvas,
    handledBy: ['canvas'],
  },
  'canvas.nudge': {
    title: 'Move the selected nodes',
    icon: 'move',
    fixedKeys: true,
    keys: { canvas: ['Shift+ArrowLeft', 'Shift+ArrowRight', 'Shift+ArrowUp', 'Shift+ArrowDown'] },
    repeats: true,
    palette: false,
    when: withItems,
    handledBy: ['canvas'],
  },
  'canvas.cancel': {
    title: 'Cancel the gesture, or clear the selection',
    icon: 'x',
    keys: { canvas: ['Escape'] },
    palette: false,
    when: onCanvas,
    handledBy: ['canvas'],
  },
} as const satisfies Record<string, CommandDescription>;
