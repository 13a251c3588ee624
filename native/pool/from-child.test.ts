import { expect, it } from 'vitest';
import { parseFromChild } from './from-child.ts';

const succeeded = (value: string) => `{"kind":"succeeded","taskId":1,"value":${value}}`;

it('a message is taken with its value', () => {
  expect(parseFromChild(succeeded('[1,{"a":null}]'))).toEqual({
    kind: 'succeeded',
    taskId: 1,
    value: [1, { a: null }],
  });
});

it.each([
  ['nested without end', '['.repeat(100_000) + ']'.repeat(100_000)],
  ['of too many values', `[${'{},'.repeat(700_000)}{}]`],
  ['cut off', '[1,'],
])('a message %s is none', (_what, value) => {
  expect(parseFromChild(succeeded(value))).toBeNull();
});
