import { commandMenu, type CommandCall } from '#renderer/commands/index.ts';
import type { MenuEntries } from '#renderer/ui/index.ts';
import { groupPinMenu, inputMenu } from '../../node/input-menu.tsx';
import { nodeMenu } from '../../node/node-menu.ts';
import { itemMenu } from '../../node/item-menu.tsx';
import type { ItemBox } from '../../scene/canvas-places.ts';
import { intersects, type XY } from '../../geometry.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { WIRE_RADIUS } from './under-pointer.ts';
import { wiresOfPin } from './pin-commands.ts';

/** What can be done with a pin: its wires, a node at it, and several values of an input. */
function pinMenu(session: EditorSession, pin: NonNullable<CommandCall['pin']>): MenuEntries {
  const entries = commandMenu('pin', { scope: 'canvas', call: { pin } });
  const isWired = wiresOfPin(session, pin).length > 0;
  const ofInput =
    pin.side === 'input'
      ? inputMenu(session, pin.nodeId, pin.name)
      : groupPinMenu(session, 'output', pin.nodeId, pin.name);
  return [
    ...(isWired ? entries : entries.filter((entry) => entry && !OF_WIRED_PINS.has(entry.id))),
    ofInput.length > 0 && { kind: 'separator', id: 'above the input' },
    ...ofInput,
  ];
}

/** Entries of a pin's menu that are about its wires. */
const OF_WIRED_PINS: ReadonlySet<string> = new Set(['pin.disconnect', 'before delete']);

/** A menu by keys opens this share of the canvas from its edges, and this far into what it is about (canvas units). */
const INSET = 0.03;
const MENU_OFFSET = 16;

/** The menu of an input of a node, where the pointer is over one, above that of the node. */
function inputAndNodeMenu(session: EditorSession, nodeId: string, input: string): MenuEntries {
  const ofInput = inputMenu(session, nodeId, input);
  const ofNode = nodeMenu(session, nodeId);
  if (ofInput.length === 0) return ofNode;
  return [...ofInput, { kind: 'separator', id: 'below the input' }, ...ofNode];
}

/** The menu of a frame, note or line, which is selected now. */
function selectedItemMenu(session: EditorSession, item: ItemBox): () => MenuEntries {
  if (!session.items.isSelected(item.key)) session.items.select([item.key]);
  return () => itemMenu(session, item);
}

/**
 * The menu for what lies under a point: a node, a wire, or the canvas. Selects what it is about.
 * @returns what makes its entries, as often as it is asked while the menu is open.
 */
export function menuAt(
  session: EditorSession,
  event: { clientX: number; clientY: number; target: EventTarget },
): () => MenuEntries {
  const client = { x: event.clientX, y: event.clientY };
  const line = session.items.lineAt(session.view.toGraph(client));
  if (line) return selectedItemMenu(session, line);
  const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-node]') : null;
  const nodeId = element?.dataset['node'] ?? session.scene.nodeAt(session.view.toGraph(client))?.id;
  const pin =
    event.target instanceof Element ? event.target.closest<HTMLElement>('[data-pin]')?.dataset : undefined;
  if (pin?.['pin'] !== undefined && pin['nodeId'] !== undefined) {
    const side = pin['side'] === 'input' ? 'input' : 'output';
    const of = { side, nodeId: pin['nodeId'], name: pin['pin'] } as const;
    return () => pinMenu(session, of);
  }
  if (nodeId !== undefined) {
    if (!session.store.isSelected(nodeId)) session.store.select([nodeId]);
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-input]') : null;
    const input = row?.dataset['input'] ?? '';
    return () => inputAndNodeMenu(session, nodeId, input);
  }
  const hit = session.items.at(session.view.toGraph(client));
  if (hit) return selectedItemMenu(session, hit.item);
  const wire = session.scene.wireAt(session.view.toGraph(client), WIRE_RADIUS / session.view.view.zoom);
  if (wire) {
    session.store.select([], [wire.key]);
    return () => commandMenu('wire', { scope: 'canvas', call: { client } });
  }
  return () => commandMenu('canvas', { scope: 'canvas', call: { client } });
}

/** The menu of what is selected; null where nothing is. */
export function menuOfSelection(session: EditorSession): (() => MenuEntries) | null {
  const { items, store } = session;
  const [node] = store.selectedNodes;
  if (node !== undefined) return () => nodeMenu(session, node);
  const [item] = items.selected();
  if (item) return selectedItemMenu(session, item);
  return store.selectedWires.size > 0 ? () => commandMenu('wire', { scope: 'canvas' }) : null;
}

/** Where the menu of what is selected opens: at its first part that is in view, else at the edge nearest to it. Client pixels. */
export function selectionAnchor(session: EditorSession): XY | null {
  const { items, scene, store, view } = session;
  const ends = [...store.selectedWires].flatMap((key) => store.getWire(key)?.to[0] ?? []);
  const rects = [
    ...[...store.selectedNodes, ...ends].flatMap((id) => scene.visibleRect(id) ?? []),
    ...items.selected().map(({ rect }) => rect),
  ];
  const visible = view.visible(-INSET);
  const rect = rects.find((candidate) => intersects(candidate, visible)) ?? rects[0];
  if (!rect) return null;
  const clamp = (value: number, from: number, length: number): number =>
    Math.max(from, Math.min(from + length, value));
  return view.toClient({
    x: clamp(rect.x + Math.min(rect.width / 2, MENU_OFFSET), visible.x, visible.width),
    y: clamp(rect.y + Math.min(rect.height / 2, MENU_OFFSET), visible.y, visible.height),
  });
}
