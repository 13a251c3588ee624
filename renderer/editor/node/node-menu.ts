import { commandMenu } from '#renderer/commands/index.ts';
import type { MenuEntries } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { canEditOnPicture } from '../session/can-edit-on-picture.ts';
import { connectablePin } from '../session/connectable-pin.ts';
import { maskInputOf } from '../session/mask-inputs.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { passLabel } from '../session/pass-label.ts';
import { colorEntries } from './color-entries.ts';

const t = words.editorNode.nodeMenu;

const NO_SELECTION = {
  selectedNodes: 0,
  canConnect: false,
  canEditOnPicture: false,
  canDrawMask: false,
} as const;

/** What can be done with a node, and with the other selected ones when it is one of them. */
export function nodeMenu(session: EditorSession, nodeId: string): MenuEntries {
  const { store } = session;
  // Somebody else deleted it while its menu was open.
  if (!store.getNode(nodeId)) return commandMenu('node', { scope: 'canvas', assumed: NO_SELECTION });
  if (store.isSelected(nodeId))
    return [
      ...commandMenu('node', { scope: 'canvas' }),
      ...passMenu(session, store.selectedNodes),
      ...colorMenu(session, store.selectedNodes),
    ];
  const entries = commandMenu('node', {
    scope: 'canvas',
    assumed: {
      selectedNodes: 1,
      selectedWires: 0,
      canConnect: connectablePin(session, nodeId) !== null,
      canEditOnPicture: canEditOnPicture(session, nodeId),
      canDrawMask: maskInputOf(session, nodeId) !== null,
    },
    prepare: () => store.select([nodeId]),
  });
  return [...entries, ...passMenu(session, [nodeId]), ...colorMenu(session, [nodeId])];
}

/** What goes past a muted node, where several wires could. */
function passMenu(session: EditorSession, nodeIds: Iterable<string>): MenuEntries {
  const { states, toggles } = session;
  const [nodeId, second] = nodeIds;
  if (nodeId === undefined || second !== undefined || !states.isMuted(nodeId)) return [];
  const choices = states.passChoices(nodeId);
  if (choices.length === 0) return [];
  const selected = states.passOf(nodeId);
  return [
    { kind: 'separator', id: 'above what goes past' },
    { kind: 'label', id: 'pass', label: t.passesThroughWhileMuted },
    ...choices.map((input) => ({
      id: `pass ${input}`,
      label: passLabel(session, nodeId, input),
      checked: input === selected,
      onSelect: () => toggles.selectPass(nodeId, input),
    })),
  ];
}

/** Colors for nodes; checked is the one that all of them have. */
function colorMenu(session: EditorSession, nodeIds: Iterable<string>): MenuEntries {
  const { states } = session;
  const ids = [...nodeIds];
  return colorEntries(
    { name: t.none, color: null },
    (color) => ids.every((id) => states.colorOf(id) === color),
    (color) => void session.apply(t.changeColor, [], { canvas: states.colorOperations(ids, color) }),
  );
}
