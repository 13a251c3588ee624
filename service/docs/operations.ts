import { allEndpoints, COMMON_ERRORS, type AnyEndpoint } from '#shared/api/index.ts';
import { openApiDocument } from '#shared/api/openapi.ts';
import { bodyExamples } from './body-examples.ts';
import { exampleOf, isObject, schemasUsed, type Components, type JsonObject } from './json-schema.ts';

/** The operations of the API with everything that a page, a collection or a response says about them. */

export interface ParameterDoc {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description: string;
  schema: JsonObject;
}

export interface ResponseDoc {
  status: number;
  description: string;
  /** Media type, or null for a response without a body. */
  contentType: string | null;
  schema: JsonObject | null;
}

export interface OperationDoc {
  id: string;
  method: AnyEndpoint['method'];
  /** With the prefix and `{snake_case}` parameters. */
  path: string;
  tag: string;
  summary: string;
  description: string;
  auth: AnyEndpoint['auth'];
  scope: AnyEndpoint['scope'];
  idempotent: boolean;
  deprecated: boolean;
  parameters: ParameterDoc[];
  request: { contentType: string; schema: JsonObject; example: unknown } | null;
  responses: ResponseDoc[];
  /** Names of the schemas that the operation uses, through others too. */
  schemas: string[];
}

export interface ApiReference {
  title: string;
  version: string;
  description: string;
  tags: { name: string; description: string }[];
  operations: OperationDoc[];
  components: Components;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const objects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
const object = (value: unknown): JsonObject => (isObject(value) ? value : {});
const lastSegment = (reference: unknown): string => text(reference).split('/').at(-1) ?? '';

/** Reads the OpenAPI document of the endpoint table; the same reference for the same table. */
export function apiReference(): ApiReference {
  const document = openApiDocument();
  const info = object(document['info']);
  const components = object(document['components']);
  const schemas = object(components['schemas']) as Components;
  const shared = object(components['parameters']);
  const rows = new Map<string, AnyEndpoint>(allEndpoints.map((endpoint) => [endpoint.id, endpoint]));
  const operations = Object.entries(object(document['paths'])).flatMap(([path, methods]) =>
    Object.values(object(methods)).map((operation) => {
      const described = object(operation);
      const row = rows.get(text(described['operationId']));
      if (row === undefined) throw new Error(`${path} has an operation that is not in the endpoint table.`);
      return readOperation(row, path, described, schemas, shared);
    }),
  );
  const order = new Map<string, number>(allEndpoints.map((endpoint, index) => [endpoint.id, index]));
  operations.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  return {
    title: text(info['title']),
    version: text(info['version']),
    description: text(info['description']),
    tags: objects(document['tags']).map((tag) => ({
      name: text(tag['name']),
      description: text(tag['description']),
    })),
    operations,
    components: schemas,
  };
}

function readOperation(
  row: AnyEndpoint,
  path: string,
  operation: JsonObject,
  components: Components,
  shared: JsonObject,
): OperationDoc {
  const parameters = objects(operation['parameters']).map((rawParameter) =>
    readParameter('$ref' in rawParameter ? object(shared[lastSegment(rawParameter['$ref'])]) : rawParameter),
  );
  const request = readRequest(row, operation, components);
  const responses = Object.entries(object(operation['responses'])).map(([status, response]) =>
    readResponse(Number(status), object(response)),
  );
  return {
    id: row.id,
    method: row.method,
    path,
    tag: row.tag,
    summary: row.summary,
    description: text(operation['description']),
    auth: row.auth,
    scope: row.scope,
    idempotent: row.idempotent,
    deprecated: row.deprecated ?? false,
    parameters,
    request,
    responses,
    schemas: schemasUsed([request?.schema, responses.map(({ schema }) => schema)], components),
  };
}

function readParameter(rawParameter: JsonObject): ParameterDoc {
  const location = text(rawParameter['in']);
  return {
    name: text(rawParameter['name']),
    in: location === 'path' || location === 'query' ? location : 'header',
    required: rawParameter['required'] === true,
    description: text(rawParameter['description']),
    schema: object(rawParameter['schema']),
  };
}

function readRequest(
  row: AnyEndpoint,
  operation: JsonObject,
  components: Components,
): OperationDoc['request'] {
  const [first] = Object.entries(object(object(operation['requestBody'])['content']));
  if (first === undefined) return null;
  const [contentType, media] = first;
  const schema = object(object(media)['schema']);
  const example = bodyExamples[row.id] ?? exampleOf(schema, components);
  return { contentType, schema, example };
}

function readResponse(status: number, response: JsonObject): ResponseDoc {
  const [first] = Object.entries(object(response['content']));
  const media = object(first?.[1]);
  // A stream's own schema is one line of text; what its events carry says more.
  const schema = media['x-event-data'] ?? media['schema'];
  return {
    status,
    description: text(response['description']),
    contentType: first?.[0] ?? null,
    schema: isObject(schema) ? schema : null,
  };
}

/** Statuses that an operation has beyond those that all have. */
export const specificResponses = (operation: OperationDoc): ResponseDoc[] =>
  operation.responses.filter(
    ({ status, description }) =>
      status < 400 || COMMON_ERRORS[status]?.toLowerCase() !== description.toLowerCase().replace(/\.$/, ''),
  );
