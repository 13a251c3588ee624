import type { CommandContext } from './context.ts';
import type { CommandDescription } from './description.ts';

const onCanvas = ({ canvasCovered }: CommandContext): boolean => !canvasCovered;
const withGroup = (context: CommandContext): boolean => onCanvas(context) && context.selectedGroups > 0;

/** Groups: a part of a graph shown as one node. */
export const groupCommands = {
  'group.make': {
    title: 'Make a group',
    words: 'subgraph compound macro component nest',
    dynamicTitle: ({ selectedNodes, selectedFrames }) =>
      selectedNodes === 0 && selectedFrames === 1 ? 'Turn the frame into a group' : 'Make a group',
    icon: 'box',
    keys: { page: ['Mod+Shift+G'] },
    menus: { edit: 'arrange', node: 'arrange', 'canvas-item': 'item' },
    when: (context) =>
      onCanvas(context) && context.selectedNodes + context.selectedFrames + context.selectedGroups > 0,
    handledBy: ['canvas'],
  },
  'group.open': {
    title: 'Open the group',
    words: 'enter inside edit',
    icon: 'log-in',
    keys: { canvas: ['Alt+ArrowDown'], outline: ['Alt+ArrowDown'] },
    menus: { edit: 'arrange', 'canvas-item': 'item' },
    when: (context) => onCanvas(context) && context.selectedGroups === 1,
    handledBy: ['canvas'],
  },
  'group.leave': {
    title: 'Leave the group',
    words: 'exit outside up back',
    icon: 'log-out',
    keys: { canvas: ['Alt+ArrowUp'], outline: ['Alt+ArrowUp'] },
    menus: { edit: 'arrange', canvas: 'view' },
    when: (context) => onCanvas(context) && context.openGroups > 0,
    handledBy: ['canvas'],
  },
  'group.add-linked': {
    title: 'Add linked',
    words: 'instance duplicate reuse clone',
    icon: 'link-2',
    keys: { page: ['Mod+Shift+D'] },
    menus: { edit: 'selection', 'canvas-item': 'item' },
    when: withGroup,
    handledBy: ['canvas'],
  },
  'group.detach': {
    title: 'Detach from linked groups',
    words: 'unlink separate own copy',
    icon: 'unlink-2',
    menus: { edit: 'arrange', 'canvas-item': 'item' },
    when: (context) => onCanvas(context) && context.linkedGroups > 0,
    handledBy: ['canvas'],
  },
  'group.compare': {
    title: 'Compare with linked groups…',
    words: 'update differences synchronize',
    icon: 'git-compare',
    menus: { edit: 'arrange', 'canvas-item': 'item' },
    when: (context) => onCanvas(context) && context.linkedGroups > 0,
    handledBy: ['canvas'],
  },
  'group.save': {
    title: 'Save to the library…',
    words: 'group library version reuse template',
    icon: 'library',
    menus: { edit: 'arrange', 'canvas-item': 'item' },
    when: (context) => onCanvas(context) && (context.selectedGroups === 1 || context.openGroups > 0),
    handledBy: ['canvas'],
  },
  'group.library': {
    title: 'Group library…',
    words: 'place insert import export template subgraph',
    icon: 'library',
    menus: { edit: 'add', canvas: 'add' },
    when: onCanvas,
    handledBy: ['canvas'],
  },
  'group.update': {
    title: 'Update from its source…',
    words: 'group library template newer version',
    icon: 'git-compare',
    menus: { edit: 'arrange', 'canvas-item': 'item' },
    when: (context) => onCanvas(context) && context.groupsWithSource > 0,
    handledBy: ['canvas'],
  },
  'group.ungroup': {
    title: 'Ungroup',
    words: 'dissolve take apart expand',
    icon: 'ungroup',
    keys: { page: ['Mod+Alt+G'] },
    menus: { edit: 'arrange', 'canvas-item': 'item' },
    when: withGroup,
    handledBy: ['canvas'],
  },
} as const satisfies Record<string, CommandDescription>;
