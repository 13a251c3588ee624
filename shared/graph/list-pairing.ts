import type { PublicNodeTypePin } from '../api/schemas/node-types.ts';
import { parsePinType } from './pin-type.ts';

/**
 * What a node does with several lists that it runs for: an input that no wire takes, of every node type that can be given two
 * lists. It is part of the document and of the API as any other input is.
 */

/** The name of the input. */
export const LISTS_PIN = 'lists';

/**
 * `by position`: the first with the first, and lists of other lengths are refused. `shortest`: the same, and what has no partner is
 * left out. `repeat last`: the shorter one goes on with its last item. `every pair`: each item of one with each of the other.
 */
export const PAIRINGS = ['by position', 'shortest', 'repeat last', 'every pair'] as const;
export type Pairing = (typeof PAIRINGS)[number];
export const DEFAULT_PAIRING: Pairing = 'by position';

export const pairingOf = (value: unknown): Pairing =>
  PAIRINGS.find((pairing) => pairing === value) ?? DEFAULT_PAIRING;

/**
 * Which item of each list goes into the result at a place, as runs pair them.
 * @param lengths of the lists. @param at the place of the result, from 0.
 */
export function pairedIndexes(pairing: Pairing, lengths: readonly number[], at: number): number[] {
  if (pairing !== 'every pair') return lengths.map((length) => Math.max(0, Math.min(at, length - 1)));
  // The last list turns fastest.
  let remaining = at;
  const indexes = lengths.toReversed().map((length) => {
    const index = remaining % Math.max(1, length);
    remaining = Math.floor(remaining / Math.max(1, length));
    return index;
  });
  return indexes.toReversed();
}

/** The input as a node type has it. */
export const listsPin = {
  name: LISTS_PIN,
  label: 'Lists',
  type: `choice(${PAIRINGS.join('|')})`,
  default: DEFAULT_PAIRING,
  exposed: false,
} as const satisfies PublicNodeTypePin;

/** Whether a pin takes wires, and a node runs for each item of a list that comes by one. */
export function runsForItems({ type, exposed }: Pick<PublicNodeTypePin, 'type' | 'exposed'>): boolean {
  return exposed !== false && parsePinType(type).acceptsLists !== true;
}

/** Whether an input is the one that says how lists go together. */
export const isListsPin = ({ name, type }: Pick<PublicNodeTypePin, 'name' | 'type'>): boolean =>
  name === LISTS_PIN && type === listsPin.type;
