import { z } from 'zod';
import { assertNever } from '../language/assert-never.ts';
import {
  API_PREFIX,
  API_VERSION,
  COMMON_ERRORS,
  pathParamNames,
  SLASHED_PARAMS,
  type AnyEndpoint,
} from './endpoint.ts';
import { allEndpoints } from './endpoints.ts';
import { HTTPValidationError, PublicApiErrorResponse } from './schemas/common.ts';

/** The OpenAPI 3.1 document, generated from the endpoint table. */

type JsonObject = { [key: string]: unknown };

const TAGS: Readonly<Record<string, string>> = {
  Account: 'Credit balance of the account that owns the key.',
  Projects:
    'Saved node graphs with a version counter, their editable document and their read-only graph view.',
  'Node types': 'The kinds of nodes a graph can be made of, and their pins.',
  Files: 'Uploads by create, PUT and complete; metadata, signed downloads and deletion.',
  Runs: 'Execution of a saved project or of an inline graph, with events.',
  Templates: 'Templates of the key owner, their endpoints and runs of these.',
  Storyboards: 'Storyboard documents: export, replacement, validation and conversion.',
  Timelines: 'Timeline documents: export, replacement, validation and OpenTimelineIO.',
};

const QUERY_TEXTS: Readonly<Record<string, string>> = {
  limit: 'Page size; 50 by default. Above 200 it is capped.',
  cursor: 'The `nextCursor` of the page before; never made by clients.',
  search: 'Case-insensitive text to look for.',
  fields: 'Comma-separated names.',
  externalId: 'Exact match.',
  externalUserId: 'Exact match; on a single file a guard: it is found only when its stored value matches.',
  externalWorkspaceId: 'Exact match.',
  expectedVersion: 'The last version of the project that the client saw.',
  expiresInSeconds: 'Life of the signed URL in seconds; 3600 by default.',
  token: 'The signature of the URL.',
  index: 'Which of several thumbnails.',
  hasEndpoint: 'True: only templates with at least one active endpoint.',
};

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: unknown): JsonObject => ({ 'application/json': { schema } });

/** Turns zod schemas into JSON Schema; named schemas are collected as components. */
class SchemaRegistry {
  readonly components: Record<string, JsonObject> = {};

  /** A reference when the schema has a name of its own, else the schema itself. */
  write(schema: z.ZodType, io: 'input' | 'output' = 'input'): JsonObject {
    const name = schema.meta()?.id;
    if (name !== undefined && this.components[name]) return ref(name);
    const raw = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject;
    const { $defs, $schema: _dialect, id: _id, ...own } = raw;
    for (const [inner, definition] of Object.entries(($defs ?? {}) as Record<string, JsonObject>)) {
      const { id: _innerId, ...remaining } = definition;
      this.components[inner] ??= this.cleanUp(remaining);
    }
    const tidied = this.cleanUp(own);
    if (name === undefined) return tidied;
    // A named schema comes back as a reference to its own definition, which is collected already.
    this.components[name] ??= tidied;
    return ref(name);
  }

  private cleanUp(value: JsonObject): JsonObject {
    return tidyValue(value) as JsonObject;
  }

  /** Every `oneOf` whose members tell themselves apart by one constant gets that as its discriminator. */
  addDiscriminators(value: unknown = this.components): void {
    if (typeof value !== 'object' || value === null) return;
    for (const inner of Object.values(value)) this.addDiscriminators(inner);
    const { oneOf } = value as { oneOf?: unknown };
    if (!Array.isArray(oneOf)) return;
    const mapping: Record<string, string> = {};
    for (const option of oneOf as { $ref?: string }[]) {
      const name = option.$ref?.split('/').at(-1);
      const properties = name === undefined ? undefined : this.components[name]?.['properties'];
      const op = (properties as { op?: { const?: string } } | undefined)?.op?.const;
      if (op === undefined || option.$ref === undefined) return;
      mapping[op] = option.$ref;
    }
    (value as JsonObject)['discriminator'] = { propertyName: 'op', mapping };
  }
}

/** Points references at the components and takes out what says nothing: bounds of safe integers, names being strings. */
function tidyValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidyValue);
  if (typeof value !== 'object' || value === null) return value;
  const defined = Object.entries(value).filter(
    ([key, inner]) =>
      !(key === 'minimum' && inner === Number.MIN_SAFE_INTEGER) &&
      !(key === 'maximum' && inner === Number.MAX_SAFE_INTEGER) &&
      key !== 'propertyNames',
  );
  return Object.fromEntries(
    defined.map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : tidyValue(inner),
    ]),
  );
}

const parameterRef = (name: string): JsonObject => ({ $ref: `#/components/parameters/${name}` });

function parameters(endpoint: AnyEndpoint, registry: SchemaRegistry): JsonObject[] {
  const list: JsonObject[] = pathParamNames(endpoint.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...(SLASHED_PARAMS.has(name) && {
      description: 'An identifier that contains slashes, written with them (`image/blur`) or with `%2F`.',
    }),
  }));
  if (endpoint.query) {
    const query = registry.write(endpoint.query, 'output') as {
      properties?: Record<string, JsonObject>;
      required?: string[];
    };
    for (const [name, schema] of Object.entries(query.properties ?? {})) {
      list.push({
        name,
        in: 'query',
        required: query.required?.includes(name) ?? false,
        schema,
        ...(QUERY_TEXTS[name] !== undefined && { description: QUERY_TEXTS[name] }),
      });
    }
  }
  if (endpoint.idempotent) list.push(parameterRef('IdempotencyKey'));
  if (endpoint.responseKind === 'event-stream') list.push(parameterRef('LastEventId'));
  list.push(parameterRef('Authorization'), parameterRef('RequestId'));
  return list;
}

