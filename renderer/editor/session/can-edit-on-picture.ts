import { parsePinType } from '#shared/graph/pin-type.ts';
import type { EditorSession } from './editor-session.ts';

/** Whether some inputs of a node can be changed by hand on a picture, or take a color from one that comes in. */
export function canEditOnPicture(
  { store, catalog }: Pick<EditorSession, 'store' | 'catalog'>,
  nodeId: string,
): boolean {
  const node = store.getNode(nodeId);
  const types = (node && catalog.pinsOf(node.type)?.inputs.map(({ type }) => parsePinType(type))) ?? [];
  const has = (base: string): boolean => types.some((type) => type.base === base);
  return types.some(({ role }) => role !== undefined) || (has('color') && has('image'));
}
