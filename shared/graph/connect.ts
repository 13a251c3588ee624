import type { PublicNodeTypePin } from '../api/schemas/node-types.ts';
import { indexOf, type GraphIndex } from './graph-index.ts';
import { parsePinType, pinTypeName, pinTypesFit } from './pin-type.ts';
import type { Graph, NodeCatalog, NodeTypePins, PinRef, Rejection } from './types.ts';

interface PinTable {
  inputs: Map<string, PublicNodeTypePin>;
  outputs: Map<string, PublicNodeTypePin>;
}

const tables = new WeakMap<NodeTypePins, PinTable>();

function tableOf(pins: NodeTypePins): PinTable {
  let table = tables.get(pins);
  if (!table) {
    table = {
      inputs: new Map(pins.inputs.map((pin) => [pin.name, pin])),
      outputs: new Map(pins.outputs.map((pin) => [pin.name, pin])),
    };
    tables.set(pins, table);
  }
  return table;
}

/**
 * One pin of a node type: `unchecked` when the catalog does not know the type (or there is no catalog), undefined
 * when it knows the type and there is no such pin.
 */
export function resolvePin(
  catalog: NodeCatalog | undefined,
  type: string,
  side: keyof PinTable,
  name: string,
): PublicNodeTypePin | 'unchecked' | undefined {
  const pins = catalog?.pinsOf(type);
  return pins ? tableOf(pins)[side].get(name) : 'unchecked';
}

export interface ConnectRejection {
  code: string;
  reason: string;
}

/** The whole rule of connecting but the search for a cycle, which is dear. */
export function pinRejection(
  index: GraphIndex,
  from: PinRef,
  to: PinRef,
  catalog: NodeCatalog | undefined,
): ConnectRejection | null {
  const source = index.node(from[0]);
  if (!source) return { code: 'NODE_MISSING', reason: `there is no node "${from[0]}"` };
  const target = index.node(to[0]);
  if (!target) return { code: 'NODE_MISSING', reason: `there is no node "${to[0]}"` };
  if (from[0] === to[0]) return { code: 'SELF_WIRE', reason: 'a node cannot feed itself' };
  const output = resolvePin(catalog, source.value.type, 'outputs', from[1]);
  if (!output) return { code: 'OUTPUT_UNKNOWN', reason: `the node has no output called ${from[1]}` };
  const input = resolvePin(catalog, target.value.type, 'inputs', to[1]);
  if (!input) return { code: 'INPUT_UNKNOWN', reason: `the node has no input called ${to[1]}` };
  if (output !== 'unchecked' && output.exposed === false) {
    return { code: 'PIN_TAKES_NO_WIRE', reason: 'that output gives no wire' };
  }
  if (input !== 'unchecked' && input.exposed === false) {
    return { code: 'PIN_TAKES_NO_WIRE', reason: 'that input takes no wire' };
  }
  if (output !== 'unchecked' && input !== 'unchecked') {
    const initial = parsePinType(output.type);
    const requested = parsePinType(input.type);
    if (!pinTypesFit(initial, requested)) {
      return {
        code: 'TYPES_DIFFER',
        reason: `${pinTypeName(initial)} does not fit ${pinTypeName(requested)}`,
      };
    }
  }
  return null;
}

export const CYCLE: ConnectRejection = { code: 'CYCLE', reason: 'would make a cycle' };

export function connectRejection(
  index: GraphIndex,
  from: PinRef,
  to: PinRef,
  catalog: NodeCatalog | undefined,
): ConnectRejection | null {
  return (
    pinRejection(index, from, to, catalog) ??
    // A wire that is there already closes nothing new.
    (hasWire(index, from, to) || !index.wouldCycle(from[0], to[0]) ? null : CYCLE)
  );
}

export function hasWire(index: GraphIndex, from: PinRef, to: PinRef): boolean {
  const wire = index.incomingWire(to[0], to[1])?.value;
  return wire !== undefined && wire.from[0] === from[0] && wire.from[1] === from[1];
}

/**
 * Why a wire cannot be made, in words to show as they are (`would make a cycle`), or null when it can. An input that
 * has a wire already may be connected: the new wire replaces it.
 */
export function connectionError(
  graph: Graph,
  from: PinRef,
  to: PinRef,
  catalog?: NodeCatalog,
): string | null {
  return connectRejection(indexOf(graph), from, to, catalog)?.reason ?? null;
}

/**
 * `whyNotConnect` for one output against many inputs, as when every fitting input lights up during a drag: what is
 * upstream of the output is found once, each question is then O(1).
 */
export function connectionChecker(
  graph: Graph,
  from: PinRef,
  catalog?: NodeCatalog,
): (to: PinRef) => string | null {
  const index = indexOf(graph);
  const above = new Set([from[0]]);
  const open = [from[0]];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const { value } of index.incomingWires(id)) {
      if (!above.has(value.from[0])) {
        above.add(value.from[0]);
        open.push(value.from[0]);
      }
    }
  }
  return (to) => {
    const current = indexOf(graph);
    return (
      pinRejection(current, from, to, catalog)?.reason ??
      (above.has(to[0]) && !hasWire(current, from, to) ? CYCLE.reason : null)
    );
  };
}

/** Names that JavaScript objects treat specially, so that nothing may be called so. */
export const isReservedName = (name: string): boolean => name === '__proto__';

export const reservedRejection = (name: string): Rejection => ({
  code: 'NAME_RESERVED',
  reason: `"${name}" cannot be used as a name. Choose another one.`,
});
