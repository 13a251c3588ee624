import type { NodeValue } from '#service/nodes/definition.ts';

/** The task that executes one node in a native child, and what comes back. */

export const EXECUTE_NODE = 'execute-node';
/** Draws the picture of a node type. */
export const DRAW_NODE_TYPE = 'draw-node-type';

export interface NodeTaskInput {
  nodeType: string;
  /** Files among them lie in the task's folder under their blob hash. */
  inputs: Record<string, NodeValue>;
  /** By how much the run's pictures are smaller, for a run at preview size: above 0, at most 1. */
  scale?: number;
}

export interface NodeTaskResult {
  /** A file that the node made has `output:NAME` for its blob; NAME is the result file of the task. */
  outputs: Record<string, NodeValue>;
}

const PREFIX = 'output:';

/** What stands for the blob of a file until the service has taken it over. */
export const pendingBlob = (name: string): string => `${PREFIX}${name}`;

/** @returns the name of a result file, null for the hash of a stored blob. */
export const pendingName = (blob: string): string | null =>
  blob.startsWith(PREFIX) ? blob.slice(PREFIX.length) : null;
