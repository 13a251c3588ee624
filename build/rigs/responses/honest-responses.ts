import { z } from 'zod';
import { allEndpoints, type EndpointId, type NamedEndpoint } from '#shared/api/index.ts';
import type { Random } from '../random.ts';

/** Responses as an honest service gives them: made from the schemas of the endpoint table, so that every endpoint has one. */

interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema | boolean;
  prefixItems?: Schema[];
  format?: string;
  pattern?: string;
  minimum?: number;
  minItems?: number;
}

const MAX_DEPTH = 8;
export const NODE_TYPE = 'text/join';
export const FILE_ID = 'file_1.png';
/** A picture of one pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function sample(schema: Schema, root: Schema, random: Random, depth: number): unknown {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return sample(root.$defs?.[name] ?? {}, root, random, depth);
  }
  if ('const' in schema) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return sample(depth > MAX_DEPTH ? choices.at(-1)! : random.pick(choices), root, random, depth);
  if (schema.allOf) {
    return Object.assign(
      {},
      ...schema.allOf.map((subschema) => sample(subschema, root, random, depth)),
    ) as unknown;
  }
  switch (Array.isArray(schema.type) ? random.pick(schema.type) : schema.type) {
    case 'object':
      return sampleObject(schema, root, random, depth);
    case 'array':
      if (schema.prefixItems)
        return schema.prefixItems.map((subschema) => sample(subschema, root, random, depth + 1));
      return Array.from(
        { length: depth > MAX_DEPTH ? 0 : Math.max(schema.minItems ?? 0, random.between(0, 3)) },
        () => sample(typeof schema.items === 'object' ? schema.items : {}, root, random, depth + 1),
      );
    case 'string':
      if (schema.format === 'date-time') return '2026-01-01T00:00:00Z';
      if (schema.pattern?.includes('\\d') === true) return '1000000';
      return random.pick(['a', 'text', NODE_TYPE, 'Ein Text – mit allem']);
    case 'integer':
      return Math.max(schema.minimum ?? 0, random.between(1, 50));
    case 'number':
      return Math.max(schema.minimum ?? 0, random.next() * 10);
    case 'boolean':
      return random.bool(0.5);
    case 'null':
      return null;
    default:
      return random.pick([null, 'anything', 3, { a: 1 }]);
  }
}

function sampleObject(schema: Schema, root: Schema, random: Random, depth: number): Record<string, unknown> {
  const required = new Set(schema.required ?? []);
  const entries = Object.entries(schema.properties ?? {}).filter(
    ([name]) => required.has(name) || (depth <= MAX_DEPTH && random.bool(0.7)),
  );
  return Object.fromEntries(
    entries.map(([name, subschema]) => [name, sample(subschema, root, random, depth + 1)]),
  );
}

const schemas = new Map<EndpointId, Schema>(
  allEndpoints.flatMap(({ id, response }): [EndpointId, Schema][] =>
    response
      ? [[id, z.toJSONSchema(response, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema]]
      : [],
  ),
);

/** @param origin of the service, for the addresses that it gives. */
export function validResponse({ id }: NamedEndpoint, origin: string, random: Random): unknown {
  const schema = schemas.get(id);
  const response = schema ? sample(schema, schema, random, 0) : null;
  return withValidUrls(id, response, origin);
}

/** What steps of one piece of work have to agree about. */
function withValidUrls(id: EndpointId, response: unknown, origin: string): unknown {
  if (typeof response !== 'object' || response === null) return response;
  const file = {
    fileId: FILE_ID,
    filename: 'a.png',
    contentType: 'image/png',
    sizeBytes: PICTURE.byteLength,
  };
  const signed = `${origin}/signed/${FILE_ID}?signature=s`;
  const list = { hasMore: false, nextCursor: null };
  switch (id) {
    case 'files.get':
    case 'files.upload':
    case 'files.completeUpload':
      return { ...response, ...file };
    case 'files.downloadUrl':
      return { ...response, fileId: FILE_ID, downloadUrl: signed };
    case 'files.createUpload':
      return {
        ...response,
        uploadId: 'upl_1',
        fileId: FILE_ID,
        storageMethod: 'single_part',
        upload: { method: 'PUT', url: signed, headers: { 'content-type': 'image/png' } },
        parts: null,
      };
    case 'projects.get':
      return { ...response, id: 'prj_1', thumbnailUrl: signed };
    case 'nodeTypes.list':
      return { data: [{ type: NODE_TYPE, title: 'Join', thumbnailUrl: signed }], ...list };
    default:
      return 'hasMore' in response ? { ...response, ...list } : response;
  }
}
