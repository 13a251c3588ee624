import { NodeKeys, type KeyedType } from '#shared/graph/node-keys.ts';
import type { GraphConnection } from '#shared/graph/types.ts';
import type { ServiceContext } from '#service/context.ts';
import { shownInputs, shownSource } from '#service/providers/shown-type.ts';
import type { RunPlan } from './plan.ts';

/** The keys of the nodes of a plan, made as they are asked for. */
export function keysOfPlan(ctx: Pick<ServiceContext, 'db' | 'nodes'>, plan: RunPlan): NodeKeys {
  const wiresInto = (id: string): GraphConnection[] =>
    [...(plan.byId.get(id)?.wires ?? [])].map(([pin, from]) => ({ from, to: [id, pin] }));
  const types = new Map<string, KeyedType>();
  return new NodeKeys(
    {
      node: (id) => plan.byId.get(id)?.node,
      wiresInto,
      wiresOutOf: (id) =>
        (plan.byId.get(id)?.dependants ?? []).flatMap((below) =>
          wiresInto(below).filter(({ from }) => from[0] === id),
        ),
    },
    (type) => {
      const known = types.get(type);
      if (known !== undefined) return known;
      const definition = ctx.nodes.get(type);
      if (definition === undefined) return null;
      const keyed = { inputs: shownInputs(ctx.db, definition), source: shownSource(ctx.db, definition) };
      types.set(type, keyed);
      return keyed;
    },
  );
}
