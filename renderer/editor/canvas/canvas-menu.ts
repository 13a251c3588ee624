import { formatShortcut, isMacPlatform } from '#renderer/commands/index.ts';
import type { MenuEntries } from '#renderer/ui/index.ts';
import { nodeMenu } from '../node/node-menu.ts';
import type { EditorSession } from '../session/editor-session.ts';
import type { XY } from '../scene/wire-geometry.ts';

const keys = (shortcut: string): string => formatShortcut(shortcut, isMacPlatform());

/** The menu for what lies under a point: a node, a wire, or the canvas. Selects what it is about. */
export function menuAt(
  session: EditorSession,
  event: { clientX: number; clientY: number; target: EventTarget },
  { onRunTo, onAdd }: { onRunTo: (nodeIds: string[]) => void; onAdd: (client: XY) => void },
): MenuEntries {
  const client = { x: event.clientX, y: event.clientY };
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-node]') : null;
  const nodeId = element?.dataset['node'] ?? session.scene.nodeAt(session.view.toGraph(client))?.id;
  if (nodeId !== undefined) {
    if (!session.store.isSelected(nodeId)) session.store.select([nodeId]);
    return nodeMenu(session, nodeId, onRunTo);
  }
  const wire = session.scene.wireAt(session.view.toGraph(client), 8 / session.view.view.zoom);
  if (wire) {
    session.store.select([], [wire.key]);
    return [
      {
        id: 'cut',
        label: 'Disconnect',
        shortcut: 'Del',
        onSelect: () => session.wiring.disconnect(wire.wire),
      },
      { id: 'from', label: 'Go to its source', onSelect: () => session.focusNode(wire.wire.from[0]) },
      { id: 'to', label: 'Go to its target', onSelect: () => session.focusNode(wire.wire.to[0]) },
    ];
  }
  return [
    // The menu gives the focus back when it closes; the picker opens after that.
    { id: 'add', label: 'Add node…', shortcut: 'Tab', onSelect: () => setTimeout(() => onAdd(client)) },
    {
      id: 'paste',
      label: 'Paste',
      shortcut: keys('Mod+V'),
      onSelect: () => void session.clipboard.paste(session.view.toGraph(client)),
    },
    { kind: 'separator', id: 's' },
    { id: 'all', label: 'Select all', shortcut: keys('Mod+A'), onSelect: () => session.selectAll() },
    { id: 'tidy', label: 'Tidy up', onSelect: () => session.arranging.autoLayout() },
    {
      id: 'fit',
      label: 'Fit to view',
      shortcut: keys('Shift+1'),
      onSelect: () => session.view.fitAll(() => session.scene.boxes()),
    },
  ];
}
