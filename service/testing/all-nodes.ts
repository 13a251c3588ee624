import { setTimeout as pause } from 'node:timers/promises';
import { nodeDefinitions as testNodes } from '#service/engine/testing/test-nodes.ts';
import type { NodeDefinition } from '#service/nodes/definition.ts';
import { nodeDefinitions as serviceNodes } from '#service/nodes/index.ts';

/** Keeps a slot for some time without computing, and hands its input on. */
const delayInChild: NodeDefinition = {
  type: 'test/delay',
  version: 1,
  title: 'delay',
  category: 'test',
  description: 'For tests of workers.',
  icon: 'flask-conical',
  tags: [],
  inputs: [
    { name: 'in', label: 'In', type: 'any', optional: true },
    { name: 'milliseconds', label: 'Milliseconds', type: 'number', default: 100 },
  ],
  outputs: [{ name: 'out', label: 'Out', type: 'any' }],
  cacheable: false,
  execute: async ({ inputs, signal }) => {
    await pause(Number(inputs['milliseconds']), undefined, { signal });
    return { out: inputs['in'] ?? null };
  },
};

/** The service's node types, and those of tests. */
export const nodeDefinitions: readonly NodeDefinition[] = [
  ...serviceNodes,
  ...testNodes.filter(({ type }) => type.startsWith('test/')),
  delayInChild,
];

/** This module, for processes that load it. */
export const ALL_NODES = { definitions: nodeDefinitions, module: import.meta.url };
