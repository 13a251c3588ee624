import { describe, expect, test } from 'vitest';
import type { OutputDetails } from '#shared/desk/index.ts';
import {
  differingInputs,
  differingTitles,
  fileRows,
  graphChanges,
  runRows,
  type RunOrigin,
} from './run-facts.ts';

const detailsOf = (seed: number, version: number | null, milliseconds: number | null): OutputDetails => ({
  output: {
    id: '1',
    connectionId: 'con',
    runId: 'run',
    key: 'Picture',
    title: 'Picture',
    kind: 'image',
    nodeId: 'n1',
    nodeType: 'image/noise',
    projectId: 'prj',
    projectName: 'Poster',
    projectVersion: version,
    templateId: null,
    batch: null,
    contentType: 'image/png',
    filename: 'a.png',
    fileId: 'f1',
    sizeBytes: 1,
    excerpt: null,
    createdAt: '2026-01-01T00:00:00Z',
    starred: false,
    note: null,
    hidden: false,
    missing: false,
    stackSize: 1,
  },
  value: null,
  run: {
    status: 'succeeded',
    createdAt: '2026-01-01T00:00:00Z',
    executionTimeMs: milliseconds,
    creditsUsedMicrocredits: null,
  },
  inputs: [
    {
      nodeId: 'n1',
      nodeType: 'image/noise',
      nodeTitle: 'Noise',
      name: 'seed',
      value: { type: 'number', value: seed },
    },
    {
      nodeId: 'n1',
      nodeType: 'image/noise',
      nodeTitle: 'Noise',
      name: 'width',
      value: { type: 'number', value: 512 },
    },
  ],
  canOpen: true,
  openProblem: null,
  collectionIds: [],
});

const madeBy = (details: OutputDetails, nodeIds: readonly string[] | null): RunOrigin => ({
  details,
  source:
    nodeIds === null
      ? null
      : {
          connectionId: 'con',
          runId: 'run',
          projectId: 'prj',
          projectVersion: null,
          graph: {
            nodes: nodeIds.map((id) => ({ id, type: 'image/noise', inputs: {}, position: { x: 0, y: 0 } })),
            connections: [],
          },
          graphProblem: null,
          isExact: true,
          targetNodeIds: [],
          template: null,
        },
});

describe('what differs between runs', () => {
  const first = madeBy(detailsOf(1, 3, 1000), ['n1']);
  const second = madeBy(detailsOf(2, null, null), ['n1', 'n2']);

  test('are inputs with other values, and no others', () => {
    expect(differingInputs([first, second])).toEqual([{ label: 'Noise · Seed', values: ['1', '2'] }]);
    expect(differingInputs([first, first])).toEqual([]);
  });

  test('are versions and times; what is known of none is left out', () => {
    const rows = runRows([first, second]);
    expect(rows.map(({ label }) => label)).toEqual(['Version', 'Time']);
    expect(rows[0]?.values).toEqual(['version 3', 'as on the canvas']);
    expect(rows[1]?.values[1]).toBe('–');
  });

  test('say nothing of a cost where nothing cost anything', () => {
    const costing = (microcredits: string): RunOrigin => ({
      ...first,
      details: { ...first.details, run: { ...first.details.run!, creditsUsedMicrocredits: microcredits } },
    });
    const labels = (...all: RunOrigin[]) => runRows(all).map(({ label }) => label);
    expect(labels(costing('0'), costing('0'))).not.toContain('Cost');
    expect(labels(costing('0'), costing('2000000'))).toContain('Cost');
  });

  test('is the graph, in a sentence, where both are known', () => {
    expect(graphChanges(first, [second])).toEqual(['The graph has 1 node more.']);
    expect(graphChanges(second, [first])).toEqual(['The graph has 1 node less.']);
    expect(graphChanges(first, [first])).toEqual(['The graph is the same.']);
    expect(graphChanges(first, [madeBy(detailsOf(2, null, null), null)])).toEqual([]);
  });
  test('is said of the graph once where it is true of several', () => {
    expect(graphChanges(first, [first, first, first])).toEqual(['The graph is the same.']);
    expect(graphChanges(first, [second, first, second])).toEqual([
      '2, 4: The graph has 1 node more.',
      '3: The graph is the same.',
    ]);
  });
});

test('the file is described by what is known of it', () => {
  const file = { filename: 'poster.png', contentType: 'image/png', sizeBytes: 14_200_000 };
  const facts = {
    kind: 'image',
    width: 4000,
    height: 3000,
    format: 'png',
    frames: 1,
    hasAlpha: false,
  } as const;
  expect(fileRows(null, undefined)).toEqual([]);
  expect(fileRows(file, undefined).map(({ label }) => label)).toEqual(['File', 'Type', 'Size']);
  expect(fileRows(file, facts)).toContainEqual({ label: 'Pixels', values: ['4,000 × 3,000'] });
});

describe('what differs between outputs, as the title of each', () => {
  const items = ['Poster', 'Poster'];
  const made = (seed: number, version: number | null) => madeBy(detailsOf(seed, version, null), null);

  test('is the input that differs', () => {
    expect(differingTitles(items, [made(30, 1), made(60, 2)])).toEqual(['Seed 30', 'Seed 60']);
  });

  test('is the version when no input differs, and then the time', () => {
    expect(differingTitles(items, [made(30, 1), made(30, 2)])).toEqual(['version 1', 'version 2']);
    const later = made(30, 1);
    later.details.output.createdAt = '2026-01-03T00:00:00Z';
    const titles = differingTitles(items, [made(30, 1), later]);
    expect(titles[0]).not.toBe(titles[1]);
    expect(titles).not.toContain('Poster');
  });

  test('keeps the names of outputs that differ by name, and of runs that were not recorded', () => {
    expect(differingTitles(['Gradient', 'Noise'], [made(30, 1), made(30, 1)])).toEqual(['Gradient', 'Noise']);
    expect(differingTitles(['Gradient', 'Noise'], [made(30, 1), made(60, 1)])).toEqual([
      'Gradient · Seed 30',
      'Noise · Seed 60',
    ]);
    expect(differingTitles(items, [made(30, 1), null])).toEqual(items);
  });
});
