// @module-tag rig
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EndpointId } from '#shared/api/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import { selectOutputs } from '#service/templates/pins.ts';
import { insertEndpoint, insertTemplate } from '#service/templates/rows.ts';
import { TestService, textNode } from './harness.ts';
import { createRun, awaitRunEnd, wire } from './run-story.ts';
import { runToEnd } from './template-story.ts';

/** Names that every JavaScript object has already, wherever the API takes a name. */

const INHERITED = [
  'constructor',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
  '__lookupSetter__',
];
const NAMES = ['__proto__', 'prototype', ...INHERITED];

/** An object with one own key, also when that is `__proto__`. */
const keyed = (name: string, value: unknown): Record<string, unknown> => Object.fromEntries([[name, value]]);
const text = (value: string) => ({ type: 'string', value });
const output = (id: string, name: string) => ({ id, type: 'output/value', inputs: { name: text(name) } });

let service: TestService;
beforeAll(async () => {
  service = await TestService.open('in-process', { prices: { 'text/template': 1 } });
});
afterAll(() => service.close());

const refused = async (
  id: EndpointId,
  status: number,
  body: unknown,
  params: Record<string, string> = {},
) => {
  const error = await service.refused(id, status, { body, params });
  expect(error.message).not.toBe('');
};

describe.each(NAMES)('the name %s', (name) => {
  const mayBeId = name !== '__proto__';

  it('is no input or output of a node, in a run, an override or a document', async () => {
    const withInput = {
      ...textNode('a'),
      inputs: Object.fromEntries([
        ['value', text('x')],
        [name, text('y')],
      ]),
    };
    const two = [textNode('a'), { id: 'b', type: 'text/case', inputs: {} }];
    const into = [{ from: ['a', 'text'], to: ['b', name] }];
    const from = [{ from: ['a', name], to: ['b', 'text'] }];
    await refused('runs.create', 400, { graph: { nodes: [withInput] } });
    for (const connections of [into, from]) {
      await refused('runs.create', 400, { graph: { nodes: two, connections } });
    }
    const graph = { nodes: [textNode('a')] };
    await refused('runs.create', 400, { graph, inputOverrides: { a: keyed(name, text('y')) } });
    await refused('runs.create', 400, { graph, inputOverrides: keyed(name, { value: text('y') }) });
    await refused('runs.create', 400, { graph, targetNodeIds: [name] });

    const { id } = await service.createProject();
    const params = { project_id: id };
    const put = (nodes: unknown[], connections: unknown[] = []) =>
      refused(
        'projects.replaceDocument',
        422,
        { expectedVersion: 1, document: { graph: { nodes, connections } } },
        params,
      );
    await put([withInput]);
    await put(two, into);
    await put(two, from);
    const patch = (operation: object) =>
      refused(
        'projects.patchDocument',
        400,
        {
          expectedVersion: 1,
          operations: [{ op: 'addNode', node: two[0] }, { op: 'addNode', node: two[1] }, operation],
        },
        params,
      );
    await patch({ op: 'addNode', node: { ...withInput, id: 'c' } });
    await patch({ op: 'setNodeInput', nodeId: 'a', input: name, value: text('y') });
    await patch({ op: 'connect', ...into[0] });
    await patch({ op: 'connect', ...from[0] });
    await patch({ op: 'disconnect', ...into[0] });
    expect((await service.ok('projects.getDocument', { params })).document.graph.nodes).toEqual([]);
  });

  it('can be the name of an output, which is shown and applied', async () => {
    const { id } = await service.createProject();
    const nodes = [textNode('a', 'shown'), output('out', name)];
    const saved = await service.ok('projects.replaceDocument', {
      params: { project_id: id },
      body: {
        expectedVersion: 1,
        document: { graph: { nodes, connections: [wire('a.text', 'out.value')] } },
      },
    });
    const run = await awaitRunEnd(service, (await createRun(service, { projectId: id })).id);
    expect(Object.values(run.outputs ?? {})).toEqual([{ type: 'string', value: 'shown' }]);
    const [key] = Object.keys(run.outputs ?? {});
    expect(key).toBe(mayBeId ? name : 'out');
    const params = { run_id: run.id };
    const missing = NAMES.find((other) => other !== key)!;
    await refused(
      'runs.applyToProject',
      400,
      { expectedVersion: saved.version, outputKeys: [missing] },
      params,
    );
    const applied = await service.ok('runs.applyToProject', {
      params,
      body: { expectedVersion: saved.version, outputKeys: [key] },
    });
    expect(applied.outputKeys).toEqual([key]);
  });

  it('is a node like any other, or refused', async () => {
    const nodes = [textNode(name), { id: 't', type: 'text/template', inputs: { template: text('{{a}}') } }];
    const connections = [{ from: [name, 'text'], to: ['t', 'a'] }];
    const { id } = await service.createProject();
    const params = { project_id: id };
    const body = { expectedVersion: 1, document: { graph: { nodes, connections } } };
    const outcome = await service.call('projects.replaceDocument', { params, body });
    expect(outcome.status).toBe(mayBeId ? 200 : 422);
    const direct = await service.call('runs.create', { body: { graph: { nodes, connections } } });
    expect(direct.status).toBe(mayBeId ? 202 : 400);
    const added = { expectedVersion: mayBeId ? 2 : 1, operations: [{ op: 'addNode', node: textNode(name) }] };
    await refused('projects.patchDocument', 400, added, params);
    await service.refused('projects.getGraphNode', 404, { params: { ...params, node_id: `${name}x` } });
    const found = await service.call('projects.getGraphNode', { params: { ...params, node_id: name } });
    expect(found.status).toBe(mayBeId ? 200 : 404);
  });

  it('is found, stored and read where texts are free', async () => {
    const metadata = Object.fromEntries<unknown>([
      [name, { deep: keyed(name, 1) }],
      ['other', 2],
    ]);
    const body = { name, externalId: name, metadata };
    const { id } = await service.ok('projects.create', { body, headers: { 'idempotency-key': name } });
    const { metadata: stored } = await service.ok('projects.getDocument', { params: { project_id: id } });
    expect(stored).toMatchObject({ other: 2 });
    expect(Object.hasOwn(stored ?? {}, name)).toBe(mayBeId);
    for (const filter of ['search', 'externalId']) {
      const query = { [filter]: name };
      expect((await service.ok('projects.list', { query })).data.map((project) => project.id)).toContain(id);
    }
    await service.ok('templates.list', { query: { search: name } });
    await service.ok('nodeTypes.list', { query: { search: name, [name]: 'x' } });
    await service.refused('nodeTypes.list', 422, { query: { fields: name } });
    const { status } = await service.call('nodeTypes.get', { params: { node_type: `text/${name}` } });
    expect([400, 404]).toContain(status);
    for (const endpoint of ['projects.get', 'projects.getSpend', 'storyboards.get'] as const) {
      await service.refused(endpoint, 404, { params: { project_id: name } });
    }
  });

  it('is no field of a template, and can be the name of its outputs', async () => {
    const { context: ctx, accountId } = service;
    const graph: Graph = {
      nodes: [textNode('a', 'made'), output('out', name)],
      connections: [{ from: ['a', 'text'], to: ['out', 'value'] }],
    };
    const outputs = selectOutputs(graph, ctx.nodes, null);
    const templateId = await insertTemplate(ctx, {
      accountId,
      name,
      source: 'project',
      graph,
      inputs: [],
      outputs,
    });
    const called = { template_id: templateId, endpoint_id: await insertEndpoint(ctx, { templateId, name }) };
    await refused('templates.createRun', 400, { inputs: keyed(name, text('x')) }, called);
    const run = await runToEnd(service, called, {});
    expect(Object.values(run.outputs ?? {})).toEqual([{ type: 'string', value: 'made' }]);
    await service.ok('templates.getEndpointDocs', { params: called });
  });

  it('is spent on under its own name', async () => {
    const { id } = await service.createProject();
    const nodeId = mayBeId ? name : 'plain';
    const nodes = [
      { id: nodeId, type: 'text/template', title: name, inputs: { template: text(`price of ${name}`) } },
    ];
    await service.ok('projects.replaceDocument', {
      params: { project_id: id },
      body: { expectedVersion: 1, document: { graph: { nodes, connections: [] } } },
    });
    await awaitRunEnd(service, (await createRun(service, { projectId: id })).id);
    const { byNode } = await service.ok('projects.getSpend', { params: { project_id: id } });
    expect(byNode).toMatchObject([{ nodeId, nodeTitle: name, billedRuns: 1 }]);
  });

  it('is an id or a name in storyboards and timelines, there and back', async () => {
    const ext = Object.fromEntries([
      [name, { a: 1 }],
      ['other', 2],
    ]);
    const shot = { id: name, description: name, durationSeconds: 1, ext };
    const document = {
      serviceType: 'storyboard',
      name,
      version: 1,
      sequences: [{ id: name, name, shots: [shot], ext }],
      settings: {},
    };
    await service.ok('storyboards.validate', { body: { document } });
    await service.ok('storyboards.toTimeline', { body: { document } });
    const { id } = await service.createProject();
    const params = { project_id: id };
    await service.ok('storyboards.replace', { params, body: { expectedVersion: 1, document } });
    await service.ok('storyboards.replace', {
      params,
      body: { expectedVersion: 2, mode: 'append', document },
    });
    const cut = {
      serviceType: 'timeline',
      name,
      version: 1,
      timeline: {
        clips: [{ id: name, trackId: name, name, filename: name, startTime: 0, duration: 1, ext }],
        tracks: [{ id: name, name, ext }],
        frameRate: 24,
      },
    };
    await service.ok('timelines.validate', { body: { document: cut } });
    await service.ok('timelines.replace', { params, body: { expectedVersion: 3, document: cut } });
    const read = await service.ok('timelines.get', { params });
    expect(read.summary).toMatchObject({ clipCount: 1, trackCount: 1 });
    const zip = await service.call('timelines.exportOtio', { body: { document: cut } });
    expect(zip.status).toBe(200);

    const otio = {
      OTIO_SCHEMA: 'Timeline.1',
      name,
      metadata: ext,
      tracks: {
        OTIO_SCHEMA: 'Stack.1',
        children: [
          { OTIO_SCHEMA: 'Track.1', kind: 'Video', name, metadata: ext, children: [{ OTIO_SCHEMA: name }] },
        ],
      },
    };
    const form = new FormData();
    form.set('file', new Blob([JSON.stringify(otio)]), `${name}.otio`);
    const { status } = await service.call('timelines.parseOtio', { body: form });
    expect([200, 400]).toContain(status);
  });
});

it('nothing that was sent has reached what all objects share', () => {
  expect(Object.keys(Object.prototype)).toEqual([]);
  expect(Object.getOwnPropertyNames({})).toEqual([]);
});
