import { formatShortcut, isMacPlatform } from '#renderer/commands/index.ts';
import type { MenuEntries } from '#renderer/ui/index.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { startRenaming } from '../session/start-renaming.ts';

const keys = (shortcut: string): string => formatShortcut(shortcut, isMacPlatform());

/** What can be done with a node, for its menu and the context menu. */
export function nodeMenu(
  session: EditorSession,
  nodeId: string,
  onRunTo: (nodeIds: string[]) => void,
): MenuEntries {
  const many = session.store.isSelected(nodeId) && session.store.selectedNodes.size > 1;
  const ids = many ? [...session.store.selectedNodes] : [nodeId];
  const choose = (): void => {
    if (!many) session.store.select([nodeId]);
  };
  const node = session.store.getNode(nodeId);
  const pins = node && session.catalogue.pinsOf(node.type);
  const output = pins?.outputs[0];
  return [
    { id: 'run', label: many ? 'Run to these' : 'Run to here', onSelect: () => onRunTo(ids) },
    { kind: 'separator', id: 's1' },
    many
      ? null
      : {
          id: 'rename',
          label: 'Rename',
          shortcut: 'F2',
          onSelect: () => startRenaming(session, nodeId),
        },
    !many && output
      ? {
          id: 'connect',
          label: 'Connect to…',
          onSelect: () => session.ui.set({ connecting: { side: 'output', pin: [nodeId, output.name] } }),
        }
      : null,
    {
      id: 'inspect',
      label: 'Show in the inspector',
      onSelect: () => {
        choose();
        session.ui.set({ inspectorAsked: session.ui.get().inspectorAsked + 1 });
      },
    },
    {
      id: 'duplicate',
      label: 'Duplicate',
      shortcut: keys('Mod+D'),
      onSelect: () => {
        choose();
        session.clipboard.duplicate();
      },
    },
    {
      id: 'copy',
      label: 'Copy',
      shortcut: keys('Mod+C'),
      onSelect: () => {
        choose();
        void session.clipboard.copy();
      },
    },
    many && { kind: 'separator', id: 's2' },
    many && { id: 'left', label: 'Align left edges', onSelect: () => session.arranging.align('left') },
    many && { id: 'top', label: 'Align top edges', onSelect: () => session.arranging.align('top') },
    many && { id: 'rows', label: 'Distribute vertically', onSelect: () => session.arranging.distribute('y') },
    many && {
      id: 'columns',
      label: 'Distribute horizontally',
      onSelect: () => session.arranging.distribute('x'),
    },
    many && { id: 'tidy', label: 'Tidy up', onSelect: () => session.arranging.autoLayout() },
    { kind: 'separator', id: 's3' },
    {
      id: 'delete',
      label: many ? `Delete ${ids.length} nodes` : 'Delete',
      shortcut: 'Del',
      danger: true,
      onSelect: () => {
        choose();
        session.deleteSelection();
      },
    },
  ];
}
