import type { CommandDescription } from './description.ts';

/** Running, and help. */
export const runCommands = {
  'run.start': {
    title: 'Run',
    words: 'start execute generate render',
    dynamicTitle: ({ activeRuns }) => (activeRuns > 0 ? 'Stop' : 'Run'),
    icon: 'play',
    keys: { page: ['Mod+Enter'] },
    menus: { run: 'run', 'run-button': 'start' },
    when: ({ nodes, activeRuns }) => nodes > 0 || activeRuns > 0,
    disabled: 'there-nothing-run-yet',
    handledBy: ['workspace'],
  },
  'run.another': {
    title: 'Start another run',
    icon: 'play',
    menus: { run: 'run', 'run-button': 'start' },
    when: ({ nodes, activeRuns }) => nodes > 0 && activeRuns > 0,
    handledBy: ['workspace'],
  },
  'run.to-here': {
    title: 'Run to here',
    words: 'group',
    dynamicTitle: ({ selectedNodes, selectedGroups, openGroups }) => {
      if (selectedNodes > 0) return selectedNodes > 1 ? 'Run to these nodes' : 'Run to here';
      if (selectedGroups > 1) return 'Run these groups';
      return selectedGroups + openGroups > 0 ? 'Run this group' : 'Run to here';
    },
    icon: 'step-forward',
    keys: { page: ['Mod+Shift+Enter'], outline: ['R'] },
    menus: { run: 'run', node: 'run', 'run-button': 'start', 'canvas-item': 'item' },
    when: ({ selectedNodes, selectedGroups, openGroups }) => selectedNodes + selectedGroups + openGroups > 0,
    disabled: 'select-node-what-needs',
    handledBy: ['workspace'],
  },
  'run.on-screen': {
    title: 'Run without saving',
    icon: 'monitor-play',
    menus: { run: 'run', 'run-button': 'start' },
    when: ({ nodes }) => nodes > 0,
    handledBy: ['workspace'],
  },
  'run.live': {
    title: 'Live previews',
    icon: 'zap',
    menus: { run: 'run', 'run-button': 'start' },
    checked: ({ isLive }) => isLive,
    when: ({ canBeLive }) => canBeLive,
    handledBy: ['workspace'],
  },
  'run.cancel': {
    title: 'Stop the run',
    words: 'cancel abort',
    dynamicTitle: ({ activeRuns }) => (activeRuns > 1 ? 'Stop the shown run' : 'Stop the run'),
    icon: 'square',
    keys: { page: ['Mod+.'] },
    menus: { run: 'run', 'run-button': 'current' },
    when: ({ activeRuns }) => activeRuns > 0,
    handledBy: ['workspace'],
  },
  'run.find-in-film': {
    title: 'Find in storyboard and timeline',
    icon: 'clapperboard',
    menus: { run: 'outputs', node: 'run' },
    when: ({ selectedNodes }) => selectedNodes > 0,
    handledBy: ['workspace'],
  },
  'run.apply': {
    title: 'Apply outputs…',
    icon: 'image-down',
    menus: { run: 'outputs', 'run-button': 'current', 'run-output': 'graph' },
    when: ({ canApply }) => canApply,
    handledBy: ['workspace'],
  },
  'help.open': {
    title: 'Help',
    icon: 'circle-help',
    keys: { page: ['F1'] },
    menus: { help: 'help', more: 'help' },
    handledBy: ['app'],
  },
  'help.tour': {
    title: 'Take the tour',
    icon: 'map',
    menus: { help: 'help', more: 'help' },
    handledBy: ['workspace'],
  },
  'help.shortcuts': {
    title: 'Keyboard shortcuts',
    icon: 'keyboard',
    keys: { page: ['Mod+/'] },
    menus: { help: 'help', more: 'help' },
    handledBy: ['app'],
  },
  'help.diagnostics': {
    title: 'Save diagnostics…',
    icon: 'stethoscope',
    menus: { help: 'diagnostics' },
    handledBy: ['app'],
  },
} as const satisfies Record<string, CommandDescription>;
