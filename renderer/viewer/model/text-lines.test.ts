import { expect, test } from 'vitest';
import { diffOf } from './text-lines.ts';

test('a changed line is removed and added, with the lines around it and a gap for the rest', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);
  const diff = diffOf(lines.join('\n'), lines.with(10, 'another').join('\n'));
  expect(diff).toMatchObject({ added: 1, removed: 1, isCut: false });
  expect(diff?.lines).toEqual([
    { kind: 'gap', count: 7 },
    ...[7, 8, 9].map((index) => ({ kind: 'same', text: `line ${index}` })),
    { kind: 'removed', text: 'line 10' },
    { kind: 'added', text: 'another' },
    ...[11, 12, 13].map((index) => ({ kind: 'same', text: `line ${index}` })),
    { kind: 'gap', count: 6 },
  ]);
});

test('JSON is compared by what it says, not by how it is written', () => {
  expect(diffOf('{"a":1,"b":[2]}', '{ "a": 1,\n "b": [2] }')).toMatchObject({ added: 0, removed: 0 });
  expect(diffOf('{"a":1}', '{"a":2}')).toMatchObject({ added: 1, removed: 1 });
});

test('of long texts the beginnings are compared', () => {
  const diff = diffOf('a\n'.repeat(300_000), 'a\n'.repeat(400_000));
  expect(diff).toMatchObject({ added: 0, removed: 0, isCut: true });
});
