import { expect, test } from 'vitest';
import type { LastPreview } from '#shared/desk/index.ts';
import type { LiveNodeEvent } from './live-run.ts';
import { openPreviews, picture } from './testing/live-bench.ts';

const storedBlur = (key: string, fileId: string): LastPreview => ({
  nodeId: 'blur',
  key,
  side: 640,
  runId: 'run_before',
  outputs: picture(fileId),
});

test('a node shows at once what it showed when the project was open before, and is not previewed again for it', async () => {
  const { previews, asked, rest } = openPreviews([
    storedBlur('blur 0', 'before'),
    { ...storedBlur('x', 'y'), nodeId: 'gone' },
  ]);
  await Promise.resolve();
  await Promise.resolve();
  expect(previews.table.resultOf('blur', 'blur 0')).toMatchObject({
    outputs: picture('before'),
    isPreview: true,
  });
  // Also before its key is known.
  expect(previews.table.resultOf('blur', null)).toMatchObject({ outputs: picture('before') });
  expect(previews.table.resultOf('gone', 'x')).toBeUndefined();
  previews.resultsRead();
  rest();
  expect(asked.flatMap(({ plan }) => plan.targetNodeIds)).not.toContain('blur');
});

test('what a run has made comes before what was shown when the project was open before', async () => {
  const { previews, ran } = openPreviews([storedBlur('blur 7', 'before')]);
  await Promise.resolve();
  await Promise.resolve();
  ran.set('blur 0', { runId: 'run_1', key: 'blur 0', outputs: picture('ran') });
  expect(previews.table.resultOf('blur', 'blur 0')).toMatchObject({ outputs: picture('ran') });
  ran.clear();
  // Another key: what was shown is older than the graph.
  expect(previews.table.resultOf('blur', 'blur 0')).toMatchObject({
    outputs: picture('before'),
    key: 'blur 7',
  });
});

test('what is shown is stored once no other preview follows, and when the project is left', async () => {
  const { asked, edit, saved, saveDue, leave } = openPreviews();
  const made = (fileId: string): LiveNodeEvent => ({
    kind: 'made',
    nodeId: 'blur',
    runId: 'run_1',
    outputs: picture(fileId),
    isReusable: false,
    durationMs: 10,
  });
  await edit(3);
  asked[0]?.tell(made('one'));
  asked[0]?.tell(made('two'));
  expect(saved).toEqual([]);
  saveDue();
  const shown = (fileId: string) => [
    { nodeId: 'blur', key: 'blur 3', side: 320, runId: 'run_1', outputs: picture(fileId) },
  ];
  expect(saved).toEqual([shown('two')]);
  asked[0]?.tell(made('three'));
  leave();
  expect(saved).toEqual([shown('two'), shown('three')]);
  leave();
  expect(saved).toHaveLength(2);
});
