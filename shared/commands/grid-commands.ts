import type { CommandContext } from './context.ts';
import type { CommandDescription } from './description.ts';

const atCell = ({ gridCell }: CommandContext): boolean => gridCell;
const withResult = ({ gridResult }: CommandContext): boolean => gridResult;

/** Grids: many runs of one graph beside each other. */
export const gridCommands = {
  'run.vary': {
    title: 'Vary…',
    words: 'variants variations xy plot compare values',
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
    menus: { 'grid-cell': 'look' },
    when: withResult,
    handledBy: ['grid'],
  },
  'grid.choose': {
    title: 'Choose the result to compare, or not',
    icon: 'circle-plus',
    keys: { grid: ['Space'] },
    menus: { 'grid-cell': 'look' },
    when: withResult,
    handledBy: ['grid'],
  },
  'grid.compare': {
    title: 'Compare the chosen results, or the starred',
    icon: 'columns-2',
    keys: { grid: ['C'] },
    menus: { 'grid-cell': 'look' },
    when: atCell,
    handledBy: ['grid'],
  },
  'grid.star': {
    title: 'Star the result, or remove the star',
    dynamicTitle: ({ gridStarred }) => (gridStarred ? 'Remove the star' : 'Star the result'),
    icon: 'sparkles',
    keys: { grid: ['S'] },
    menus: { 'grid-cell': 'mark' },
    when: atCell,
    handledBy: ['grid'],
  },
  'grid.drop': {
    title: 'Drop the result, or bring it back',
    dynamicTitle: ({ gridDropped }) => (gridDropped ? 'Bring the result back' : 'Drop the result'),
    icon: 'x',
    keys: { grid: ['X', 'Delete'] },
    menus: { 'grid-cell': 'mark' },
    when: atCell,
    handledBy: ['grid'],
  },
  'grid.skip': {
    title: 'Skip the cell, or run it after all',
    icon: 'step-forward',
    keys: { grid: ['K'] },
    menus: { 'grid-cell': 'mark' },
    when: (context) => atCell(context) && !context.gridResult,
    handledBy: ['grid'],
  },
  'grid.undo': {
    title: 'Undo the last mark',
    icon: 'undo-2',
    keys: { grid: ['Mod+Z', 'U'] },
    menus: { 'grid-cell': 'mark' },
    when: atCell,
    handledBy: ['grid'],
  },
  'grid.apply': {
    title: 'Use these values in the graph',
    icon: 'arrow-left-to-line',
    keys: { grid: ['W'] },
    menus: { 'grid-cell': 'graph' },
    when: withResult,
    handledBy: ['grid'],
  },
} as const satisfies Record<string, CommandDescription>;
