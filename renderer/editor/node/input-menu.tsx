import { LayoutGrid } from 'lucide-react';
import { parsePinType } from '#shared/graph/pin-type.ts';
import type { MenuEntries } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { EditorSession } from '../session/editor-session.ts';

const t = words.editorNode.inputMenu;

/** What can be done with one input of a node; nothing where a wire gives its value. */
export function inputMenu(session: EditorSession, nodeId: string, input: string): MenuEntries {
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
