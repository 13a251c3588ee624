import { expect, test } from 'vitest';
import { answererOf, isLiveSource, nodeTypeSource, priceInSource } from './node-type-source.ts';

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

test('what an execution costs is in the source, of the provider that the node names', () => {
  expect(priceInSource(nodeTypeSource(1, null))).toBe(0);
  expect(priceInSource(nodeTypeSource(3, null, true))).toBe(0);
  expect(priceInSource(nodeTypeSource(2, null, false, 5000n))).toBe(5000);
  const alone = nodeTypeSource(1, [{ ...hosted, price: 30_000_000n }], false, 5n);
  for (const name of [null, '', ' hosted ']) expect(priceInSource(alone, name)).toBe(30_000_005);
  expect(priceInSource(alone, 'gone')).toBeNull();
  const both = nodeTypeSource(1, [
    { ...local, price: 0n },
    { ...hosted, price: 2n },
  ]);
  // One of which no price is known is not free.
  expect(priceInSource(nodeTypeSource(1, [local]))).toBeNull();
  expect([null, 'my local', 'hosted'].map((name) => priceInSource(both, name))).toEqual([null, 0, 2]);
  const equal = nodeTypeSource(1, [
    { ...local, price: 2n },
    { ...hosted, price: 2n },
  ]);
  expect(priceInSource(equal)).toBe(2);
  expect(['vendor', 'vendor$5', null, undefined, ''].map((source) => priceInSource(source))).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('what it costs changes no result', () => {
  const odd = { name: 'a$5&b=?', address: 'http://a', model: null };
  const paid = nodeTypeSource(2, [local, { ...hosted, price: 7n }, { ...odd, price: 9n }], false, 5n);
  const free = nodeTypeSource(2, [local, hosted, odd]);
  for (const name of [null, 'hosted', 'my local', odd.name]) {
    expect(answererOf(paid, name)).toBe(answererOf(free, name));
  }
  expect(priceInSource(paid, odd.name)).toBe(14);
  expect(answererOf('vendor$5', null)).toBe('vendor$5');
});
