import { expect, it } from 'vitest';
import type { RunOutput } from '#shared/api/index.ts';
import { kindOf, type NamedOutput } from '#renderer/viewer/index.ts';
import { equalOutputs } from './equal-outputs.ts';

const named = (key: string, output: RunOutput, label = key): NamedOutput => ({
  key,
  label,
  output,
  kind: kindOf(output),
  savedAs: { project: null, version: null },
  runId: 'run_1',
});
const text = (value: string): RunOutput => ({ type: 'text', value });
const shown = (outputs: readonly NamedOutput[], outgrown?: ReadonlySet<string>) =>
  equalOutputs(outputs, outgrown).map(({ named: { key, label }, times }) => [key, label, times]);

it('has equal values once, in the order of the first, with a name that all share said once', () => {
  const outputs = [
    named('a', text('x'), 'Poster'),
    named('b', text('y'), 'Poster'),
    named('c', text('x'), 'Poster'),
  ];
  expect(shown(outputs)).toEqual([
    ['a', 'Poster', 2],
    ['b', 'Poster', 1],
  ]);
});

it('keeps apart what only looks alike: a number and its text', () => {
  const outputs = [named('a', text('1')), named('b', { type: 'number', value: 1 })];
  expect(shown(outputs)).toHaveLength(2);
});

it('keeps a result that is older than the graph apart from one that is not', () => {
  const outputs = [named('a', text('x')), named('b', text('x'))];
  expect(shown(outputs, new Set(['b']))).toHaveLength(2);
  expect(shown(outputs, new Set(['a', 'b']))).toEqual([['a', 'a, b', 2]]);
});
