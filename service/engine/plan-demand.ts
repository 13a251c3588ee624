import type { NodeRegistry } from '#service/nodes/registry.ts';
import { branchesOfType } from './branches.ts';
import { Demand } from './demand.ts';
import type { RunPlan } from './plan.ts';
import { keepsPositions } from './step-items.ts';

const NONE: ReadonlySet<string> = new Set();

/** Which nodes of a plan surely run; those that feed only what another may not take are decided while it runs. */
export const demandOfPlan = (nodes: NodeRegistry, plan: RunPlan, targetNodeIds: readonly string[]): Demand =>
  new Demand(plan, targetNodeIds, {
    branchesOf: ({ node }) => {
      const definition = nodes.get(node.type);
      return definition === undefined ? NONE : branchesOfType(definition);
    },
    keepsPositions: ({ node }, pin) => keepsPositions(nodes.get(node.type), node, pin),
  });
