import { words } from '#renderer/words/index.ts';
import type { EditorSession } from './editor-session.ts';

const t = words.editorSession.passLabel;

/** An input with what is plugged into it: `Above, from Gradient`. */
export function passLabel(session: EditorSession, nodeId: string, input: string): string {
  const wire = session.store.incoming(nodeId, input);
  const label = session.pinLabel(nodeId, input, 'input');
  return wire ? t.from(label, session.titleOf(wire.from[0])) : label;
}
