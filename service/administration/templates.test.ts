import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SelectedInput, PublicationDraft } from '#shared/administration/index.ts';
import { PublicTemplateRunDetail, type RunInputValue } from '#shared/api/index.ts';
import { TestService } from '#service/acceptance/harness.ts';
import { MACHINE_NAME, type Graph } from '#shared/graph/index.ts';
import { nodeDefinitions } from '#service/nodes/index.ts';
import { createNodeRegistry } from '#service/nodes/registry.ts';
import { templateDefinition } from '#shared/groups/index.ts';
import { Problem } from '#service/problems/problem.ts';
import { inputCandidates, outputCandidates } from '#service/templates/publication.ts';
import { templateHandlers } from './template-handlers.ts';

const value = (content: string | number | boolean) => ({ type: typeof content, value: content });
const signal = new AbortController().signal;

/** A greeting for a name, said as it is and in a picture. */
const graph = {
  nodes: [
    { id: 'name', type: 'input/text', title: 'Name', inputs: { value: value('you') } },
    { id: 'line', type: 'text/template', title: 'Line', inputs: { template: value('hello {{a}}{{b}}') } },
    { id: 'said', type: 'output/value', inputs: { name: value('Said') } },
  ],
  connections: [
    { from: ['name', 'text'], to: ['line', 'a'] },
    { from: ['line', 'text'], to: ['said', 'value'] },
  ],
};

/** A picture that is reused by the second run. */
const pictured = {
  nodes: [
    { id: 'sky', type: 'image/solid', inputs: { width: value(64), height: value(64) } },
    { id: 'end', type: 'output/file' },
  ],
  connections: [{ from: ['sky', 'image'], to: ['end', 'file'] }],
};

let service: TestService;
let handlers: ReturnType<typeof templateHandlers>;
let projectId: string;
beforeAll(async () => {
  service = await TestService.open('in-process');
  handlers = templateHandlers(service.context);
});
afterAll(() => service.close());
beforeEach(async () => {
  projectId = await projectOf(graph);
});

async function projectOf(document: object): Promise<string> {
  const project = await service.createProject();
  await save(project.id, project.version, document);
  return project.id;
}

async function save(id: string, expectedVersion: number, document: object): Promise<void> {
  await service.ok('projects.replaceDocument', {
    params: { project_id: id },
    body: { expectedVersion, document: { graph: document } },
  });
}

const name: SelectedInput = { nodeId: 'name', pin: 'value', label: 'Who', isRequired: true };
const ending: SelectedInput = { nodeId: 'line', pin: 'b', label: 'Ending', isRequired: false };
const draft = (more: Partial<PublicationDraft> = {}): PublicationDraft => ({
  projectId,
  name: 'Greeter',
  description: 'Says hello.',
  category: null,
  pictureFileId: null,
  inputs: [name, ending],
  outputs: [{ nodeId: 'said', pin: 'value', label: 'Greeting' }],
  isTrial: false,
  ...more,
});
const publish = (more: Partial<PublicationDraft> = {}) =>
  handlers.publishTemplate({ params: {}, body: draft(more), signal });
/** A new template with its endpoint and key. */
const published = async (more: Partial<PublicationDraft> = {}) => {
  const { templateId, endpointId, key } = await publish(more);
  if (templateId === null || endpointId === null || key === null) throw new Error('It was not published.');
  return { templateId, endpointId, key };
};
const refusal = async (work: () => Promise<unknown>): Promise<{ field: string; message: string }> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof Problem && error.kind === 'SETTING_INVALID') {
      const { field } = error.details as { field: string };
      return { field, message: error.message };
    }
    throw error;
  }
  throw new Error('It was not refused.');
};

