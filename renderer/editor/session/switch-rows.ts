import { itemKey, type PlacedItem } from '../scene/canvas-places.ts';
import type { EditorSession } from './editor-session.ts';
import { equalNames } from './equal-names.ts';
import { STATE_MARKS, type StateMark } from './node-states.ts';

/** One line of the panel of switches: a node, or a frame with all nodes in it. */
export interface SwitchRow {
  key: string;
  title: string;
  /** Which of several nodes of one name it is; empty where the title says it. */
  which: string;
  /** The frame; null of a node. */
  item: PlacedItem | null;
  nodeIds: readonly string[];
  /** Mixed where only some of the nodes are. */
  marks: Readonly<Record<StateMark, boolean | 'mixed'>>;
}

function marksOf(
  session: EditorSession,
  nodeIds: readonly string[],
  frame: PlacedItem | null = null,
): SwitchRow['marks'] {
  const marks: Record<StateMark, boolean | 'mixed'> = { muted: false, frozen: false, locked: false };
  for (const mark of STATE_MARKS) {
    const count = nodeIds.filter((id) => session.states.marksOf(id).includes(mark)).length;
    marks[mark] = count > 0 && (count === nodeIds.length ? true : 'mixed');
  }
  if (frame && session.items.isLocked(frame) !== marks.locked) marks.locked = 'mixed';
  return marks;
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

const isAny = ({ marks }: SwitchRow): boolean => STATE_MARKS.some((mark) => marks[mark] !== false);

/**
 * Frames with something muted, frozen or locked in them, then all such nodes by title.
 * @param seen keys of rows that stay though nothing is switched there any more.
 */
export function switchRows(session: EditorSession, seen: ReadonlySet<string>): SwitchRow[] {
  const { items, store } = session;
  const stays = (row: SwitchRow): boolean => isAny(row) || seen.has(row.key);
  const frames = items.all().flatMap((item): SwitchRow[] => {
    if (item.kind !== 'frames') return [];
    const nodeIds = items.nodesIn(item);
    const { key } = item;
    return nodeIds.length === 0
      ? []
      : [
          {
            key,
            title: items.labelOf(item),
            which: '',
            item,
            nodeIds,
            marks: marksOf(session, nodeIds, item),
          },
        ];
  });
  const known = new Set([...Object.keys(store.canvas.items.nodes), ...[...seen].flatMap(nodeOfKey)]);
  const names = known.size === 0 ? NO_NAMES : equalNames(session);
  const nodes = [...known].flatMap((id): SwitchRow[] =>
    store.getNode(id) === undefined
      ? []
      : [
          {
            key: `node:${id}`,
            title: session.titleOf(id),
            which: names.get(id) ?? '',
            item: null,
            nodeIds: [id],
            marks: marksOf(session, [id]),
          },
        ],
  );
  // Of one name in the order in which they count.
  nodes.sort(
    (one, other) =>
      one.title.localeCompare(other.title) ||
      one.which.localeCompare(other.which, undefined, { numeric: true }),
  );
  return [...frames, ...nodes].filter(stays);
}

const FRAMES = itemKey('frames', '');

const nodeOfKey = (key: string): string[] => (key.startsWith(FRAMES) ? [] : [key.slice('node:'.length)]);
