import { parsePinType } from '#shared/graph/pin-type.ts';
import type { PublicNodeTypePin } from '#shared/api/index.ts';
import type { EditorSession } from './editor-session.ts';

const inputsOf = (session: EditorSession, nodeId: string): readonly PublicNodeTypePin[] => {
  const type = session.store.getNode(nodeId)?.type;
  return (type === undefined ? undefined : session.catalog.pinsOf(type)?.inputs) ?? [];
};

const isSingle = (pin: PublicNodeTypePin, ...bases: readonly string[]): boolean => {
  const { base, list } = parsePinType(pin.type);
  return list === undefined && bases.includes(base);
};

/** The input with the picture that an input of a node masks; null where it takes no mask, or a wire brings it. */
export function maskedInputOf(session: EditorSession, nodeId: string, input: string): string | null {
  const pins = inputsOf(session, nodeId);
  const pin = pins.find(({ name }) => name === input);
  if (!pin || !/mask/i.test(pin.name) || !isSingle(pin, 'image', 'file')) return null;
  if (session.store.incoming(nodeId, input)) return null;
  return pins.find((other) => other !== pin && isSingle(other, 'image'))?.name ?? null;
}

/** The input of a node that a mask can be drawn for; null where there is none. */
export const maskInputOf = (session: EditorSession, nodeId: string): string | null =>
  inputsOf(session, nodeId).find(({ name }) => maskedInputOf(session, nodeId, name) !== null)?.name ?? null;
