import * as fc from 'fast-check';
import { z } from 'zod';
import { allEndpoints, type AnyEndpoint } from '#shared/api/index.ts';
import { StoryboardDocument } from '#shared/storyboard/index.ts';
import { TimelineDocument } from '#shared/timeline/index.ts';
import type { JsonObject } from '../docs/json-schema.ts';
import { apiReference } from '../docs/operations.ts';
import type { PoolName } from './pools.ts';
import { sensibleRun } from './graphs.ts';
import { learned } from './learned.ts';
import { mutation, TINY_FILE, STRANGE_NUMBERS, STRANGE_STRINGS, valueOf, type Mutation } from './values.ts';

/** Calls as data: what is to be sent, with places for what is known only then. */

export interface EndpointCall {
  endpoint: AnyEndpoint;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: FuzzBody;
  headers: Record<string, string>;
  key: KeyKind;
  /** For an event stream: read it until the run has ended. */
  toEnd?: boolean;
}

export type FuzzBody =
  | { kind: 'none' }
  | { kind: 'json'; value: unknown; mutations: Mutation[] }
  | { kind: 'raw'; bytes: Uint8Array<ArrayBuffer>; contentType: string }
  | { kind: 'form'; filename: string; file: Uint8Array<ArrayBuffer> | null; fields: Record<string, string> };

/** Whose key goes along: the account's own, one with few scopes, another account's, none, or nonsense. */
export type KeyKind = 'own' | 'narrow' | 'stranger' | 'none' | 'nonsense';

/** A PUT or GET of an address that a response gave. */
interface TransferCall {
  endpoint: null;
  url: unknown;
  /** `right`: the one that the address is for. */
  method: 'right' | 'PUT' | 'GET';
  bytes: Uint8Array<ArrayBuffer>;
  spoil: string;
}

export type FuzzCall = EndpointCall | TransferCall;

const PARAM_POOLS: Readonly<Record<string, PoolName>> = {
  project_id: 'project',
  node_id: 'node',
  node_type: 'nodeType',
  upload_id: 'upload',
  file_id: 'file',
  run_id: 'run',
  template_id: 'template',
  endpoint_id: 'endpoint',
  task_id: 'task',
};

const param = (name: string): fc.Arbitrary<unknown> => {
  const pool = PARAM_POOLS[name];
  if (pool === undefined) throw new Error(`Nothing is known about the path parameter ${name}.`);
  return fc.oneof(
    { weight: 12, arbitrary: learned(pool) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...STRANGE_STRINGS.filter((text) => text !== '' && text.isWellFormed())),
    },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 30 }) },
  );
};

const encoder = new TextEncoder();
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(encoder.encode(text));
const someBytes = fc.uint8Array({ maxLength: 1500 }).map((bytes) => new Uint8Array(bytes));

const GARBAGE = [
  '',
  '{',
  '[1,2',
  'null',
  '"text"',
  '{"a":1}}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
  '{"__proto__":{"polluted":true}}',
  '\ufeff{}',
  '{"expectedVersion":1e400}',
].map(bytesOf);

const garbage: fc.Arbitrary<FuzzBody> = fc.record({
  kind: fc.constant('raw' as const),
  bytes: fc.oneof(
    fc.constantFrom(...GARBAGE),
    fc.jsonValue().map((value) => bytesOf(JSON.stringify(value))),
    someBytes,
  ),
  contentType: fc.constantFrom(
    'application/json',
    'application/json',
    'text/plain',
    'multipart/form-data',
    'x/y;;;',
  ),
});

