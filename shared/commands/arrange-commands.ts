import type { CommandContext } from './context.ts';
import type { CommandDescription } from './description.ts';

const onCanvas = ({ canvasCovered }: CommandContext): boolean => !canvasCovered;
const withTwo = (context: CommandContext): boolean => onCanvas(context) && context.selectedNodes > 1;
const withThree = (context: CommandContext): boolean => onCanvas(context) && context.selectedNodes > 2;
const menus = { edit: 'align', node: 'align' } as const;

/** Where nodes stand to each other. */
export const arrangeCommands = {
  'editor.tidy': {
    title: 'Tidy up',
    words: 'arrange layout order organize clean up',
    icon: 'wand-sparkles',
    menus: { edit: 'add', canvas: 'selection' },
    when: onCanvas,
    handledBy: ['canvas'],
  },
  'editor.align-left': {
    title: 'Align left edges',
    words: 'arrange line up',
    icon: 'align-start-vertical',
    menus,
    when: withTwo,
    handledBy: ['canvas'],
  },
  'editor.align-center': {
    title: 'Align centers',
    words: 'arrange line up',
    icon: 'align-center-vertical',
    menus,
    when: withTwo,
    handledBy: ['canvas'],
  },
  'editor.align-right': {
    title: 'Align right edges',
    words: 'arrange line up',
    icon: 'align-end-vertical',
    menus,
    when: withTwo,
    handledBy: ['canvas'],
  },
  'editor.align-top': {
    title: 'Align top edges',
    words: 'arrange line up',
    icon: 'align-start-horizontal',
    menus,
    when: withTwo,
    handledBy: ['canvas'],
  },
  'editor.align-middle': {
    title: 'Align middles',
    words: 'arrange line up',
    icon: 'align-center-horizontal',
    menus,
    when: withTwo,
    handledBy: ['canvas'],
  },
  'editor.align-bottom': {
    title: 'Align bottom edges',
    words: 'arrange line up',
    icon: 'align-end-horizontal',
    menus,
    when: withTwo,
    handledBy: ['canvas'],
  },
  'editor.distribute-x': {
    title: 'Distribute horizontally',
    words: 'arrange space evenly',
    icon: 'align-horizontal-distribute-center',
    menus,
    when: withThree,
    handledBy: ['canvas'],
  },
  'editor.distribute-y': {
    title: 'Distribute vertically',
    words: 'arrange space evenly',
    icon: 'align-vertical-distribute-center',
    menus,
    when: withThree,
    handledBy: ['canvas'],
  },
} as const satisfies Record<string, CommandDescription>;
