import * as fc from 'fast-check';
import type { FuzzCall, FuzzBody, EndpointCall } from './calls.ts';
import { endpointOf } from './endpoint-of.ts';
import { sensibleGraph } from './graphs.ts';
import { RelativeVersion, Learned } from './pools.ts';
import { TINY_FILE } from './values.ts';

/** Short stories that go well, so that calls around them meet finished uploads, ended runs and applied outputs. */

const latest = (pool: Learned['pool']): Learned => new Learned(pool, 0);

const call = (
  id: string,
  params: Record<string, unknown> = {},
  body: FuzzBody = { kind: 'none' },
): EndpointCall => ({
  endpoint: endpointOf(id),
  params,
  query: {},
  body,
  headers: {},
  key: 'own',
});

const json = (value: unknown): FuzzBody => ({ kind: 'json', value, mutations: [] });

const upload: readonly FuzzCall[] = [
  call('files.createUpload', {}, json({ filename: 'photo.gif', sizeBytes: TINY_FILE })),
  { endpoint: null, url: latest('url'), method: 'right', bytes: new Uint8Array(TINY_FILE), spoil: '' },
  call('files.completeUpload', { upload_id: latest('upload') }, json({})),
  call('files.get', { file_id: latest('file') }),
  call('files.downloadUrl', { file_id: latest('file') }),
];

const run = (source: object): readonly FuzzCall[] => {
  const params = { run_id: latest('run') };
  return [
    call('runs.create', {}, json(source)),
    { ...call('runs.streamEvents', params), toEnd: true },
    call('runs.get', params),
    call('runs.listEvents', params),
  ];
};

const project = (graph: object): readonly FuzzCall[] => {
  const params = { project_id: latest('project') };
  const expectedVersion = new RelativeVersion(0);
  return [
    call('projects.create', {}, json({ name: 'Story' })),
    call('projects.replaceDocument', params, json({ expectedVersion, document: { graph } })),
    ...run({ projectId: latest('project') }),
    call('runs.applyToProject', { run_id: latest('run') }, json({ expectedVersion })),
    call('projects.getGraphNode', { ...params, node_id: latest('node') }),
    call('projects.getSpend', params),
  ];
};

export const story: fc.Arbitrary<readonly FuzzCall[]> = fc.oneof(
  fc.constant(upload),
  sensibleGraph.map((graph) => run({ graph })),
  sensibleGraph.map(project),
);