/** A gif of one pixel, a small cut, and things that only pretend. */
const FILES: readonly Uint8Array<ArrayBuffer>[] = [
  new Uint8Array(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')),
  bytesOf('{"OTIO_SCHEMA":"Timeline.1","name":"t","tracks":{"OTIO_SCHEMA":"Stack.1","children":[]}}'),
  bytesOf(
    '{"OTIO_SCHEMA":"Timeline.1","tracks":{"OTIO_SCHEMA":"Stack.1","children":[{"OTIO_SCHEMA":"Track.1"}]}}',
  ),
  bytesOf('PK\u0003\u0004 not a zip'),
  bytesOf('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  new Uint8Array(),
];

const form: fc.Arbitrary<FuzzBody> = fc.record({
  kind: fc.constant('form' as const),
  filename: fc.constantFrom(
    'photo.gif',
    'cut.otio',
    'cut.zip',
    'cut.otioz',
    '../x.png',
    'page.html',
    'none',
    '',
  ),
  file: fc.oneof(fc.constantFrom(...FILES), someBytes, fc.constant(null)),
  fields: fc.dictionary(fc.constantFrom('externalId', 'externalUserId', 'file', 'nonsense'), fc.string(), {
    maxKeys: 2,
  }),
});

const documentSchema = (schema: z.ZodType): JsonObject =>
  z.toJSONSchema(schema, { io: 'input', reused: 'inline', unrepresentable: 'any' });
const DOCUMENTS: Readonly<Record<string, JsonObject>> = {
  Storyboards: documentSchema(StoryboardDocument),
  Timelines: documentSchema(TimelineDocument),
};

function bodyOf(
  endpoint: AnyEndpoint,
  schema: JsonObject | undefined,
  components: Record<string, JsonObject>,
): fc.Arbitrary<FuzzBody> {
  if (endpoint.bodyKind === 'none' || schema === undefined) {
    return fc.oneof(
      { weight: 9, arbitrary: fc.constant<FuzzBody>({ kind: 'none' }) },
      { weight: endpoint.method === 'GET' ? 0 : 1, arbitrary: garbage },
    );
  }
  if (endpoint.bodyKind === 'multipart')
    return fc.oneof({ weight: 6, arbitrary: form }, { weight: 1, arbitrary: garbage });
  let value = valueOf(schema, components);
  const document = DOCUMENTS[endpoint.tag];
  if (document !== undefined) {
    value = fc
      .tuple(value, valueOf(document, {}))
      .map(([body, generated]) => ({ ...(body as object), document: generated }));
  }
  if (endpoint.id === 'runs.create') {
    value = fc.oneof({ weight: 3, arbitrary: sensibleRun }, { weight: 1, arbitrary: value });
  }
  const json = (mutations: fc.Arbitrary<Mutation[]>): fc.Arbitrary<FuzzBody> =>
    fc.record({ kind: fc.constant('json' as const), value, mutations });
  return fc.oneof(
    { weight: 6, arbitrary: json(fc.constant([])) },
    { weight: 4, arbitrary: json(fc.array(mutation, { minLength: 1, maxLength: 3 })) },
    { weight: 1, arbitrary: garbage },
  );
}

const sometimes = (values: fc.Arbitrary<string>): fc.Arbitrary<string | undefined> =>
  fc.option(values, { nil: undefined, freq: 4 });

const headers: fc.Arbitrary<Record<string, string>> = fc
  .record({
    'x-request-id': sometimes(fc.constantFrom('req-1', 'a b', 'x'.repeat(200), 'x'.repeat(201), '!')),
    'idempotency-key': sometimes(
      fc.oneof(
        { weight: 20, arbitrary: fc.nat(30).map((number) => `key-${number}`) },
        { weight: 1, arbitrary: fc.constantFrom('k'.repeat(255), 'k'.repeat(256)) },
      ),
    ),
    'last-event-id': sometimes(fc.constantFrom('1', '0', 'e30', 'abc.def')),
    origin: sometimes(fc.constantFrom('https://example.com', 'null', 'not an origin')),
    accept: sometimes(fc.constantFrom('*/*', 'application/json', 'nonsense')),
  })
  .map((headerValues) => {
    const set = Object.entries(headerValues).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    return Object.fromEntries(set);
  });

const key: fc.Arbitrary<KeyKind> = fc.oneof(
  { weight: 24, arbitrary: fc.constant<KeyKind>('own') },
  { weight: 1, arbitrary: fc.constantFrom<KeyKind>('narrow', 'stranger', 'none', 'nonsense') },
);

const queryValue = (
  schema: JsonObject,
  components: Record<string, JsonObject>,
  name: string,
): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 8, arbitrary: valueOf(schema, components, name) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<unknown>(...STRANGE_STRINGS.filter((text) => text.isWellFormed())),
    },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(...STRANGE_NUMBERS) },
  );

/** How often an endpoint is called: those that make what others need come first. */
const WEIGHTS: Readonly<Record<string, number>> = {
  'projects.create': 4,
  'projects.patchDocument': 5,
  'projects.replaceDocument': 3,
  'files.createUpload': 3,
  'files.upload': 3,
  'runs.create': 4,
  'projects.list': 2,
  'nodeTypes.list': 2,
  'templates.list': 2,
  'templates.createRun': 2,
};

const transfer: fc.Arbitrary<TransferCall> = fc.record({
  endpoint: fc.constant(null),
  url: fc.oneof({ weight: 3, arbitrary: learned('url') }, { weight: 1, arbitrary: learned('picture') }),
  method: fc.constantFrom('right', 'right', 'right', 'PUT', 'GET'),
  bytes: fc.oneof(fc.constant(new Uint8Array(TINY_FILE)), someBytes),
  spoil: fc.oneof(
    { weight: 5, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom('x', '&expires=1', '%00', '../..') },
  ),
});

/** Any call of the endpoint table, valid, nearly valid or garbage. */
export function anyCall(): fc.Arbitrary<FuzzCall> {
  const reference = apiReference();
  const components = reference.components as Record<string, JsonObject>;
  const calls = allEndpoints.map((endpoint) => {
    const operation = reference.operations.find(({ id }) => id === endpoint.id);
    const parameters = operation?.parameters ?? [];
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    const inQuery = parameters.filter((parameter) => parameter.in === 'query');
    const arbitrary: fc.Arbitrary<FuzzCall> = fc.record({
      endpoint: fc.constant(endpoint),
      params: fc.record(Object.fromEntries(inPath.map(({ name }) => [name, param(name)]))),
      query: fc.record(
        Object.fromEntries(inQuery.map(({ name, schema }) => [name, queryValue(schema, components, name)])),
        { requiredKeys: inQuery.filter(({ required }) => required).map(({ name }) => name) },
      ),
      body: bodyOf(endpoint, operation?.request?.schema, components),
      headers,
      key,
    });
    return { weight: WEIGHTS[endpoint.id] ?? 1, arbitrary };
  });
  return fc.oneof(...calls, { weight: 4, arbitrary: transfer });
}
