import type { PatchOperation } from '#shared/api/index.ts';
import { nodeDefinitions } from '#service/nodes/index.ts';
import { createNodeRegistry } from '#service/nodes/registry.ts';

/** Parts of graphs for rows. */

export const nodes = createNodeRegistry(nodeDefinitions);

export const node = (id: string, type = 'unknown/type', title: string | null = null) => ({
  id,
  type,
  title,
  position: { x: 0, y: 0 },
  inputs: {},
});

export const addNode = (id: string, type?: string): PatchOperation => ({
  op: 'addNode',
  node: node(id, type),
});
