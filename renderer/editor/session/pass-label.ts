import type { EditorSession } from './editor-session.ts';

/** An input with what is plugged into it: `Above, from Gradient`. */
export function passLabel(session: EditorSession, nodeId: string, input: string): string {
  const wire = session.store.incoming(nodeId, input);
  const label = session.pinLabel(nodeId, input, 'input');
  return wire ? `${label}, from ${session.titleOf(wire.from[0])}` : label;
}
