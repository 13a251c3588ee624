import { ChevronDown, Crosshair } from 'lucide-react';
import type { ReactElement } from 'react';
import { Menu, type MenuEntries } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { useNodeSelector } from '../session/editor-context.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { equalNames } from '../session/equal-names.ts';
import css from './file-uses.module.css';

/** `Photo`, or `3 nodes`. */
const labelOf = (session: EditorSession, [first, ...remaining]: readonly string[]): string =>
  first !== undefined && remaining.length === 0
    ? session.titleOf(first)
    : words.counts.nodes(remaining.length + 1);

/** `Photo`, or `Photo · 2 of 3` where several nodes are called so. */
function markedTitle(session: EditorSession, nodeId: string): string {
  const mark = equalNames(session).get(nodeId);
  return mark === undefined ? session.titleOf(nodeId) : `${session.titleOf(nodeId)} · ${mark}`;
}

/** The nodes that hold a file; each leads to itself. */
export const entriesOfUses = (session: EditorSession, nodeIds: readonly string[]): MenuEntries =>
  nodeIds.map((nodeId) => ({
    id: `go to ${nodeId}`,
    label: markedTitle(session, nodeId),
    icon: <Crosshair aria-hidden />,
    onSelect: () => session.focusNode(nodeId),
  }));

/** What uses a file, below its name; it opens the whole list. Wakes for what a single node is called. */
export function FileUses(props: {
  session: EditorSession;
  nodeIds: readonly string[];
  /** Whether Tab comes to it. */
  isActive: boolean;
}): ReactElement | null {
  const { session, nodeIds, isActive } = props;
  useNodeSelector(session, nodeIds[0] ?? '', () => nodeIds[0] && session.titleOf(nodeIds[0]));
  if (nodeIds.length === 0) return null;
  const label = words.files.usedByNodes(labelOf(session, nodeIds));
  return (
    <Menu
      trigger={
        <button type="button" className={css['uses']} tabIndex={isActive ? 0 : -1} title={label}>
          <span dir="auto">{label}</span>
          <ChevronDown aria-hidden />
        </button>
      }
      entries={() => entriesOfUses(session, nodeIds)}
    />
  );
}
