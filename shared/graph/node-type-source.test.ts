import { expect, test } from 'vitest';
import { answererOf, isFreeSource, isLiveSource, nodeTypeSource } from './node-type-source.ts';

const local = { name: 'my local', address: 'http://127.0.0.1:1/v1', model: null };
const hosted = { name: 'hosted', address: 'https://ai.example/v1', model: 'large' };

test('a source names the version from the second on, and each provider by what it answers with', () => {
  expect(nodeTypeSource(1, null)).toBe('built-in');
  expect(nodeTypeSource(2, [])).toBe('built-in@2');
  const source = nodeTypeSource(1, [local, hosted]);
  expect(source).toMatch(/^built-in\?my%20local=[0-9a-z]{28}&hosted=[0-9a-z]{28}$/);
  expect(source).not.toContain('127.0.0.1');
});

test('a change of one provider leaves nodes of another as they were', () => {
  const before = nodeTypeSource(1, [local, hosted]);
  const after = nodeTypeSource(1, [local, { ...hosted, model: 'larger' }]);
  expect(answererOf(after, 'my local')).toBe(answererOf(before, 'my local'));
  expect(answererOf(after, ' hosted ')).not.toBe(answererOf(before, 'hosted'));
});

test('a node that names no provider, or one that is gone, follows them all; the only one is the same as all', () => {
  const source = nodeTypeSource(1, [local, hosted]);
  expect([null, '', 'gone'].map((name) => answererOf(source, name))).toEqual([source, source, source]);
  const alone = nodeTypeSource(1, [local]);
  expect(answererOf(alone, '')).toBe(answererOf(alone, 'my local'));
  expect(answererOf('somebody else', 'local')).toBe('somebody else');
});

test('a type that live previews may execute says so, and its results are the same as if it did not', () => {
  for (const [version, providers] of [
    [1, null],
    [3, null],
    [2, [local, hosted]],
  ] as const) {
    const live = nodeTypeSource(version, providers, true);
    const plain = nodeTypeSource(version, providers);
    expect([isLiveSource(live), isLiveSource(plain)]).toEqual([true, false]);
    for (const name of [null, 'hosted']) expect(answererOf(live, name)).toBe(answererOf(plain, name));
  }
  expect([null, undefined, '', 'a?b=+live'].map(isLiveSource)).toEqual([false, false, false, false]);
});

test('a node is free where the local service runs it and nobody is asked', () => {
  expect(isFreeSource(nodeTypeSource(1, null))).toBe(true);
  expect(isFreeSource(nodeTypeSource(3, null, true))).toBe(true);
  expect(isFreeSource(nodeTypeSource(1, [{ name: 'local', address: 'http://a', model: null }]))).toBe(false);
  expect(isFreeSource('vendor')).toBe(false);
  expect(isFreeSource(null)).toBe(false);
});
