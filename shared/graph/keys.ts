import { joinKey } from '../language/join-key.ts';
import type { GraphConnection, PinRef } from './types.ts';

/** The key of an input, and so of the wire that ends there: an input takes one at most. */
export const inputKey = ([nodeId, pin]: PinRef): string => joinKey(nodeId, pin);

/** The key of a wire with both its ends. */
export const connectionKey = ({ from, to }: GraphConnection): string => joinKey(...from, ...to);
