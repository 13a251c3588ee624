import type { CommandContext } from './context.ts';
import type { CommandDescription } from './description.ts';

const atCell = ({ gridCell }: CommandContext): boolean => gridCell;

/** Grids: many runs of one graph beside each other. */
export const gridCommands = {
  'run.vary': {
    title: 'Vary…',
    icon: 'layout-grid',
    menus: { run: 'run', node: 'run', 'run-button': 'start' },
    when: ({ nodes }) => nodes > 0,
    handledBy: ['workspace'],
  },
  'view.grids': {
    title: 'Grids',
    icon: 'layout-grid',
    keys: { page: ['Mod+Shift+6'] },
    menus: { view: 'project' },
    checked: ({ page }) => page === 'grids',
    handledBy: ['project-views'],
  },
  'grid.open': {
    title: 'Look at the result closely',
    icon: 'maximize',
    keys: { grid: ['Enter'] },
    when: atCell,
    handledBy: ['grid'],
  },
  'grid.star': {
    title: 'Star the result',
    icon: 'sparkles',
    keys: { grid: ['S'] },
    when: atCell,
    handledBy: ['grid'],
  },
  'grid.drop': {
    title: 'Drop the result, or bring it back',
    icon: 'x',
    keys: { grid: ['X', 'Delete'] },
    when: atCell,
    handledBy: ['grid'],
  },
  'grid.skip': {
    title: 'Skip the cell, or run it after all',
    icon: 'step-forward',
    keys: { grid: ['K'] },
    when: atCell,
    handledBy: ['grid'],
  },
  'grid.undo': {
    title: 'Undo the last mark',
    icon: 'undo-2',
    keys: { grid: ['U'] },
    when: atCell,
    handledBy: ['grid'],
  },
  'grid.apply': {
    title: 'Use these values in the graph',
    icon: 'arrow-left-to-line',
    keys: { grid: ['W'] },
    when: atCell,
    handledBy: ['grid'],
  },
} as const satisfies Record<string, CommandDescription>;
