import { expect, test } from 'vitest';
import type { LibraryOutput, RunEstimate, RunSource } from '#shared/desk/index.ts';
import { libraryOutput } from '#renderer/testing/library-output.ts';
import { isReached, sharedInputs, sumEstimates, type RemadeOutput } from './remake.ts';

const remade = (
  id: number,
  sigma: unknown,
  more: { isWired?: boolean; type?: string } = {},
): RemadeOutput => {
  const output: LibraryOutput = { ...libraryOutput(id), nodeId: 'out' };
  const source: RunSource = {
    connectionId: 'local',
    runId: output.runId,
    projectId: 'prj_1',
    projectVersion: id,
    graph: {
      nodes: [
        { id: 'photo', type: 'input/image', inputs: { file: { type: 'file', value: 'f1' } } },
        { id: 'soft', type: more.type ?? 'image/blur', inputs: { sigma: { type: 'number', value: sigma } } },
        { id: 'out', type: 'output/file', inputs: {} },
        { id: 'other', type: 'image/sharpen', inputs: { amount: { type: 'number', value: 1 } } },
      ],
      connections: [
        { from: ['photo', 'image'], to: ['soft', 'image'] },
        { from: ['soft', 'image'], to: ['out', 'file'] },
        ...(more.isWired
          ? [{ from: ['other', 'x'] as [string, string], to: ['soft', 'sigma'] as [string, string] }]
          : []),
      ],
    },
    graphProblem: null,
    isExact: true,
    targetNodeIds: [],
    template: null,
  };
  return { output, source };
};

test('inputs above the outputs are offered, those of most outputs first, with the value of the first', () => {
  const inputs = sharedInputs([remade(1, 3), remade(2, 5)], new Map());
  expect(inputs.map(({ nodeId, name, count, value }) => [nodeId, name, count, value.value])).toEqual([
    ['soft', 'sigma', 2, 3],
  ]);
});

test('what nobody set is offered by its default, and files are not', () => {
  const blur = {
    type: 'image/blur',
    title: 'Blur',
    inputs: [{ name: 'edge', type: 'text', default: 'wrap' }],
    outputs: [],
  };
  const inputs = sharedInputs([remade(1, 3)], new Map([['image/blur', blur]]));
  expect(inputs.map(({ name, value }) => [name, value.value])).toEqual([
    ['sigma', 3],
    ['edge', 'wrap'],
  ]);
});

test('a change reaches only outputs whose graph has the node, of its type, without a wire in the input', () => {
  const [input] = sharedInputs([remade(1, 3)], new Map());
  if (input === undefined) throw new Error('There is no input.');
  expect(isReached(remade(2, 5), input)).toBe(true);
  expect(isReached(remade(2, 5, { isWired: true }), input)).toBe(false);
  expect(isReached(remade(2, 5, { type: 'image/tint' }), input)).toBe(false);
  const unknown = remade(3, 5);
  expect(isReached({ ...unknown, source: { ...unknown.source, graph: null } }, input)).toBe(false);
});

test('what runs take is added up; what is not known of one is told by the others', () => {
  const estimate = (more: Partial<RunEstimate>): RunEstimate => ({
    nodes: 2,
    unknown: 0,
    samples: 9,
    duration: { p50: 100, p90: 200 },
    microcredits: { p50: 10, p90: 20 },
    unpriced: 0,
    ...more,
  });
  expect(
    sumEstimates([estimate({}), estimate({ samples: 5, microcredits: null, unpriced: 1 }), null]),
  ).toEqual({
    nodes: 4,
    unknown: 0,
    samples: 5,
    duration: { p50: 200, p90: 400 },
    microcredits: { p50: 10, p90: 20 },
    unpriced: 1,
  });
  expect(sumEstimates([null])).toBeNull();
});