/** Calls an endpoint from elsewhere. @returns the status of a refusal, or what the run became. */
async function call(endpointId: string, key: string, inputs: Record<string, RunInputValue>) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ inputs, externalUserId: 'ann' });
  const started = await service.raw(`/run/${endpointId}`, { method: 'POST', headers, body });
  if (started.status !== 202) return { refused: started.status };
  const { taskId } = PublicTemplateRunDetail.parse(await started.json());
  await service.engine.whenIdle();
  const response = await service.raw(`/run/${endpointId}/runs/${taskId}`, { headers });
  return { ...PublicTemplateRunDetail.parse(await response.json()) };
}

describe('what can be published of a project', () => {
  it('is each input that nothing is plugged into, input nodes first, and each output', async () => {
    const offered = await handlers.getPublishable({ params: { projectId }, body: undefined, signal });
    expect(offered.inputs[0]).toMatchObject({
      nodeId: 'name',
      pin: 'value',
      label: 'Name',
      isSuggested: true,
      value: value('you'),
    });
    const places = offered.inputs.map(({ nodeId, pin }) => `${nodeId}.${pin}`);
    expect(places).toContain('line.b');
    expect(places).not.toContain('line.a');
    expect(places.some((place) => place.startsWith('said.'))).toBe(false);
    expect(offered.outputs).toMatchObject([{ nodeId: 'said', pin: 'value', label: 'Said' }]);
    expect(offered.templates).toEqual([]);
  });

  it('has no name that only machines read, and no name twice', () => {
    const nodes = [
      { id: 'number-0a511f', type: 'input/number', inputs: {} },
      { id: 'number-1b622f', type: 'input/number', inputs: {} },
      { id: 'gradient-9ea546', type: 'image/gradient', inputs: {} },
      { id: 'gradient-aea546', type: 'image/gradient', inputs: {} },
      { id: 'blur-008cba', type: 'image/blur', title: 'Evening', inputs: {} },
    ];
    const registry = createNodeRegistry(nodeDefinitions);
    const inputs = inputCandidates({ nodes, connections: [] }, registry, 500);
    const outputs = outputCandidates({ nodes, connections: [] }, registry);
    const labels = [...inputs, ...outputs].map(({ label }) => label);
    expect(labels.filter((label) => MACHINE_NAME.test(label))).toEqual([]);
    for (const list of [inputs, outputs]) {
      expect(new Set(list.map(({ label }) => label)).size).toBe(list.length);
    }
    expect(inputs.slice(0, 2).map(({ label }) => label)).toEqual(['Number', 'Number 2']);
    expect(outputs.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Gradient', 'Gradient 2', 'Evening']),
    );
  });

  it('says which inputs reach no output, and suggests none of them, nor an output that only passes on an input', () => {
    const registry = createNodeRegistry(nodeDefinitions);
    const nodes = [
      { id: 'spare', type: 'input/image', inputs: {} },
      { id: 'aside', type: 'image/blur', inputs: {} },
      { id: 'photo', type: 'input/image', inputs: {} },
      { id: 'soft', type: 'image/blur', inputs: {} },
    ];
    const wire = (from: [string, string], to: [string, string]) => ({ from, to });
    const softened = wire(['photo', 'image'], ['soft', 'image']);
    const facts = (shown: Graph) =>
      inputCandidates(shown, registry, 500).map(
        ({ nodeId, pin, isSuggested, reachesOutput }) => `${nodeId}.${pin} ${isSuggested} ${reachesOutput}`,
      );
    const ended = facts({
      nodes: [...nodes, { id: 'end', type: 'output/file', inputs: {} }],
      connections: [softened, wire(['soft', 'image'], ['end', 'file'])],
    });
    expect(ended[0]).toBe('photo.file true true');
    expect(ended).toEqual(
      expect.arrayContaining(['spare.file false false', 'aside.sigma false false', 'soft.sigma false true']),
    );
    const open: Graph = { nodes, connections: [softened] };
    expect(facts(open)).toEqual(expect.arrayContaining(['spare.file false false', 'aside.sigma false true']));
    expect(outputCandidates(open, registry).map(({ nodeId, isSuggested }) => [nodeId, isSuggested])).toEqual([
      ['spare', false],
      ['aside', true],
      ['soft', true],
    ]);
    const alone: Graph = { nodes: nodes.slice(0, 1), connections: [] };
    expect(facts(alone)).toEqual(['spare.file true true']);
  });

  it('has the templates that it was published as, with what was chosen', async () => {
    const { templateId } = await publish();
    const { templates } = await handlers.getPublishable({ params: { projectId }, body: undefined, signal });
    expect(templates).toMatchObject([{ templateId, name: 'Greeter', inputs: [name, ending] }]);
  });

  it('is what a run of the project executes: past muted nodes', async () => {
    const project = await service.createProject();
    const nodes = { line: { muted: true } };
    const metadata = {
      'patchbay.canvas': { version: 1, frames: {}, notes: {}, lines: {}, nodes, reroutes: {}, bookmarks: {} },
    };
    await service.ok('projects.replaceDocument', {
      params: { project_id: project.id },
      body: { expectedVersion: project.version, document: { graph }, metadata },
    });
    projectId = project.id;
    const offered = await handlers.getPublishable({ params: { projectId }, body: undefined, signal });
    expect(offered.inputs.map(({ nodeId }) => nodeId)).not.toContain('line');
    const { endpointId, key } = await published({ inputs: [name] });
    expect(await call(endpointId, key, { who: { type: 'string', value: 'Ann' } })).toMatchObject({
      status: 'succeeded',
      outputs: { Greeting: { value: 'Ann' } },
    });
  });

  it('offers a picture once, however often it came out', async () => {
    const id = await projectOf(pictured);
    for (const _run of [1, 2]) {
      await service.ok('runs.create', { body: { projectId: id } });
      await service.engine.whenIdle();
    }
    const { pictures } = await handlers.getPublishable({
      params: { projectId: id },
      body: undefined,
      signal,
    });
    expect(pictures).toHaveLength(1);
  });

  it('of a project that is gone is refused', async () => {
    await expect(
      handlers.getPublishable({ params: { projectId: 'prj_none' }, body: undefined, signal }),
    ).rejects.toThrow('no longer exists');
  });
});

