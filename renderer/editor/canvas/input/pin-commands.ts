import type { CommandCall, CommandHandlers } from '#renderer/commands/index.ts';
import type { GraphConnection, PinRef } from '#shared/graph/types.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import { insertNodeOnWire } from '../../session/insert-node.ts';
import { addNodeBehind, WIRE_GAP } from '../../session/place-node.ts';
import { NODE_WIDTH } from '../../scene/node-layout.ts';
import { words } from '#renderer/words/index.ts';

/** A pin as a menu names it. */
type CalledPin = NonNullable<CommandCall['pin']>;

/** From the corner of a node to its first pin, so that a wire to it is level. Canvas units. */
const FIRST_PIN = 46;

const refOf = ({ nodeId, name }: CalledPin): PinRef => [nodeId, name];

/** The wires that begin or end at a pin. */
export function wiresOfPin({ store }: EditorSession, { side, nodeId, name }: CalledPin): GraphConnection[] {
  return store.wiresOf(nodeId).filter(({ from, to }) => {
    const [id, pin] = side === 'output' ? from : to;
    return id === nodeId && pin === name;
  });
}

/** Opens the picker for a node that is wired to a pin, beside that. */
function addAtPin({ scene, view, ui }: EditorSession, pin: CalledPin): void {
  const anchor = scene.anchor(pin.nodeId, pin.name, pin.side);
  if (!anchor) return;
  const x = pin.side === 'output' ? anchor.x + WIRE_GAP : anchor.x - WIRE_GAP - NODE_WIDTH;
  ui.set({
    quickAdd: {
      client: view.toClient(anchor),
      at: { x, y: anchor.y - FIRST_PIN },
      wireTo: { side: pin.side, pin: refOf(pin) },
    },
  });
}

/** Puts a node type into the selected wire, in its middle. */
function insertOnSelectedWire(session: EditorSession, type: string): void {
  const [key] = session.store.selectedWires;
  const shape = key === undefined ? undefined : session.scene.shape(key);
  if (!shape) return;
  const { from, to } = shape.curve;
  insertNodeOnWire(session, type, shape.key, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
}

type PinCommands = Pick<
  CommandHandlers<'canvas'>,
  | 'wire.go-to-source'
  | 'wire.go-to-target'
  | 'pin.connect'
  | 'pin.add-node'
  | 'pin.disconnect'
  | 'type.add'
  | 'type.add-behind'
  | 'type.insert'
>;

/** Commands that are about the selected wire, or about a pin or a node type that their call names. */
export function pinCommands(session: EditorSession): PinCommands {
  const { store, ui } = session;
  const goToWireEnd = (end: 'from' | 'to'): void => {
    const [key] = store.selectedWires;
    const wire = key === undefined ? undefined : store.getWire(key);
    if (wire) session.focusNode(wire[end][0]);
  };
  return {
    'wire.go-to-source': () => goToWireEnd('from'),
    'wire.go-to-target': () => goToWireEnd('to'),
    'pin.connect': ({ pin }) => {
      if (pin) ui.set({ connectPin: { side: pin.side, pin: refOf(pin) } });
    },
    'pin.add-node': ({ pin }) => {
      if (pin) addAtPin(session, pin);
    },
    'pin.disconnect': ({ pin }) => {
      const wires = pin ? wiresOfPin(session, pin) : [];
      session.apply(
        words.editorSession.sessionWiring.disconnect,
        wires.map(({ from, to }) => ({ op: 'disconnect' as const, from, to })),
      );
    },
    'type.add': ({ nodeType }) => {
      if (nodeType !== undefined) session.addNodeInView(nodeType);
    },
    'type.add-behind': ({ nodeType }) => {
      const [behind] = store.selectedNodes;
      if (nodeType !== undefined && behind !== undefined) addNodeBehind(session, nodeType, behind);
    },
    'type.insert': ({ nodeType }) => {
      if (nodeType !== undefined) insertOnSelectedWire(session, nodeType);
    },
  };
}
