import { expect, it } from 'vitest';
import type { LibraryOutput } from '#shared/desk/index.ts';
import { comparedOutputs } from './compare-runs.ts';

const output = (runId: string, key: string, more: Partial<LibraryOutput> = {}): LibraryOutput => ({
  id: `${runId} ${key}`,
  connectionId: 'con',
  runId,
  key,
  title: key,
  kind: 'image',
  nodeId: null,
  nodeType: null,
  projectId: null,
  projectName: null,
  projectVersion: null,
  templateId: null,
  batch: null,
  contentType: null,
  filename: null,
  fileId: null,
  sizeBytes: null,
  excerpt: null,
  createdAt: '2026-01-01T00:00:00Z',
  starred: false,
  note: null,
  hidden: false,
  missing: false,
  stackSize: 1,
  ...more,
});
const ids = (outputs: readonly LibraryOutput[]) => outputs.map(({ id }) => id);

it('compares the output that all runs have, pictures before others, in the order of the runs', () => {
  const outputs = [
    output('a', 'Words', { kind: 'text' }),
    output('a', 'Draft'),
    output('a', 'Poster'),
    output('b', 'Poster'),
    output('b', 'Words', { kind: 'text' }),
  ];
  expect(ids(comparedOutputs(['b', 'a'], outputs))).toEqual(['b Poster', 'a Poster']);
});

it('compares the first of each where they share none, and leaves out what is gone', () => {
  const outputs = [output('a', 'Poster', { missing: true }), output('a', 'Cover'), output('b', 'Poster')];
  expect(ids(comparedOutputs(['a', 'b'], outputs))).toEqual(['a Cover', 'b Poster']);
  expect(ids(comparedOutputs(['a', 'c'], outputs))).toEqual(['a Cover']);
});
