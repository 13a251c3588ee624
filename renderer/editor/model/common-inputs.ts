import type { PublicNodeTypePin } from '#shared/api/index.ts';
import { parsePinType, type PinType } from '#shared/graph/pin-type.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import type { GraphNode, NodeCatalog, PinRef } from '#shared/graph/types.ts';

/** A field that several nodes have, as one. */
export interface CommonInput {
  pin: PublicNodeTypePin;
  /** Only what every node takes: the narrowest limits, the choices that all have. */
  type: PinType;
  /** The nodes in which no wire sets it. */
  nodeIds: string[];
  /** Null where they differ. */
  value: unknown;
  isMixed: boolean;
}

/** Files are chosen for one node at a time. */
const FILES: ReadonlySet<string> = new Set(['image', 'video', 'audio', 'file']);

/**
 * The fields that all of these nodes have, in the order of the first one's. Fields of the same name and another type are
 * not the same. Empty while the pins of one of them are not known.
 */
export function commonInputs(
  nodes: readonly GraphNode[],
  catalog: NodeCatalog,
  isWired: (input: PinRef) => boolean,
): CommonInput[] {
  const rows: (readonly PublicNodeTypePin[])[] = [];
  const pinsByType = new Map<string, readonly PublicNodeTypePin[]>();
  for (const { type } of nodes) {
    if (pinsByType.has(type)) continue;
    const pins = catalog.pinsOf(type)?.inputs;
    if (!pins) return [];
    pinsByType.set(type, pins);
    rows.push(pins);
  }
  return (rows[0] ?? []).flatMap((pin) => {
    const matches = rows.flatMap((pins) => pins.find(({ name }) => name === pin.name) ?? []);
    const type = matches.length === rows.length ? commonType(matches) : null;
    if (type === null) return [];
    const free = nodes.filter(({ id }) => !isWired([id, pin.name]));
    const [first] = free;
    if (!first) return [];
    const currentValue = (node: GraphNode): unknown => {
      const input = node.inputs?.[pin.name];
      const fallback = pinsByType.get(node.type)?.find(({ name }) => name === pin.name)?.default;
      return (input === undefined ? fallback : input.value) ?? null;
    };
    const value = currentValue(first);
    const isMixed = free.some((node) => !jsonEqual(currentValue(node), value));
    return [{ pin, type, nodeIds: free.map(({ id }) => id), value: isMixed ? null : value, isMixed }];
  });
}

/** What all of the pins take; null when they are not alike. */
function commonType(pins: readonly PublicNodeTypePin[]): PinType | null {
  const [first, ...remaining] = pins.map((pin) => parsePinType(pin.type));
  if (!first || FILES.has(first.base)) return null;
  let common = first;
  for (const next of remaining) {
    if (next.base !== common.base || next.name !== common.name) return null;
    const min = largest(common.min, next.min);
    const max = smallest(common.max, next.max);
    const choices = common.choices?.filter((choice) => next.choices?.includes(choice));
    if (choices?.length === 0 || (min !== undefined && max !== undefined && min > max)) return null;
    common = {
      ...common,
      ...(min !== undefined && { min }),
      ...(max !== undefined && { max }),
      ...(choices && { choices }),
    };
  }
  return common;
}

const largest = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.max(a, b);
const smallest = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined ? b : b === undefined ? a : Math.min(a, b);
