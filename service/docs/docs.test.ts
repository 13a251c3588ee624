import { describe, expect, it } from 'vitest';
import { allEndpoints, API_PREFIX, pathParamNames } from '#shared/api/index.ts';
import { validateStoryboard } from '#shared/storyboard/index.ts';
import { validateTimeline } from '#shared/timeline/index.ts';
import { bodyExamples } from './body-examples.ts';
import { requestCollection } from './collection.ts';
import { exampleOf, schemasUsed, typeText } from './json-schema.ts';
import { apiReference } from './operations.ts';
import { llmsFullText, llmsText } from './reference-text.ts';

const reference = apiReference();
const ids = allEndpoints.map((endpoint) => endpoint.id);
const queryNames = (endpoint: (typeof allEndpoints)[number]): string[] =>
  endpoint.query ? Object.keys((endpoint.query as unknown as { shape: object }).shape) : [];

describe('the reference', () => {
  it('has the operations of the endpoint table, in its order', () => {
    expect(reference.operations.map((operation) => operation.id)).toEqual(ids);
  });

  it('shows examples that the endpoint accepts, and none for endpoints that are gone', () => {
    expect(ids).toEqual(expect.arrayContaining(Object.keys(bodyExamples)));
    for (const endpoint of allEndpoints) {
      if (endpoint.bodyKind !== 'json' || !endpoint.body) continue;
      const example = reference.operations.find(({ id }) => id === endpoint.id)?.request?.example;
      expect([endpoint.id, endpoint.body.safeParse(example).error?.message]).toEqual([
        endpoint.id,
        undefined,
      ]);
    }
  });
});

describe('the examples of documents', () => {
  const documents = Object.values(bodyExamples).flatMap((example) => {
    const { document } = example as { document?: { serviceType?: string } };
    return document?.serviceType === undefined ? [] : [document];
  });

  it.each(documents)('are valid ($serviceType)', (document) => {
    const check = document.serviceType === 'timeline' ? validateTimeline : validateStoryboard;
    expect(check(document)).toMatchObject({ document: { name: 'Opening' } });
  });
});

describe('schemas as text and as examples', () => {
  const components = {
    Point: {
      type: 'object',
      properties: { x: { type: 'number' }, label: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      required: ['x'],
    },
    Line: { type: 'array', items: { $ref: '#/components/schemas/Point' } },
  };

  it('writes types as TypeScript does', () => {
    expect(typeText(components.Point)).toBe('{ x: number; label?: string | null }');
    expect(typeText(components.Line)).toBe('Point[]');
    expect(typeText({ type: ['array', 'null'], items: { type: 'string' } })).toBe('string[] | null');
    expect(typeText({ type: 'array', items: { enum: ['a', 'b'] } })).toBe('("a" | "b")[]');
    expect(typeText({ type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] })).toBe(
      '[string, integer]',
    );
    expect(typeText({ type: 'object', additionalProperties: { type: 'integer' } })).toBe(
      '{ [name: string]: integer }',
    );
  });

  it('makes examples of what is required, through references', () => {
    expect(exampleOf(components.Line, components)).toEqual([{ x: 1 }]);
    expect(schemasUsed({ schema: { $ref: '#/components/schemas/Line' } }, components)).toEqual([
      'Line',
      'Point',
    ]);
  });
});

describe('the request collection', () => {
  const collection = requestCollection(reference, 'http://service.test');
  const items = collection.item.flatMap((folder) => folder.item);

  it('has one request an endpoint, with its method, path, query and credential', () => {
    expect(items.map(({ id }) => id).sort()).toEqual([...ids].sort());
    for (const endpoint of allEndpoints) {
      const { request } = items.find(({ id }) => id === endpoint.id)!;
      const path = `${API_PREFIX}${endpoint.path}`.replaceAll(/\{(\w+)\}/g, ':$1').slice(1);
      expect([endpoint.id, request.method, request.url.path.join('/')]).toEqual([
        endpoint.id,
        endpoint.method,
        path,
      ]);
      expect(request.url.raw.split('?')[0]).toBe(`{{baseUrl}}/${path}`);
      expect(request.url.variable.map(({ key }) => key)).toEqual(pathParamNames(endpoint.path));
      expect(request.url.query.map(({ key }) => key)).toEqual(queryNames(endpoint));
      expect(request.auth?.type).toBe(endpoint.auth === 'key' ? undefined : 'noauth');
      expect(request.header.some(({ key }) => key === 'Idempotency-Key')).toBe(endpoint.idempotent);
      expect(request.body?.mode).toBe(
        { none: undefined, json: 'raw', multipart: 'formdata' }[endpoint.bodyKind],
      );
    }
  });

  it('names its format and leaves the key to its user', () => {
    expect(collection.info.schema).toMatch(/v2\.1\.0\/collection\.json$/);
    expect(collection.variable).toEqual([
      { key: 'baseUrl', value: 'http://service.test', type: 'string' },
      { key: 'apiKey', value: '', type: 'string' },
    ]);
    expect(collection.item.map(({ name }) => name)).toEqual([
      ...new Set(allEndpoints.map((endpoint) => endpoint.tag)),
    ]);
  });
});

describe('the texts', () => {
  const short = llmsText(reference);
  const full = llmsFullText(reference);

  it('name every endpoint of the table and no other', () => {
    const expected = allEndpoints.map(({ method, path, id }) => `\`${method} ${API_PREFIX}${path}\` (${id})`);
    expect(short.match(/`[A-Z]+ \/api\/v1\S+` \(\S+\)/g)?.sort()).toEqual(expected.sort());
    const sections = full.slice(0, full.indexOf('\n## Schemas')).match(/(?<=^### ).+$/gm);
    expect(sections?.sort()).toEqual([...ids].sort());
  });

  it('tell every parameter, every field of every schema and every error', () => {
    const schemas = full.slice(full.indexOf('\n## Schemas'));
    expect(schemas.match(/(?<=^### ).+$/gm)).toEqual(Object.keys(reference.components));
    for (const operation of reference.operations) {
      const start = full.indexOf(`### ${operation.id}\n`);
      const section = full.slice(start, full.indexOf('\n### ', start + 1));
      const endpoint = allEndpoints.find(({ id }) => id === operation.id)!;
      const names = [...pathParamNames(endpoint.path), ...queryNames(endpoint)];
      for (const name of names) expect(section).toContain(` \`${name}\` (`);
      // What every endpoint may answer is told once for all.
      const own = Object.keys(endpoint.errors).filter((status) => status !== '503');
      for (const status of own) expect(section).toContain(`- ${status}: `);
      expect(section).toContain(endpoint.scope ?? '- Access: ');
      for (const name of operation.schemas) expect(schemas).toContain(`### ${name}\n`);
    }
  });

  it('begin as llms.txt files do: a title, a summary, sections of links', () => {
    expect(short).toMatch(/^# .+\n\n> .+\n\n/);
    expect(short.match(/\]\((\/api\/v1\/[\w.-]+)\)/g)).toHaveLength(5);
  });
});