describe('a published template', () => {
  it('says how its nodes declare its inputs, with limits, media and what is needed', async () => {
    const made = await projectOf({
      nodes: [
        ...graph.nodes,
        { id: 'photo', type: 'input/image', title: 'Photo' },
        { id: 'sky', type: 'image/solid', title: 'Sky', inputs: { width: value(64) } },
        { id: 'end', type: 'output/file' },
      ],
      connections: [...graph.connections, { from: ['sky', 'image'], to: ['end', 'file'] }],
    });
    const { templateId } = await published({
      projectId: made,
      inputs: [
        name,
        { nodeId: 'photo', pin: 'file', label: 'Photo', isRequired: false },
        { nodeId: 'sky', pin: 'width', label: 'Width', isRequired: false },
        { nodeId: 'sky', pin: 'color', label: 'Color', isRequired: false },
      ],
    });
    const form = await handlers.getTemplateForm({ params: { templateId }, body: undefined, signal });
    expect(form.inputs).toMatchObject([
      { fieldName: 'who', pinType: 'text(multiline)', isRequired: true, nodeTitle: 'Name' },
      { fieldName: 'photo', pinType: 'image', isRequired: false },
      { fieldName: 'width', pinType: expect.stringMatching(/^number\(1\.\..* step 1\)$/), nodeTitle: 'Sky' },
      { fieldName: 'color', pinType: 'color' },
    ]);
  });

  it('gives its graph with what it shows of it, and another version once it is published again', async () => {
    const { templateId } = await published();
    const params = { templateId };
    const first = await handlers.getTemplateGraph({ params, body: undefined, signal });
    expect(first.inputs).toEqual([name, ending].map(({ nodeId, pin, label }) => ({ nodeId, pin, label })));
    expect(first.graph.nodes.map(({ id }) => id)).toContain(name.nodeId);
    // Inside of a group what feeds the output node is the output.
    const { graph: inner, items } = templateDefinition(first.name, first.graph, first);
    expect(inner.nodes.map(({ id }) => id)).not.toContain('said');
    const outputs = Object.values(items.pins).flatMap(({ side, targets }) =>
      side === 'output' ? targets : [],
    );
    expect(outputs).toHaveLength(1);
    expect(inner.nodes.map(({ id }) => id)).toContain(outputs[0]![0]);
    expect(first.outputs).toMatchObject([{ label: 'Greeting' }]);
    await publish({ templateId, name: 'Greets' });
    const next = await handlers.getTemplateGraph({ params, body: undefined, signal });
    expect([next.name, next.version === first.version]).toEqual(['Greets', false]);
    await expect(
      handlers.getTemplateGraph({ params: { templateId: 'tpl_none' }, body: undefined, signal }),
    ).rejects.toThrow('This template no longer exists.');
  });

  it('is called with the key that is shown once, under the names that were chosen', async () => {
    const { templateId, endpointId, key } = await published();
    expect(await call(endpointId, key, { who: { type: 'string', value: 'Ann' } })).toMatchObject({
      status: 'succeeded',
      outputs: { Greeting: { value: expect.stringMatching(/^hello Ann/) } },
    });
    const docs = await service.ok('templates.getEndpointDocs', {
      params: { template_id: templateId, endpoint_id: endpointId },
    });
    expect(docs.inputs.map(({ fieldName, name: label }) => [fieldName, label])).toEqual([
      ['who', 'Who'],
      ['ending', 'Ending'],
    ]);
    // What is stored for the app shows nowhere in the API.
    expect(Object.keys(docs.inputs[0] ?? {}).sort()).toEqual([
      'dataType',
      'fieldName',
      'kind',
      'name',
      'nodeId',
      'pinName',
    ]);
    const { calls, endpoints } = await handlers.getManagedTemplate({
      params: { templateId },
      body: undefined,
      signal,
    });
    expect(calls).toMatchObject([{ caller: 'external', status: 'succeeded', externalUserId: 'ann' }]);
    const listed = async (before: string | null) =>
      (await handlers.listTerminalRuns({ params: {}, body: { before }, signal })).runs;
    expect((await listed(null))[0]).toEqual({
      runId: calls[0]?.runId,
      accountId: expect.any(String),
      endpoint: { templateId, endpointId },
    });
    expect((await listed(calls[0]?.runId ?? '')).map(({ runId }) => runId)).not.toContain(calls[0]?.runId);
    expect(endpoints).toMatchObject([{ callCount: 1, isActive: true, keyPrefix: key.slice(0, 9) }]);
    expect(JSON.stringify([docs, calls, endpoints])).not.toContain(key);
  });

  it('is beside every other run that ended, but previews', async () => {
    const start = async (externalId?: string) => {
      const body = { projectId, ...(externalId === undefined ? {} : { externalId }) };
      const { id } = await service.ok('runs.create', { body });
      await expect
        .poll(async () => (await service.ok('runs.get', { params: { run_id: id } })).status)
        .toBe('succeeded');
      return id;
    };
    const plain = await start();
    const preview = await start('patchbay-live/256px/1');
    const { runs } = await handlers.listTerminalRuns({ params: {}, body: { before: null }, signal });
    expect(runs.find(({ runId }) => runId === plain)).toMatchObject({ endpoint: null });
    expect(runs.map(({ runId }) => runId)).not.toContain(preview);
  });

  it('refuses a call without an input that it needs, and takes a default for another', async () => {
    const { endpointId, key } = await published({
      inputs: [name, { ...ending, default: { type: 'string', value: '!' } }],
    });
    expect(await call(endpointId, key, {})).toEqual({ refused: 400 });
    expect(await call(endpointId, key, { who: { type: 'string', value: '' } })).toEqual({ refused: 400 });
    expect(await call(endpointId, key, { who: { type: 'string', value: 'Ann' } })).toMatchObject({
      outputs: { Greeting: { value: 'hello Ann!' } },
    });
  });

  it('is published again as a new state: what changes for callers is told first, key and old runs stay', async () => {
    const { templateId, endpointId, key } = await published();
    const first = await call(endpointId, key, { who: { type: 'string', value: 'Ann' } });
    const again = {
      templateId,
      inputs: [{ ...ending, isRequired: true }],
      outputs: [{ nodeId: 'said', pin: 'value', label: 'Words' }],
    };
    const trial = await publish({ ...again, isTrial: true });
    expect(trial.changes).toEqual([
      'The input who is gone: calls that send it are refused.',
      'The input ending has to be sent now.',
      'The output Greeting is gone.',
      'There is a new output Words.',
    ]);
    expect((await call(endpointId, key, { who: { type: 'string', value: 'Bob' } })).refused).toBeUndefined();
    expect(await publish(again)).toMatchObject({ templateId, key: null, endpointId: null });
    expect(await call(endpointId, key, { who: { type: 'string', value: 'Bob' } })).toEqual({ refused: 400 });
    expect(await call(endpointId, key, { ending: { type: 'string', value: '?' } })).toMatchObject({
      outputs: { Words: { value: 'hello you?' } },
    });
    const earlier = await service.ok('templates.getRun', {
      params: {
        template_id: templateId,
        endpoint_id: endpointId,
        task_id: 'taskId' in first ? first.taskId : '',
      },
    });
    expect(Object.keys(earlier.outputs ?? {})).toEqual(['Greeting']);
  });

  it('is behind once its project was changed', async () => {
    const { templateId } = await published();
    const state = () => handlers.getManagedTemplate({ params: { templateId }, body: undefined, signal });
    expect(await state()).toMatchObject({ projectId, hasProject: true, isBehind: false });
    await save(projectId, 2, { ...graph, nodes: graph.nodes.map((node) => ({ ...node, title: 'X' })) });
    expect(await state()).toMatchObject({ isBehind: true });
  });

  it('opens as a project of its own', async () => {
    const { templateId } = await published();
    const opened = await handlers.openTemplate({ params: { templateId }, body: { inputs: {} }, signal });
    expect(opened.projectId).not.toBe(projectId);
    const { document } = await service.ok('projects.getDocument', {
      params: { project_id: opened.projectId },
    });
    expect(document.graph.nodes.map(({ id }) => id)).toEqual(['name', 'line', 'said']);
  });

  it('opens as projects that are told apart by their names', async () => {
    const { templateId } = await published();
    const open = async () =>
      (await handlers.openTemplate({ params: { templateId }, body: { inputs: {} }, signal })).projectId;
    const names = [];
    for (const project_id of [await open(), await open(), await open()])
      names.push((await service.ok('projects.get', { params: { project_id } })).name);
    // The project that was published is called Greeter.
    expect(names).toEqual(['Greeter 2', 'Greeter 3', 'Greeter 4']);
  });

  it('opens as a project with what its form holds, and refuses what does not fit by its field', async () => {
    const { templateId } = await published();
    const openWith = (inputs: Record<string, RunInputValue>) =>
      handlers.openTemplate({ params: { templateId }, body: { inputs }, signal });
    const { projectId: project_id } = await openWith({ who: { type: 'string', value: 'Ann' } });
    const { document } = await service.ok('projects.getDocument', { params: { project_id } });
    expect(document.graph.nodes.find(({ id }) => id === 'name')?.inputs).toEqual({ value: value('Ann') });
    const before = await service.ok('projects.list', {});
    await expect(openWith({ nobody: { type: 'string', value: 'x' } })).rejects.toThrow('no input nobody');
    await expect(openWith({ who: { type: 'file', fileId: 'file_gone' } })).rejects.toThrow(Problem);
    expect((await service.ok('projects.list', {})).data).toHaveLength(before.data.length);
  });

  it('has keys that are renewed and endpoints that are switched off and on', async () => {
    const { templateId, endpointId, key } = await published();
    const inputs = { who: value('Ann') as RunInputValue };
    const params = { templateId, endpointId };
    const renewed = await handlers.renewEndpointKey({ params, body: undefined, signal });
    expect(await call(endpointId, key, inputs)).toEqual({ refused: 401 });
    expect(await call(endpointId, renewed.key, inputs)).toMatchObject({ status: 'succeeded' });
    await handlers.switchEndpoint({ params, body: { isActive: false }, signal });
    expect(await call(endpointId, renewed.key, inputs)).toEqual({ refused: 401 });
    await handlers.switchEndpoint({ params, body: { isActive: true }, signal });
    expect(await call(endpointId, renewed.key, inputs)).toMatchObject({ status: 'succeeded' });
    const foreign = { templateId, endpointId: (await published()).endpointId };
    await expect(handlers.renewEndpointKey({ params: foreign, body: undefined, signal })).rejects.toThrow(
      'no such endpoint',
    );
  });

  it('is gone for everybody once it was deleted', async () => {
    const { templateId, endpointId, key } = await published();
    await handlers.deleteTemplate({ params: { templateId }, body: undefined, signal });
    await service.refused('templates.get', 404, { params: { template_id: templateId } });
    const { data } = await service.ok('templates.list', { query: { limit: 200 } });
    expect(data.map((item) => item.templateId)).not.toContain(templateId);
    expect(await call(endpointId, key, {})).toEqual({ refused: 401 });
    await expect(
      handlers.getManagedTemplate({ params: { templateId }, body: undefined, signal }),
    ).rejects.toThrow('no longer exists');
  });
});