function requestBody(endpoint: AnyEndpoint, registry: SchemaRegistry): JsonObject | undefined {
  switch (endpoint.bodyKind) {
    case 'none':
      return undefined;
    case 'json':
      return { required: true, content: json(endpoint.body ? registry.write(endpoint.body) : {}) };
    case 'multipart': {
      const fields = endpoint.body ? registry.write(endpoint.body) : {};
      const schema = {
        type: 'object',
        properties: {
          file: { type: 'string', format: 'binary' },
          ...(fields as { properties?: JsonObject }).properties,
        },
        required: ['file'],
      };
      return { required: true, content: { 'multipart/form-data': { schema } } };
    }
    default:
      return assertNever(endpoint.bodyKind);
  }
}

const BINARY = { type: 'string', format: 'binary' };

function successContent(endpoint: AnyEndpoint, registry: SchemaRegistry): JsonObject | undefined {
  const schema = endpoint.response && registry.write(endpoint.response);
  switch (endpoint.responseKind) {
    case 'empty':
      return undefined;
    case 'json':
      return json(schema ?? {});
    case 'zip':
      return { 'application/zip': { schema: BINARY } };
    case 'image':
      return { 'image/*': { schema: BINARY } };
    case 'event-stream':
      return {
        'text/event-stream': {
          schema: {
            type: 'string',
            description: 'Server-Sent Events; the `data` of each is one JSON object, its `id` a cursor.',
          },
          'x-event-data': schema ?? {},
        },
      };
    default:
      return assertNever(endpoint.responseKind);
  }
}

const SUCCESS: Readonly<Record<AnyEndpoint['status'], string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted; the work goes on.',
  204: 'Done; no body.',
};

const sentence = (text: string): string => {
  const first = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
};

function responses(endpoint: AnyEndpoint, registry: SchemaRegistry): JsonObject {
  const content = successContent(endpoint, registry);
  const result: JsonObject = {
    [endpoint.status]: { description: SUCCESS[endpoint.status], ...(content && { content }) },
  };
  const meanings: Record<number, string> = { ...COMMON_ERRORS };
  if (endpoint.auth !== 'key') {
    delete meanings[401];
    delete meanings[403];
  }
  for (const [status, meaning] of Object.entries(endpoint.errors)) {
    if (meaning !== undefined) meanings[Number(status)] = meaning;
  }
  const error = registry.write(PublicApiErrorResponse);
  const invalid = registry.write(HTTPValidationError);
  for (const [status, meaning] of Object.entries(meanings)) {
    // Where the endpoint gives 422 a second meaning, either body may come.
    const schema = status !== '422' ? error : endpoint.errors[422] ? { anyOf: [invalid, error] } : invalid;
    result[status] = {
      description: sentence(meaning),
      content: json(schema),
      ...((status === '429' || status === '503') && {
        headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
      }),
    };
  }
  return result;
}

function operation(endpoint: AnyEndpoint, registry: SchemaRegistry): JsonObject {
  const body = requestBody(endpoint, registry);
  const access =
    endpoint.auth === 'key'
      ? endpoint.scope
        ? `Needs the scope \`${endpoint.scope}\`.`
        : 'Any valid key will do.'
      : endpoint.auth === 'signed'
        ? 'The signed URL is the credential.'
        : 'Open: needs no key.';
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: [endpoint.description, access].filter(Boolean).join('\n\n'),
    ...(endpoint.deprecated && { deprecated: true }),
    security: endpoint.auth === 'key' ? [{ bearer: endpoint.scope ? [endpoint.scope] : [] }] : [],
    parameters: parameters(endpoint, registry),
    ...(body && { requestBody: body }),
    responses: responses(endpoint, registry),
  };
}

const COMPONENT_PARAMETERS: JsonObject = {
  Authorization: {
    name: 'authorization',
    in: 'header',
    required: false,
    description: '`Bearer` and the API key. Never sent to signed URLs.',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'A retry with the same key and the same request gets the saved response. Kept for 24 hours.',
    schema: { type: 'string' },
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    required: false,
    description: 'The `id` of the last event seen; the stream goes on after it.',
    schema: { type: 'string' },
  },
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description: 'Comes back as `requestId` in error bodies.',
    schema: { type: 'string' },
  },
};

/**
 * The OpenAPI 3.1 document of the whole API: the same object for the same table, schemas sorted by name.
 * @param serverUrl origin of the service, without the API prefix; relative to the document by default.
 */
export function openApiDocument(serverUrl = '/'): JsonObject {
  const registry = new SchemaRegistry();
  const paths: Record<string, JsonObject> = {};
  for (const endpoint of allEndpoints) {
    const path = (paths[`${API_PREFIX}${endpoint.path}`] ??= {});
    path[endpoint.method.toLowerCase()] = operation(endpoint, registry);
  }
  registry.addDiscriminators();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Project Graph Automation REST API',
      version: API_VERSION,
      description:
        'Programmatic access to node-graph projects and the media around them: documents, node types, files, runs, templates, storyboards and timelines.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    tags: [...new Set(allEndpoints.map((endpoint) => endpoint.tag))].map((name) => ({
      name,
      ...(TAGS[name] !== undefined && { description: TAGS[name] }),
    })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key of the account.' },
      },
      parameters: COMPONENT_PARAMETERS,
      headers: {
        RetryAfter: { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } },
      },
      schemas: Object.fromEntries(Object.entries(registry.components).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}
