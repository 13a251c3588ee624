import { NodeKeys, type KeyedType } from '#shared/graph/node-keys.ts';
import type { GraphConnection } from '#shared/graph/types.ts';
import type { NodeRegistry } from '#service/nodes/registry.ts';
import type { Provider } from '#service/providers/rows.ts';
import { publicInputs, publicSource } from '#service/providers/shown-type.ts';
import type { RunPlan } from './plan.ts';

/** The keys of the nodes of a plan, made as they are asked for. @param connected all providers, where one is asked. */
export function keysOfPlan(nodes: NodeRegistry, connected: readonly Provider[], plan: RunPlan): NodeKeys {
  const incomingWires = (id: string): GraphConnection[] =>
    [...(plan.byId.get(id)?.wires ?? [])].map(([pin, from]) => ({ from, to: [id, pin] }));
  const types = new Map<string, KeyedType>();
  return new NodeKeys(
    {
      node: (id) => plan.byId.get(id)?.node,
      incomingWires: incomingWires,
      wiresOutOf: (id) =>
        (plan.byId.get(id)?.dependants ?? []).flatMap((below) =>
          incomingWires(below).filter(({ from }) => from[0] === id),
        ),
    },
    (type) => {
      const cached = types.get(type);
      if (cached !== undefined) return cached;
      const definition = nodes.get(type);
      if (definition === undefined) return null;
      const keyed = {
        inputs: publicInputs(connected, definition),
        source: publicSource(connected, definition),
      };
      types.set(type, keyed);
      return keyed;
    },
  );
}
