import * as fc from 'fast-check';
import type { Planned, PlannedBody, PlannedCall } from './calls.ts';
import { endpointOf } from './endpoint-of.ts';
import { sensibleGraph } from './graphs.ts';
import { VersionNear, Learned } from './pools.ts';
import { SMALL_FILE } from './values.ts';

/** Short stories that go well, so that calls around them meet finished uploads, ended runs and applied outputs. */

const newest = (pool: Learned['pool']): Learned => new Learned(pool, 0);

const call = (
  id: string,
  params: Record<string, unknown> = {},
  body: PlannedBody = { kind: 'none' },
): PlannedCall => ({
  endpoint: endpointOf(id),
  params,
  query: {},
  body,
  headers: {},
  key: 'own',
});

const json = (value: unknown): PlannedBody => ({ kind: 'json', value, mutations: [] });

const upload: readonly Planned[] = [
  call('files.createUpload', {}, json({ filename: 'photo.gif', sizeBytes: SMALL_FILE })),
  { endpoint: null, url: newest('url'), method: 'right', bytes: new Uint8Array(SMALL_FILE), spoil: '' },
  call('files.completeUpload', { upload_id: newest('upload') }, json({})),
  call('files.get', { file_id: newest('file') }),
  call('files.downloadUrl', { file_id: newest('file') }),
];

const run = (source: object): readonly Planned[] => {
  const params = { run_id: newest('run') };
  return [
    call('runs.create', {}, json(source)),
    { ...call('runs.streamEvents', params), toEnd: true },
    call('runs.get', params),
    call('runs.listEvents', params),
  ];
};

const project = (graph: object): readonly Planned[] => {
  const params = { project_id: newest('project') };
  const expectedVersion = new VersionNear(0);
  return [
    call('projects.create', {}, json({ name: 'Story' })),
    call('projects.replaceDocument', params, json({ expectedVersion, document: { graph } })),
    ...run({ projectId: newest('project') }),
    call('runs.applyToProject', { run_id: newest('run') }, json({ expectedVersion })),
    call('projects.getGraphNode', { ...params, node_id: newest('node') }),
    call('projects.getSpend', params),
  ];
};

export const story: fc.Arbitrary<readonly Planned[]> = fc.oneof(
  fc.constant(upload),
  sensibleGraph.map((graph) => run({ graph })),
  sensibleGraph.map(project),
);
