import type { XY } from '../../geometry.ts';
import { isNamedOnHover } from '../../scene/view-controller.ts';
import type { EditorSession } from '../../session/editor-session.ts';
import type { EditorUiState } from '../../session/editor-ui.ts';

/** How near the pointer must be to a wire to mean it. Pixels. */
export const WIRE_RADIUS = 8;

/**
 * What lies under the pointer while nothing is held: a wire, or a node that is too small for its name.
 * @param client pixels. @param overNode whether it is on a node that is an element.
 */
export function underPointer(
  { scene, view }: EditorSession,
  client: XY,
  overNode: boolean,
): Pick<EditorUiState, 'hoveredWire' | 'hoverLabelNode'> {
  const { zoom } = view.view;
  const point = view.toGraph(client);
  const node = overNode ? undefined : scene.nodeAt(point);
  const shape = overNode || node ? undefined : scene.wireAt(point, WIRE_RADIUS / zoom);
  return { hoveredWire: shape?.key ?? null, hoverLabelNode: node && isNamedOnHover(zoom) ? node.id : null };
}
