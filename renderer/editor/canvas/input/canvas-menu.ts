import { commandMenu, type CommandCall } from '#renderer/commands/index.ts';
import type { MenuEntries } from '#renderer/ui/index.ts';
import { inputMenu } from '../../node/input-menu.tsx';
import { nodeMenu } from '../../node/node-menu.ts';
import { itemMenu } from '../../node/item-menu.tsx';
import type { EditorSession } from '../../session/editor-session.ts';
import { WIRE_RADIUS } from './under-pointer.ts';
import { wiresOfPin } from './pin-commands.ts';

/** What can be done with a pin: its wires, a node at it, and several values of an input. */
function pinMenu(session: EditorSession, pin: NonNullable<CommandCall['pin']>): MenuEntries {
  const entries = commandMenu('pin', { scope: 'canvas', call: { pin } });
  const isWired = wiresOfPin(session, pin).length > 0;
  const ofInput = pin.side === 'input' ? inputMenu(session, pin.nodeId, pin.name) : [];
  return [
    ...(isWired ? entries : entries.filter((entry) => entry && !OF_WIRED_PINS.has(entry.id))),
    ofInput.length > 0 && { kind: 'separator', id: 'above the input' },
    ...ofInput,
  ];
}

/** Entries of a pin's menu that are about its wires. */
const OF_WIRED_PINS: ReadonlySet<string> = new Set(['pin.disconnect', 'before delete']);

/** The menu for what lies under a point: a node, a wire, or the canvas. Selects what it is about. */
export function menuAt(
  session: EditorSession,
  event: { clientX: number; clientY: number; target: EventTarget },
): MenuEntries {
  const client = { x: event.clientX, y: event.clientY };
  const line = session.items.lineAt(session.view.toGraph(client));
  if (line) return itemMenu(session, line);
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-node]') : null;
  const nodeId = element?.dataset['node'] ?? session.scene.nodeAt(session.view.toGraph(client))?.id;
  const pin =
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-pin]')?.dataset : undefined;
  if (pin?.['pin'] !== undefined && pin['nodeId'] !== undefined) {
    const side = pin['side'] === 'input' ? 'input' : 'output';
    return pinMenu(session, { side, nodeId: pin['nodeId'], name: pin['pin'] });
  }
  if (nodeId !== undefined) {
    if (!session.store.isSelected(nodeId)) session.store.select([nodeId]);
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-input]') : null;
    const ofInput = inputMenu(session, nodeId, row?.dataset['input'] ?? '');
    if (ofInput.length === 0) return nodeMenu(session, nodeId);
    return [...ofInput, { kind: 'separator', id: 'below the input' }, ...nodeMenu(session, nodeId)];
  }
  const hit = session.items.at(session.view.toGraph(client));
  if (hit) return itemMenu(session, hit.item);
  const wire = session.scene.wireAt(session.view.toGraph(client), WIRE_RADIUS / session.view.view.zoom);
  if (wire) {
    session.store.select([], [wire.key]);
    return commandMenu('wire', { scope: 'canvas', call: { client } });
  }
  return commandMenu('canvas', { scope: 'canvas', call: { client } });
}
