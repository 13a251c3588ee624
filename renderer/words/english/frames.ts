import { counted } from '../forms.ts';

/** Frames around nodes, and what is shown of them while they are collapsed. */
export const frames = {
  holds: (nodes: number) =>
    nodes === 0 ? 'Nothing in it' : counted(nodes, { one: '# node', other: '# nodes' }),
  running: (count: number) => `${count} running`,
  failed: (count: number) => `${count} failed`,
  collapsed: (title: string, facts: string) => `Frame: ${title}, collapsed, ${facts}`,
  pin: (pin: string, node: string) => `${pin} · ${node}`,
  nothingToCollapse: 'Nothing lies in this frame that could be collapsed.',
  shownAgain: 'What was in the frame is shown again.',
  states: 'States',
  nothingInCommon:
    'They have no field in common. The buttons above and the menu of a right-click act on all of them.',
  selected: (count: number) => (count === 1 ? 'Frame' : `${count} frames and notes selected`),
  framesHelp:
    'What is switched here is switched for all that lies in it. Collapsed, it is one tile with the pins that lead out of it.',
  title: 'Title of the selected frame',
} as const;
