import { Box, Brush, LayoutGrid } from 'lucide-react';
import { parsePinType } from '#shared/graph/pin-type.ts';
import type { MenuEntries } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { maskedInputOf } from '../session/mask-inputs.ts';

const t = words.editorNode.inputMenu;

/** Shows a pin of a node on the group that it lies in, or takes it off; nothing outside of groups. */
export function groupPinMenu(
  session: EditorSession,
  side: 'input' | 'output',
  nodeId: string,
  pin: string,
): MenuEntries {
  const { groups } = session;
  const instance = groups.tree.holderOf.get(nodeId);
  if (instance === undefined || session.store.getNode(nodeId) === undefined) return [];
  const label = session.pinLabel(nodeId, pin, side);
  const visible = groups.pinOfTarget(side, [nodeId, pin]);
  return [
    {
      id: 'group-pin',
      label: visible ? words.groups.hideOnGroup(label) : words.groups.showOnGroup(label),
      icon: <Box aria-hidden />,
      onSelect: () => (visible ? groups.hidePin(instance, visible) : groups.show(side, [nodeId, pin])),
    },
  ];
}

/** What can be done with one input of a node. */
export const inputMenu = (session: EditorSession, nodeId: string, input: string): MenuEntries => [
  ...maskMenu(session, nodeId, input),
  ...varyMenu(session, nodeId, input),
  ...(session.catalog
    .pinsOf(session.store.getNode(nodeId)?.type ?? '')
    ?.inputs.some(({ name }) => name === input)
    ? groupPinMenu(session, 'input', nodeId, input)
    : []),
];

/** A mask drawn over the picture that the input masks. */
const maskMenu = (session: EditorSession, nodeId: string, input: string): MenuEntries =>
  maskedInputOf(session, nodeId, input) === null
    ? []
    : [
        {
          id: 'draw-mask',
          label: words.commandWords.commands['editor.draw-mask'].title,
          icon: <Brush aria-hidden />,
          onSelect: () => session.ui.set({ maskRequested: [nodeId, input] }),
        },
      ];

/** Several values of an input; nothing where a wire gives its value. */
function varyMenu(session: EditorSession, nodeId: string, input: string): MenuEntries {
  const type = session.store.getNode(nodeId)?.type;
  const pins = type === undefined ? null : session.catalog.pinsOf(type);
  const pin = pins?.inputs.find(({ name }) => name === input);
  if (!pin || session.store.incoming(nodeId, input) || parsePinType(pin.type).base === 'json') return [];
  return [
    {
      id: 'vary-input',
      label: t.vary(pin.label ?? pin.name),
      icon: <LayoutGrid aria-hidden />,
      onSelect: () => session.ui.set({ varyRequested: [nodeId, input] }),
    },
  ];
}
