import type { EditorSession } from './editor-session.ts';
import type { EditorUiState } from './editor-ui.ts';

/** Where a wire from a node would begin: at its first output, else at the first input without a wire. */
export function connectablePin(session: EditorSession, nodeId: string): EditorUiState['connectPin'] {
  const layout = session.scene.box(nodeId)?.layout;
  const output = layout?.outputs[0];
  if (output) return { side: 'output', pin: [nodeId, output.pin.name] };
  const input = layout?.inputs.find((row) => row.canHaveWire && !row.connected);
  return input ? { side: 'input', pin: [nodeId, input.pin.name] } : null;
}
