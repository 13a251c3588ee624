import { expect, test } from 'vitest';
import type { Graph } from '#shared/graph/types.ts';
import { planProposed, type ProposedPlanSources } from './proposed-plan.ts';

const graph: Graph = {
  nodes: [
    { id: 'photo', type: 'input/image', inputs: { file: { type: 'file', value: 'file_1' } } },
    { id: 'model', type: 'ai/image' },
    { id: 'soft', type: 'image/blur' },
    { id: 'lift', type: 'image/gamma' },
    { id: 'over', type: 'image/blur' },
  ],
  connections: [
    { from: ['photo', 'image'], to: ['soft', 'image'] },
    { from: ['soft', 'image'], to: ['lift', 'image'] },
    { from: ['model', 'image'], to: ['over', 'image'] },
  ],
};
const picture = {
  outputs: { image: { fileId: 'file_2', contentType: 'image/png' } },
} as unknown as ReturnType<ProposedPlanSources['resultOf']>;

const plan = (changed: string[], fields: Partial<ProposedPlanSources> = {}) =>
  planProposed({
    graph,
    changed: new Set(changed),
    side: 320,
    isLive: (type) => !type.startsWith('ai/'),
    requiredInputs: (type) => (type === 'input/image' ? ['file'] : ['image']),
    resultOf: () => undefined,
    isSpread: () => false,
    ...fields,
  });

test('what a proposal changes is previewed with all that feeds it, and nothing below it', () => {
  const found = plan(['soft']);
  expect(found?.targetNodeIds).toEqual(['soft']);
  expect(found?.graph.nodes.map(({ id }) => id).sort()).toEqual(['photo', 'soft']);
});

test('what costs is not run: without a result of it there is no preview, with one that stands in its place', () => {
  expect(plan(['over'])).toBeNull();
  const found = plan(['over'], { resultOf: (id) => (id === 'model' ? picture : undefined) });
  expect(found?.graph.nodes.map(({ type }) => type).sort()).toEqual(['image/blur', 'input/image']);
  expect(JSON.stringify(found?.graph)).toContain('file_2');
});

test('a result from before is none of what stands below a change', () => {
  expect(plan(['model', 'over'], { resultOf: () => picture })).toBeNull();
});

test('nodes that run for lists, and nodes that are gone, are left out', () => {
  expect(plan(['soft'], { isSpread: (id) => id === 'soft' })).toBeNull();
  expect(plan(['gone'])).toBeNull();
});
