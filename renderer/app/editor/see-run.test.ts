import { expect, test } from 'vitest';
import { keepRunInView } from './see-run.ts';

const boxes: Record<string, { x: number; y: number; width: number; height: number }> = {
  above: { x: 0, y: 0, width: 200, height: 100 },
  below: { x: 0, y: 600, width: 200, height: 100 },
  away: { x: 5000, y: 0, width: 200, height: 100 },
};

function open(phases: Record<string, 'succeeded' | 'failed' | 'cached'>) {
  const shown: unknown[] = [];
  const parts = {
    scene: { boxOf: (id: string) => boxes[id] },
    view: {
      size: { width: 1000, height: 800 },
      visible: () => ({ x: -100, y: -100, width: 1000, height: 800 }),
      show: (list: readonly unknown[]) => void shown.push(list),
    },
  };
  const nodes = Object.fromEntries(
    Object.entries(phases).map(([nodeId, phase]) => [nodeId, { nodeId, phase }]),
  );
  const see = keepRunInView(
    parts as Parameters<typeof keepRunInView>[0],
    { nodes } as Parameters<typeof keepRunInView>[1],
  );
  see();
  return shown;
}

test('what failed is shown, wherever it is', () => {
  expect(open({ above: 'succeeded', away: 'failed' })).toEqual([[boxes['away']]]);
});

test('of a run that failed nowhere what ran and was in view stays in view; what was reused or out of view moves nothing', () => {
  expect(open({ above: 'cached', below: 'succeeded', away: 'succeeded' })).toEqual([[boxes['below']]]);
});
