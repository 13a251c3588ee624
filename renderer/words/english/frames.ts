import { pluralForm, withCounts, formatList, number } from '../forms.ts';

/** Two by their names, more by their number. */
const named = (names: readonly string[]): string =>
  names.length > 2
    ? `${number(names.length)} more`
    : formatList(withCounts(names.map((name) => `“${name}”`)));

/** Frames around nodes, and what is shown of them while they are collapsed. */
export const frames = {
  duplicateStep: 'duplicate',
  resizeStep: 'resize',
  holds: (nodes: number) =>
    nodes === 0 ? 'Nothing in it' : pluralForm(nodes, { one: '# node', other: '# nodes' }),
  running: (count: number) => `${count} running`,
  failed: (count: number) => `${count} failed`,
  collapsed: (title: string, info: string) => `Frame: ${title}, collapsed, ${info}`,
  pin: (pin: string, node: string) => `${pin} · ${node}`,
  /** @param names of what lies in a new frame without having been chosen for it; at least one. */
  tookIn: (names: readonly string[]) =>
    names.length === 1
      ? `“${names[0]}” lies within the frame too, so it belongs to it.`
      : `${named(names)} lie within the frame too, so they belong to it.`,
  /** @param names of what lies over the edge of a new frame; at least one. */
  reachIn: (names: readonly string[]) =>
    names.length === 1
      ? `“${names[0]}” reaches into the frame and does not belong to it.`
      : `${named(names)} reach into the frame and do not belong to it.`,
  moveOut: (count: number) => (count === 1 ? 'Move it out' : 'Move them out'),
  lockedStay: (count: number) =>
    count === 1 ? 'What is locked stays in the frame.' : `${count} that are locked stay in the frame.`,
  named: (kind: string, label: string, isLocked: boolean) => `${kind}: ${label}${isLocked ? ', locked' : ''}`,
  /** @param names of what is locked; at least one. @param withItems frames or notes are among it. */
  isLocked: (names: readonly string[], withItems: boolean) =>
    names.length === 1
      ? `${names[0]} is locked and stays as it is. Select it and press L to unlock.`
      : `${names.length} ${withItems ? 'items' : 'nodes'} are locked and stay as they are. Select them and press L to unlock.`,
  staysPut: 'It is locked and stays where it is. L unlocks it.',
  nothingToCollapse: 'Nothing lies in this frame that could be collapsed.',
  shownAgain: 'What was in the frame is shown again.',
  states: 'States',
  mute: 'Mute',
  freeze: 'Freeze',
  lock: 'Lock',
  nothingInCommon:
    'They have no field in common. The buttons above and the menu of a right-click act on all of them.',
  selected: (count: number) => (count === 1 ? 'Frame' : `${count} frames and notes selected`),
  framesHelp:
    'What is switched here is switched for all that lies in it. Collapsed, it is one tile with the pins that lead out of it.',
  title: 'Title of the selected frame',
} as const;