describe('a choice that cannot be published', () => {
  const long = 'x'.repeat(10_000);
  it.each<[string, string, Partial<PublicationDraft>]>([
    ['a name that is missing', 'name', { name: ' ' }],
    ['a name that is too long', 'name', { name: long }],
    ['two inputs with one label', 'inputs.1.label', { inputs: [name, { ...ending, label: ' who ' }] }],
    ['a label of 10,000 characters', 'inputs.0.label', { inputs: [{ ...name, label: long }] }],
    ['a label that objects have', 'inputs.0.label', { inputs: [{ ...name, label: '__proto__' }] }],
    ['a label that is missing', 'inputs.0.label', { inputs: [{ ...name, label: '' }] }],
    ['an input chosen twice', 'inputs.1', { inputs: [name, { ...name, label: 'Again' }] }],
    ['a node that was deleted', 'inputs.0', { inputs: [{ ...name, nodeId: 'gone' }] }],
    ['a pin that is plugged in', 'inputs.0', { inputs: [{ ...ending, pin: 'a' }] }],
    [
      'a default of another kind',
      'inputs.0',
      { inputs: [{ ...name, default: { type: 'number', value: 1 } }] },
    ],
    ['no output', 'outputs', { outputs: [] }],
    ['an output that was deleted', 'outputs.0', { outputs: [{ nodeId: 'gone', pin: 'value', label: 'A' }] }],
    [
      'an output called as objects are',
      'outputs.0.label',
      { outputs: [{ nodeId: 'said', pin: 'value', label: '__proto__' }] },
    ],
    ['a picture that is not there', 'pictureFileId', { pictureFileId: 'file_none' }],
  ])('%s is refused at its place, in a sentence, and nothing is made', async (_what, field, more) => {
    const refused = await refusal(() => publish(more));
    expect(refused.field).toBe(field);
    expect(refused.message).toMatch(/[.]$/);
    expect(refused.message.length).toBeLessThan(200);
    const { templates } = await handlers.getPublishable({ params: { projectId }, body: undefined, signal });
    expect(templates).toEqual([]);
  });
});
