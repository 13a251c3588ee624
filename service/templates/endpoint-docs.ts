import {
  API_PREFIX,
  buildPath,
  endpoints,
  type PublicTemplateEndpointDocs,
  type RunInputValue,
} from '#shared/api/index.ts';
import { inputConnection, parsePinType, type Graph, type PinType } from '#shared/graph/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { latestFile } from '#service/files/rows.ts';
import { fileIdOf } from '#service/rules/file-values.ts';
import type { TemplateCaller } from './run-rows.ts';
import { templateGraph, type EndpointRow, type TemplatePin, type TemplateRow } from './rows.ts';

/** Where endpoints are called by their own key: beside the API, not below it. */
export const EXTERNAL_PREFIX = '/run';

/** How to call an endpoint, by its owner and by others. @param reader who is told. */
export async function endpointDocs(
  ctx: ServiceContext,
  template: TemplateRow,
  endpoint: EndpointRow,
  reader: TemplateCaller = 'owner',
): Promise<PublicTemplateEndpointDocs> {
  const params = { template_id: template.id, endpoint_id: endpoint.id };
  // What only a call can fill in stays a placeholder.
  const owner = (path: string) =>
    API_PREFIX + buildPath(path.replace('{task_id}', '\0'), params).replace('\0', '{task_id}');
  const { createRun, getRun, streamRunEvents } = endpoints.templates;
  const external = `${EXTERNAL_PREFIX}/${endpoint.id}`;
  return {
    endpointId: endpoint.id,
    templateId: template.id,
    name: endpoint.name,
    description: endpoint.description ?? template.description,
    inputs: template.inputs,
    outputs: template.outputs,
    auth: {
      header: 'Authorization',
      scheme: 'bearer',
      valueFormat: 'Bearer <endpoint key>',
      apiKeyReturnedOnce: true,
    },
    externalRun: {
      submit: external,
      status: `${external}/runs/{task_id}`,
      info: external,
      method: 'POST',
      statusMethod: 'GET',
      contentTypes: ['application/json', 'multipart/form-data'],
    },
    ownerRun: {
      available: endpoint.isActive,
      auth: `Authorization: Bearer <API_KEY>, with the scope ${createRun.scope}`,
      contentTypes: ['application/json'],
      method: createRun.method,
      submit: owner(createRun.path),
      statusMethod: getRun.method,
      status: owner(getRun.path),
      streamMethod: streamRunEvents.method,
      stream: owner(streamRunEvents.path),
      note: 'Runs as the owner of the template. File inputs name files of the account by fileId.',
    },
    requestExample: { inputs: await exampleInputs(ctx, template, reader) },
  };
}

/** Values that a call may send as they are: what the template holds itself, else something that suits the field. */
async function exampleInputs(
  ctx: ServiceContext,
  template: TemplateRow,
  reader: TemplateCaller,
): Promise<Record<string, RunInputValue>> {
  const graph = await templateGraph(ctx, template.id);
  const examples: [string, RunInputValue][] = [];
  for (const input of template.inputs) {
    const value = await exampleOf(ctx, { accountId: template.accountId, reader }, graph, input);
    if (value !== null) examples.push([input.fieldName, value]);
  }
  return Object.fromEntries(examples);
}

/** A file of the account that suits a pin, so that an example can be sent as it is. */
async function latestFileFor(
  ctx: ServiceContext,
  accountId: string,
  pinType: string,
): Promise<string | null> {
  const { base } = parsePinType(pinType);
  const kind = base === 'image' || base === 'video' || base === 'audio' ? `${base}/` : '';
  return (await latestFile(ctx, accountId, kind))?.id ?? null;
}

/** Whose files may serve as an example. */
interface ExampleReader {
  accountId: string;
  reader: TemplateCaller;
}

async function exampleOf(
  ctx: ServiceContext,
  exampleReader: ExampleReader,
  graph: Graph,
  input: TemplatePin,
): Promise<RunInputValue | null> {
  const node = graph.nodes.find((item) => item.id === input.nodeId);
  const pin = ctx.nodes.get(node?.type ?? '')?.inputs.find((item) => item.name === input.pinName);
  if (!node || !pin) return null;
  const inputValue = node.inputs?.[input.pinName];
  // Left out, the field gets what is plugged in.
  const isWired = inputConnection(graph, input.nodeId, input.pinName) !== undefined;
  if (input.kind === 'file') {
    const fileId = inputValue ? fileIdOf(inputValue) : null;
    if (fileId !== null) return { type: 'file', fileId };
    return isWired || pin.optional === true ? null : await exampleFile(ctx, exampleReader, pin.type);
  }
  if (isWired && (inputValue?.value ?? null) === null) return null;
  return exampleValue(parsePinType(pin.type), inputValue?.value ?? pin.default);
}

async function exampleFile(
  ctx: ServiceContext,
  { accountId, reader }: ExampleReader,
  type: string,
): Promise<RunInputValue> {
  // Others learn of no file that the template does not hold anyway.
  const latest = reader === 'owner' ? await latestFileFor(ctx, accountId, type) : null;
  return { type: 'file', fileId: latest ?? 'file-id-of-an-upload' };
}

/** @param value what the pin holds, shown where it is of the pin's type. */
function exampleValue({ base, min, choices }: PinType, value: unknown): RunInputValue {
  switch (base) {
    case 'number':
      return { type: 'number', value: typeof value === 'number' ? value : (min ?? 1) };
    case 'boolean':
      return { type: 'boolean', value: value === true };
    case 'json': {
      const isJson = typeof value === 'object' && value !== null;
      return { type: 'json', value: isJson ? (Array.isArray(value) ? value : { ...value }) : {} };
    }
    default: {
      const text = choices?.[0] ?? (base === 'color' ? '#ff8800' : 'Hello');
      return { type: 'string', value: typeof value === 'string' ? value : text };
    }
  }
}
