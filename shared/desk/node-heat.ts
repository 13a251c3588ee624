import { z } from 'zod';

/** What the nodes of a project took in its newest runs: the heat map on the canvas shows one measure of it. */

/** Runs of a project that are counted, at most. */
export const HEAT_RUNS = 30;
/** Nodes that are told of, at most. */
const MAX_NODES = 20_000;

const HeatOfNode = z.object({
  nodeId: z.string(),
  /** How often it was executed to its end, reused, and how often it failed. */
  executed: z.int(),
  reused: z.int(),
  failed: z.int(),
  /** Milliseconds, what is usual; null where it was never executed. */
  durationMs: z.number().nullable(),
  /** Microcredits of all those runs together; null where the service does not say it. */
  microcredits: z.number().nullable(),
});
export type HeatOfNode = z.infer<typeof HeatOfNode>;

export const ProjectHeat = z.object({ runs: z.int(), nodes: z.array(HeatOfNode).max(MAX_NODES) });
export type ProjectHeat = z.infer<typeof ProjectHeat>;

export const HEAT_MEASURES = ['time', 'cost', 'failures', 'reuse'] as const;
export type HeatMeasure = (typeof HEAT_MEASURES)[number];

/** Steps of the colors, from 1. */
export const HEAT_LEVELS = 5;

export interface NodeHeat {
  nodeId: string;
  /** Milliseconds, microcredits, or a part of the runs from 0 to 1. */
  value: number;
  /** 1 to `HEAT_LEVELS`: the last is the largest of the project, or all runs. */
  level: number;
}

const RATIOS: ReadonlySet<HeatMeasure> = new Set(['failures', 'reuse']);

function valueOf(
  { executed, reused, failed, durationMs, microcredits }: HeatOfNode,
  measure: HeatMeasure,
): number {
  const runs = executed + reused + failed;
  switch (measure) {
    case 'time':
      return durationMs ?? 0;
    case 'cost':
      return microcredits ?? 0;
    case 'failures':
      return runs === 0 ? 0 : failed / runs;
    case 'reuse':
      return runs === 0 ? 0 : reused / runs;
    default:
      return measure satisfies never;
  }
}

/**
 * The nodes that have something of a measure, the most first. Times and costs are compared by their roots, so that one
 * node that takes a minute leaves differences between those that take seconds; parts stand for themselves.
 */
export function heatOf({ nodes }: ProjectHeat, measure: HeatMeasure): NodeHeat[] {
  const found = nodes
    .map((node) => ({ nodeId: node.nodeId, value: valueOf(node, measure) }))
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value);
  const most = RATIOS.has(measure) ? 1 : (found[0]?.value ?? 1);
  const fractionOf = (value: number): number =>
    RATIOS.has(measure) ? value : Math.sqrt(value) / Math.sqrt(most);
  return found.map(({ nodeId, value }) => ({
    nodeId,
    value,
    level: Math.min(HEAT_LEVELS, Math.max(1, Math.ceil(fractionOf(value) * HEAT_LEVELS))),
  }));
}
