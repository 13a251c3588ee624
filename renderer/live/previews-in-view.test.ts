import { expect, test } from 'vitest';
import { openPreviews, picture } from './testing/live-bench.ts';

test('what an edit has changed out of view is made when it comes into view and the view rests; nothing else is', async () => {
  const { scroll, edit, asked, due } = openPreviews();
  scroll(false);
  scroll(true);
  expect(due).toHaveLength(0);

  scroll(false);
  await edit(4);
  expect(asked.flatMap(({ plan }) => plan.targetNodeIds)).not.toContain('blur');
  for (const { end } of asked) end();
  await Promise.resolve();
  await Promise.resolve();
  const before = asked.length;
  scroll(true);
  expect(asked).toHaveLength(before);
  due.at(-1)?.();
  expect(asked.at(-1)?.plan.targetNodeIds).toContain('blur');
  expect(asked).toHaveLength(before + 1);
});

test('a preview is made as large as it is shown: again when it is shown larger, and not when it is shown smaller', async () => {
  const { previews, edit, zoom, asked, ran, due, made, settle, shown } = openPreviews();
  ran.set('photo', { runId: 'real', outputs: picture('photo'), key: 'photo' });
  previews.resultsRead();
  await edit(1);
  expect(asked.map(({ plan }) => plan.side)).toEqual([320]);
  asked[0]!.tell(made('small'));
  asked[0]!.end();
  await settle();
  zoom(640);
  expect(asked).toHaveLength(1);
  due.at(-1)!();
  expect(asked.map(({ plan }) => plan.side)).toEqual([320, 640]);
  // Until it is there the smaller one stays.
  expect(shown()).toMatchObject({ outputs: picture('small'), key: 'blur 1' });
  asked[1]!.tell(made('large'));
  asked[1]!.end();
  await settle();
  due.length = 0;
  for (const side of [320, 640]) {
    zoom(side);
    for (const step of due.splice(0)) step();
    await settle();
    expect(asked).toHaveLength(2);
  }
  expect(shown()).toMatchObject({ outputs: picture('large'), key: 'blur 1' });
});

test('what lies so far below an edit that its key comes later is made as well', async () => {
  const { editFarAbove, asked } = openPreviews();
  await editFarAbove(5);
  expect(asked.flatMap(({ plan }) => plan.targetNodeIds)).toContain('blur');
});

test('what is stale in view is previewed without an edit once the results of runs are read and nothing changes', async () => {
  const { previews, rest, asked, ran, settle, made } = openPreviews();
  rest();
  expect(asked).toHaveLength(0);
  ran.set('photo', { runId: 'real', outputs: picture('photo'), key: 'photo' });
  previews.resultsRead();
  expect(asked).toHaveLength(0);
  rest();
  expect(asked.map(({ plan }) => plan.targetNodeIds)).toEqual([['blur']]);
  asked[0]!.tell(made('zero'));
  asked[0]!.end();
  await settle();
  previews.resultsRead();
  rest();
  expect(asked).toHaveLength(1);
});

test('what comes into view without a preview is made when the view rests, also while another one is made', async () => {
  const { previews, rest, scroll, asked, due, ran, settle, made, edit } = openPreviews();
  ran.set('photo', { runId: 'real', outputs: picture('photo'), key: 'photo' });
  scroll(false);
  previews.resultsRead();
  rest();
  expect(asked).toHaveLength(0);
  scroll(true);
  expect(asked).toHaveLength(0);
  due.at(-1)?.();
  expect(asked.map(({ plan }) => plan.targetNodeIds)).toEqual([['blur']]);
  // It leaves while it is made, and its value is another one when it is back.
  scroll(false);
  asked[0]!.tell(made('zero'));
  await edit(7);
  scroll(true);
  due.at(-1)?.();
  asked[0]!.end();
  await settle();
  for (const step of due.splice(0)) step();
  rest();
  await settle();
  expect(asked.at(-1)?.plan.targetNodeIds).toEqual(['blur']);
  expect(asked.length).toBeGreaterThan(1);
});

test('what is current is not previewed, nor what somebody else changes before a pause', async () => {
  const { previews, rest, asked, ran, changedElsewhere } = openPreviews();
  ran.set('photo', { runId: 'real', outputs: picture('photo'), key: 'photo' });
  ran.set('blur 0', { runId: 'real', outputs: picture('full'), key: 'blur 0' });
  previews.resultsRead();
  rest();
  expect(asked).toHaveLength(0);
  await changedElsewhere(4);
  expect(asked).toHaveLength(0);
  rest();
  expect(asked.map(({ plan }) => plan.targetNodeIds)).toEqual([['blur']]);
});
