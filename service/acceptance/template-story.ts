import { createParser } from 'eventsource-parser';
import { sharp, type Metadata } from '#native/testing/sharp.ts';
import { expect } from 'vitest';
import { API_PREFIX, PublicTemplateRunDetail } from '#shared/api/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import { selectInputs, selectOutputs, type InputSelection } from '#service/templates/pins.ts';
import { insertEndpoint, insertTemplate, issueEndpointKey } from '#service/templates/rows.ts';
import type { TestService } from './harness.ts';

/** What the stories of templates are told with. */

export const value = (content: string | number | boolean) => ({ type: typeof content, value: content });
const wire = (from: string, to: string) => ({
  from: from.split('.') as [string, string],
  to: to.split('.') as [string, string],
});

/** Text, number, choice, JSON and a picture in; a sentence and a picture out. */
const graph: Graph = {
  nodes: [
    { id: 'who', type: 'input/text', title: 'Who', inputs: { value: value('world') } },
    { id: 'say', type: 'text/template', title: 'Say', inputs: { template: value('hello {{a}} {{b}}') } },
    { id: 'case', type: 'text/case', title: 'Case', inputs: {} },
    { id: 'photo', type: 'input/image', title: 'Photo', inputs: {} },
    {
      id: 'small',
      type: 'image/resize',
      title: 'Small',
      inputs: { width: value(20), height: value(10), fit: value('fill') },
    },
    { id: 'said', type: 'output/value', inputs: { name: value('Said') } },
    { id: 'picture', type: 'output/file', inputs: { name: value('Picture') } },
  ],
  connections: [
    wire('who.text', 'say.a'),
    wire('say.text', 'case.text'),
    wire('case.text', 'said.value'),
    wire('photo.image', 'small.image'),
    wire('small.image', 'picture.file'),
  ],
};
const fields: InputSelection[] = [
  { nodeId: 'who', pin: 'value', field: 'who' },
  { nodeId: 'say', pin: 'b', field: 'more' },
  { nodeId: 'say', pin: 'data', field: 'data' },
  { nodeId: 'photo', pin: 'file', field: 'photo' },
  { nodeId: 'small', pin: 'width', field: 'width' },
  { nodeId: 'small', pin: 'enlarge', field: 'enlarge' },
];

const file = (fileId: string) => ({ file: { type: 'file', value: fileId } });

const withFiles = ({ photo, hidden }: { photo?: string; hidden?: string }): Graph => ({
  ...graph,
  nodes: [
    ...graph.nodes.map((node) =>
      node.id === 'photo' && photo !== undefined ? { ...node, inputs: file(photo) } : node,
    ),
    ...(hidden === undefined ? [] : [{ id: 'hidden', type: 'input/image', inputs: file(hidden) }]),
  ],
});

/** Path parameters of an endpoint. */
export type Called = Record<'template_id' | 'endpoint_id', string>;

/** Publishes the graph above. @returns the ids, and the endpoint's own key. */
export async function publish(
  service: TestService,
  options: {
    outputs?: string[];
    endpoint?: boolean;
    name?: string;
    tags?: string[];
    /** File that the field photo holds. */
    photo?: string;
    /** File that a node holds which is no field. */
    hidden?: string;
  } = {},
): Promise<Record<'template_id' | 'endpoint_id' | 'key', string>> {
  const { context: ctx, accountId } = service;
  const graph = withFiles(options);
  const template_id = await insertTemplate(ctx, {
    accountId,
    name: options.name ?? 'Greeting',
    description: 'Says HELLO',
    category: 'Tests',
    tags: options.tags ?? ['étude'],
    source: 'project',
    graph,
    inputs: selectInputs(graph, ctx.nodes, fields),
    outputs: selectOutputs(graph, ctx.nodes, options.outputs ?? null),
  });
  const endpoint_id =
    options.endpoint === false ? '' : await insertEndpoint(ctx, { templateId: template_id, name: 'Greet' });
  return { template_id, endpoint_id, key: endpoint_id && (await issueEndpointKey(ctx, endpoint_id))! };
}

/** Publishes what takes two seconds, or as long as said, and says how far it is. @returns the ids, and the endpoint's own key. */
export async function publishSlow(
  { context: ctx, accountId }: TestService,
  seconds = 2,
): Promise<Record<'template_id' | 'endpoint_id' | 'key', string>> {
  const slow: Graph = {
    nodes: [
      { id: 'wait', type: 'control/delay', inputs: { value: value('late'), seconds: value(seconds) } },
      { id: 'late', type: 'output/value', inputs: { name: value('Late') } },
    ],
    connections: [wire('wait.value', 'late.value')],
  };
  const template_id = await insertTemplate(ctx, {
    accountId,
    name: 'Slow',
    source: 'project',
    graph: slow,
    inputs: [],
    outputs: selectOutputs(slow, ctx.nodes, null),
  });
  const endpoint_id = await insertEndpoint(ctx, { templateId: template_id, name: 'Slow' });
  return { template_id, endpoint_id, key: (await issueEndpointKey(ctx, endpoint_id))! };
}

export const photo = (): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 60, channels: 3, background: '#3366cc' } })
    .png()
    .toBuffer();

/** Stores a photo. @returns its file id. */
export async function storePhoto(service: TestService): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await photo())], { type: 'image/png' }), 'photo.png');
  return (await service.ok('files.upload', { body: form })).fileId;
}

/** The picture behind a signed URL, as far as its head tells. */
export async function pictureAt(service: TestService, output: unknown): Promise<Metadata> {
  const { downloadUrl } = output as { downloadUrl: string };
  return sharp(Buffer.from(await (await service.raw(downloadUrl)).arrayBuffer())).metadata();
}

/** The events of a template run, by its own stream, to its end. */
export async function follow(
  service: TestService,
  called: Called,
  taskId: string,
  lastEventId?: string,
): Promise<{ id: string; data: PublicTemplateRunDetail }[]> {
  const path = `/templates/${called.template_id}/endpoints/${called.endpoint_id}/runs/${taskId}/events/stream`;
  const response = await service.raw(API_PREFIX + path, {
    headers: {
      authorization: `Bearer ${service.key}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  const events: { id: string; data: PublicTemplateRunDetail }[] = [];
  const parser = createParser({
    onEvent: ({ id = '', data }) =>
      events.push({ id, data: PublicTemplateRunDetail.parse(JSON.parse(data)) }),
  });
  parser.feed(await response.text());
  return events;
}

export async function runToEnd(
  service: TestService,
  called: Called,
  body: object,
): Promise<PublicTemplateRunDetail> {
  const { taskId } = await service.ok('templates.createRun', { params: called, body });
  await follow(service, called, taskId);
  return service.ok('templates.getRun', { params: { ...called, task_id: taskId } });
}
