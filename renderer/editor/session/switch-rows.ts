import { itemKey, type ItemBox } from '../scene/canvas-places.ts';
import type { EditorSession } from './editor-session.ts';
import { equalNames } from './equal-names.ts';
import { STATE_MARKS, type StateMark } from './node-states.ts';
import { compareNames } from '#renderer/words/index.ts';

/** One line of the panel of switches: a node, or a frame with all nodes in it. */
export interface SwitchRow {
  key: string;
  title: string;
  /** Which of several nodes of one name it is; empty where the title says it. */
  which: string;
  /** The frame; null of a node. */
  item: ItemBox | null;
  nodeIds: readonly string[];
  /** Mixed where only some of the nodes are. */
  marks: Readonly<Record<StateMark, boolean | 'mixed'>>;
}

function marksOf(
  session: EditorSession,
  nodeIds: readonly string[],
  frame: ItemBox | null = null,
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
 * @param retained keys of rows that stay though nothing is switched there any more.
 */
export function switchRows(session: EditorSession, retained: ReadonlySet<string>): SwitchRow[] {
  const { items, store } = session;
  const isRetained = (row: SwitchRow): boolean => isAny(row) || retained.has(row.key);
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
  const rowIds = new Set([...Object.keys(store.canvas.items.nodes), ...[...retained].flatMap(nodeOfKey)]);
  const names = rowIds.size === 0 ? NO_NAMES : equalNames(session);
  const nodes = [...rowIds].flatMap((id): SwitchRow[] =>
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
  nodes.sort((a, b) => compareNames(a.title, b.title) || compareNames(a.which, b.which));
  return [...frames, ...nodes].filter(isRetained);
}

const FRAMES = itemKey('frames', '');

const nodeOfKey = (key: string): string[] => (key.startsWith(FRAMES) ? [] : [key.slice('node:'.length)]);
