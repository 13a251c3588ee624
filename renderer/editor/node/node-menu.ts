import { commandMenu } from '#renderer/commands/index.ts';
import type { MenuEntries } from '#renderer/ui/index.ts';
import { connectablePin } from '../session/connectable-pin.ts';
import type { EditorSession } from '../session/editor-session.ts';

/** What can be done with a node, and with the other selected ones when it is one of them. */
export function nodeMenu(session: EditorSession, nodeId: string): MenuEntries {
  const { store } = session;
  if (store.isSelected(nodeId)) return commandMenu('node', { scope: 'canvas' });
  return commandMenu('node', {
    scope: 'canvas',
    assumed: {
      selectedNodes: 1,
      selectedWires: 0,
      canConnect: connectablePin(session, nodeId) !== null,
    },
    prepare: () => store.select([nodeId]),
  });
}
