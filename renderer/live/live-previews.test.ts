import { expect, test } from 'vitest';
import { openPreviews, picture } from './testing/live-bench.ts';

test('an edit is previewed without a run; of those meanwhile the newest is', async () => {
  const { edit, asked, made, shown, settle, previews } = openPreviews();
  await edit(1);
  expect(asked.map(({ plan }) => plan.targetNodeIds)).toEqual([['blur']]);
  await edit(2);
  await edit(3);
  expect(asked).toHaveLength(1);
  asked[0]!.tell(made('one'));
  // Not what the node is now, but shown as current while that is on its way.
  expect(shown()).toMatchObject({ outputs: picture('one'), key: 'blur 3', isPreview: true });
  asked[0]!.end();
  await settle();
  expect(asked).toHaveLength(2);
  asked[1]!.tell(made('three'));
  asked[1]!.end();
  await settle();
  expect(shown()).toMatchObject({ outputs: picture('three'), key: 'blur 3' });
  expect(asked).toHaveLength(2);

  // Undone: what was made before is there.
  await edit(1);
  expect(shown()).toMatchObject({ outputs: picture('one'), key: 'blur 1' });
  await settle();
  expect(asked).toHaveLength(2);
  expect(previews.previews.isReusable('blur 1')).toBe(false);
});

test('what a run has made is shown before a preview of it, and is not made again', async () => {
  const { edit, asked, ran, shown, settle } = openPreviews();
  ran.set('blur 5', { runId: 'real', outputs: picture('full'), key: 'blur 5' });
  await edit(5);
  await settle();
  expect(asked).toHaveLength(0);
  expect(shown()?.runId).toBe('real');
});

test('a node that fails says so while it is as it is, and is not tried again until it is edited', async () => {
  const { edit, asked, settle, previews } = openPreviews();
  await edit(1);
  asked[0]!.tell({ kind: 'failed', nodeId: 'blur', code: 'TOO_LARGE', message: 'Too large.' });
  asked[0]!.end();
  await settle();
  expect(previews.table.get('blur')).toMatchObject({ phase: 'failed', message: 'Too large.', key: 'blur 1' });
  expect(asked).toHaveLength(1);
  await edit(2);
  expect(previews.table.get('blur')).toBeUndefined();
  expect(asked).toHaveLength(2);
});

test('a node that the service keeps for Run is asked for once, and nothing is said of it', async () => {
  const { edit, asked, settle, previews } = openPreviews();
  await edit(1);
  asked[0]!.tell({ kind: 'failed', nodeId: 'blur', code: 'NOT_IN_LIVE_PREVIEW', message: 'By Run only.' });
  asked[0]!.end();
  await settle();
  expect(previews.table.get('blur')).toBeUndefined();
  await edit(2);
  await settle();
  expect(asked).toHaveLength(1);
});

test('stop and a run of a person end what is under way; the run of a person over, it is made again', async () => {
  const { edit, asked, settle, previews, made, shown } = openPreviews();
  await edit(1);
  previews.stop();
  expect(asked[0]!.signal.aborted).toBe(true);
  await settle();
  expect(asked).toHaveLength(1);
  await edit(2);
  previews.allow(false);
  expect(asked[1]!.signal.aborted).toBe(true);
  await settle();
  previews.allow(true);
  await settle();
  expect(asked).toHaveLength(3);
  asked[2]!.tell(made('two'));
  expect(shown()).toMatchObject({ outputs: picture('two') });
});

test('typing is previewed after a pause', async () => {
  const { edit, asked, due } = openPreviews();
  await edit(1, { isTyping: true });
  expect(asked).toHaveLength(0);
  due.at(-1)!();
  expect(asked).toHaveLength(1);
});

test('a type that took too long again and again is left out and named, until previews are switched on again', async () => {
  const { edit, asked, made, settle, previews } = openPreviews();
  for (const sigma of [1, 2, 3, 4, 5]) {
    await edit(sigma);
    asked.at(-1)!.tell(made(`file ${sigma}`, { durationMs: 900 }));
    asked.at(-1)!.end();
    await settle();
  }
  expect(previews.status.slowTypes).toEqual(['image/blur']);
  await edit(6);
  await settle();
  expect(asked).toHaveLength(5);
  previews.refresh();
  expect(asked).toHaveLength(6);
});

test('a node whose type is read after the edit is previewed then; what is read without an edit is not', async () => {
  const { edit, asked, learnType, settle } = openPreviews();
  await learnType(false);
  await learnType(true);
  expect(asked).toHaveLength(0);
  await learnType(false);
  await edit(1);
  await settle();
  expect(asked).toHaveLength(0);
  await learnType(true);
  expect(asked.map(({ plan }) => plan.targetNodeIds)).toEqual([['blur']]);
});

test('what is reused for a run below it is taken once: it wakes nobody who shows it already', async () => {
  const { previews, edit, asked, made, settle } = openPreviews();
  const photo = (fileId: string) => made(fileId, { nodeId: 'photo', durationMs: null });
  await edit(1);
  asked[0]!.tell(photo('first'));
  let woken = 0;
  previews.table.subscribe('photo', () => (woken += 1));
  asked[0]!.end();
  await settle();
  woken = 0;
  await edit(2);
  asked[1]!.tell(photo('second'));
  expect(woken).toBe(0);
  expect(previews.table.resultOf('photo', 'photo')).toMatchObject({ outputs: picture('first') });
});

test('nothing is previewed without an edit while previews are off or after a stop, and it is when they are on again', () => {
  const { previews, rest, asked } = openPreviews();
  previews.allow(false);
  previews.resultsRead();
  rest();
  expect(asked).toHaveLength(0);
  previews.allow(true);
  previews.stop();
  rest();
  expect(asked).toHaveLength(0);
  previews.allow(false);
  previews.allow(true);
  rest();
  expect(asked).toHaveLength(1);
});

test('of a node that runs for a list the item in view is previewed, each once, and those that were stay beside it', async () => {
  const { asked, lookAt, edit, made, shown, settle, previews } = openPreviews();
  lookAt(0);
  await settle();
  expect(asked).toHaveLength(1);
  asked[0]!.tell(made('first'));
  asked[0]!.end();
  await settle();
  const items = () => shown()?.ends?.map(({ item, outputs }) => [item[0], outputs]);
  expect(shown()).toMatchObject({ items: { total: 3, completed: 1, failed: 0 }, outputs: {} });
  expect(items()).toEqual([[0, picture('first')]]);

  lookAt(2);
  await settle();
  expect(asked).toHaveLength(2);
  asked[1]!.tell(made('third'));
  asked[1]!.end();
  await settle();
  expect(items()).toEqual([
    [0, picture('first')],
    [2, picture('third')],
  ]);
  // What was previewed as it is now is not made again.
  lookAt(0);
  await settle();
  expect(asked).toHaveLength(2);
  // After an edit none of them is current.
  await edit(2);
  await settle();
  expect(asked).toHaveLength(3);
  asked[2]!.tell(made('first again'));
  asked[2]!.end();
  await settle();
  expect(items()).toEqual([[0, picture('first again')]]);
  expect(previews.previews.latestOf('blur')?.isPreview).toBe(true);
});
