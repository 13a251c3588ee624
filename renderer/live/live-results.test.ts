import { expect, test, vi } from 'vitest';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import { LiveResults, withLiveResults } from './live-results.ts';

const noRuns: NodeRunTable = {
  get: () => undefined,
  resultOf: () => undefined,
  subscribe: () => () => undefined,
  subscribeAll: () => () => undefined,
};

test('the key of a node is worked out only once a preview has failed: asking after all nodes costs nothing before', () => {
  const live = new LiveResults(() => 0);
  const keyOf = vi.fn<(nodeId: string) => string>((nodeId) => `key of ${nodeId}`);
  const table = withLiveResults(noRuns, live, {
    keyOf,
    resultKey: (_nodeId, key) => key,
    isPending: () => false,
    isPreviousVisible: () => false,
  });
  for (const id of ['photo', 'blur']) expect(table.get(id)).toBeUndefined();
  expect(keyOf).not.toHaveBeenCalled();

  live.noteFailure('blur', 'key of blur', { code: 'INPUT_INVALID', message: 'Strength is odd.' });
  expect(table.get('blur')).toMatchObject({ phase: 'failed', message: 'Strength is odd.' });
  expect(table.get('photo')).toBeUndefined();
});
