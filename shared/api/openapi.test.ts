import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints, PatchOperation } from './index.ts';
import { openApiDocument } from './openapi.ts';

type Json = { [key: string]: unknown };
interface Operation {
  operationId: string;
  security: Json[];
  parameters: { $ref?: string; name?: string; in?: string; required?: boolean; schema?: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { content?: Record<string, { schema: Json }>; headers?: Json }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; parameters: Record<string, { name: string }> };
}

const document = openApiDocument() as unknown as Document;
const operations = new Map(
  Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((operation) => [operation.operationId, operation]),
  ),
);
const operationOf = (id: string): Operation => {
  const operation = operations.get(id);
  if (!operation) throw new Error(`No operation ${id}.`);
  return operation;
};
const parameterNames = (id: string) =>
  operationOf(id).parameters.map((parameter) =>
    parameter.$ref ? document.components.parameters[parameter.$ref.split('/').at(-1)!]?.name : parameter.name,
  );
/** The same schema with its references pointing into the validator's store. */
const stored = <T>(schema: T): T =>
  JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', 'api#/$defs/')) as T;
const ajv = () => {
  const made = new Ajv2020({ strict: true, allowUnionTypes: true });
  made.addVocabulary(['discriminator']);
  made.addFormat('binary', true);
  return made.addSchema({ $id: 'api', $defs: stored(document.components.schemas) });
};

describe('the OpenAPI document', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('has no finding of Redocly’s recommended rules', async () => {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(document));
    const manifest = createRequire(import.meta.url).resolve('@redocly/cli/package.json');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        join(dirname(manifest), 'bin/cli.js'),
        'lint',
        file,
        '--format=json',
        // `/files/uploads/{upload_id}` beside `/files/{file_id}/download-url` is the API's own choice.
        '--skip-rule=no-ambiguous-paths',
      ],
      {
        cwd: folder,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    ).catch((error: { stdout: string }) => error);
    const report = JSON.parse(stdout) as { totals: Json; problems: Json[] };
    expect(report.problems).toEqual([]);
    expect(report.totals).toMatchObject({ errors: 0, warnings: 0 });
  });

  it('describes every endpoint of the table and nothing else', () => {
    expect([...operations.keys()].sort()).toEqual(allEndpoints.map((endpoint) => endpoint.id).sort());
  });

  it('holds only schemas that compile, inline ones included', () => {
    const validator = ajv();
    const names = Object.keys(document.components.schemas);
    expect(names.length).toBeGreaterThan(70);
    for (const name of names) {
      expect(validator.getSchema(`api#/$defs/${name}`)).toBeTypeOf('function');
    }
    const inline: Json[] = [...operations.values()].flatMap((operation) => [
      ...operation.parameters.flatMap((parameter) => (parameter.schema ? [parameter.schema] : [])),
      ...Object.values(operation.requestBody?.content ?? {}).map((content) => content.schema),
      ...Object.values(operation.responses).flatMap((response) =>
        Object.values(response.content ?? {}).map((content) => content.schema),
      ),
    ]);
    for (const schema of inline) {
      expect(validator.compile(stored(schema))).toBeTypeOf('function');
    }
  });

  it('lists the patch operations as one union told apart by `op`, and judges as the service does', () => {
    const request = document.components.schemas['PublicProjectDocumentPatchRequest'] as {
      properties: {
        operations: { items: { oneOf: Json[]; discriminator: { propertyName: string; mapping: Json } } };
      };
    };
    const { oneOf, discriminator } = request.properties.operations.items;
    expect(discriminator.propertyName).toBe('op');
    expect(Object.keys(discriminator.mapping).sort()).toEqual([
      'addNode',
      'connect',
      'disconnect',
      'moveNode',
      'removeNode',
      'removeNodeInput',
      'setNodeInput',
      'setNodeTitle',
    ]);
    expect(oneOf).toHaveLength(8);
    const accepts = ajv().getSchema('api#/$defs/PublicProjectDocumentPatchRequest')!;
    const tries: unknown[] = [
      { op: 'connect', from: ['a', 'x'], to: ['b', 'y'] },
      { op: 'connect', from: ['a', 'x', 'z'], to: ['b', 'y'] },
      { op: 'connect', from: ['a'], to: ['b', 'y'] },
      { op: 'setNodeInput', nodeId: 'a', input: 'b', value: { type: 'number', value: 1 } },
      { op: 'moveNode', nodeId: 'a', position: null },
      { op: 'moveNode', nodeId: 'a' },
      { op: 'explode' },
    ];
    const verdicts = tries.map((operation) => accepts({ expectedVersion: 1, operations: [operation] }));
    expect(verdicts).toEqual([true, false, false, true, true, false, false]);
    expect(tries.map((operation) => PatchOperation.safeParse(operation).success)).toEqual(verdicts);
  });

  it('says how bodies and responses travel', () => {
    const file = operationOf('files.upload').requestBody?.content['multipart/form-data']?.schema;
    expect(file).toMatchObject({
      required: ['file'],
      properties: { file: { format: 'binary' }, externalId: { type: 'string' } },
    });
    const types = (id: string, status: string) =>
      Object.keys(operationOf(id).responses[status]?.content ?? {});
    expect(types('runs.streamEvents', '200')).toEqual(['text/event-stream']);
    expect(types('timelines.exportOtio', '200')).toEqual(['application/zip']);
    expect(types('nodeTypes.thumbnail', '200')).toEqual(['image/*']);
    expect(types('projects.delete', '204')).toEqual([]);
    expect(types('runs.create', '202')).toEqual(['application/json']);
  });

  it('names the headers and the credential each endpoint takes', () => {
    expect(parameterNames('runs.create')).toContain('Idempotency-Key');
    expect(parameterNames('runs.get')).not.toContain('Idempotency-Key');
    expect(parameterNames('runs.streamEvents')).toContain('Last-Event-ID');
    for (const id of operations.keys()) expect(parameterNames(id)).toContain('authorization');
    expect(operationOf('runs.create').security).toEqual([{ bearer: ['runs:execute'] }]);
    const open = allEndpoints.filter((endpoint) => operationOf(endpoint.id).security.length === 0);
    expect(open.map((endpoint) => endpoint.id)).toEqual([
      'nodeTypes.thumbnail',
      'storyboards.schema',
      'timelines.schema',
    ]);
  });

  it('gives every endpoint its errors, with the body they carry', () => {
    for (const operation of operations.values()) {
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['422', '429', '503']));
      expect(operation.responses['429']?.headers).toHaveProperty('Retry-After');
    }
    const { responses } = operationOf('projects.patchDocument');
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '403', '404', '409', '422', '429', '503']);
    expect(responses['409']?.content?.['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/PublicApiErrorResponse',
    });
    expect(responses['422']?.content?.['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/HTTPValidationError',
    });
  });

  it('keeps query parameters as values, not as text, with what is required', () => {
    const expires = operationOf('files.downloadUrl').parameters.find(
      ({ name }) => name === 'expiresInSeconds',
    );
    expect(expires).toMatchObject({
      required: false,
      schema: { type: 'integer', minimum: 60, maximum: 86_400 },
    });
    const version = operationOf('projects.delete').parameters.find(({ name }) => name === 'expectedVersion');
    expect(version).toMatchObject({ in: 'query', required: true, schema: { type: 'integer', minimum: 0 } });
  });

  it('is the same each time and says nothing of where it was made', () => {
    expect(openApiDocument()).toEqual(document);
    expect(openApiDocument('http://127.0.0.1:8787')).toMatchObject({
      servers: [{ url: 'http://127.0.0.1:8787' }],
    });
  });
});
