import { nodeDefinitions as testNodes } from '#service/engine/testing/test-nodes.ts';
import type { NodeDefinition } from '#service/nodes/definition.ts';
import { nodeDefinitions as serviceNodes } from '#service/nodes/index.ts';

/** The service's node types, and those of tests. */
export const nodeDefinitions: readonly NodeDefinition[] = [
  ...serviceNodes,
  ...testNodes.filter(({ type }) => type.startsWith('test/')),
];

/** This module, for processes that load it. */
export const ALL_NODES = { definitions: nodeDefinitions, module: import.meta.url };
