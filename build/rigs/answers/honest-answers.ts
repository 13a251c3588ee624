import { z } from 'zod';
import { allEndpoints, type EndpointId, type ListedEndpoint } from '#shared/api/index.ts';
import type { Chance } from '../chance.ts';

/** Answers as an honest service gives them: made from the schemas of the endpoint table, so that every endpoint has one. */

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

function sample(schema: Schema, root: Schema, chance: Chance, depth: number): unknown {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return sample(root.$defs?.[name] ?? {}, root, chance, depth);
  }
  if ('const' in schema) return schema.const;
  if (schema.enum) return chance.pick(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return sample(depth > MAX_DEPTH ? choices.at(-1)! : chance.pick(choices), root, chance, depth);
  if (schema.allOf) {
    return Object.assign({}, ...schema.allOf.map((part) => sample(part, root, chance, depth))) as unknown;
  }
  switch (Array.isArray(schema.type) ? chance.pick(schema.type) : schema.type) {
    case 'object':
      return sampleObject(schema, root, chance, depth);
    case 'array':
      if (schema.prefixItems) return schema.prefixItems.map((part) => sample(part, root, chance, depth + 1));
      return Array.from(
        { length: depth > MAX_DEPTH ? 0 : Math.max(schema.minItems ?? 0, chance.between(0, 3)) },
        () => sample(typeof schema.items === 'object' ? schema.items : {}, root, chance, depth + 1),
      );
    case 'string':
      if (schema.format === 'date-time') return '2026-01-01T00:00:00Z';
      if (schema.pattern?.includes('\\d') === true) return '1000000';
      return chance.pick(['a', 'text', NODE_TYPE, 'Ein Text – mit allem']);
    case 'integer':
      return Math.max(schema.minimum ?? 0, chance.between(1, 50));
    case 'number':
      return Math.max(schema.minimum ?? 0, chance.next() * 10);
    case 'boolean':
      return chance.isLikely(0.5);
    case 'null':
      return null;
    default:
      return chance.pick([null, 'anything', 3, { a: 1 }]);
  }
}

function sampleObject(schema: Schema, root: Schema, chance: Chance, depth: number): Record<string, unknown> {
  const required = new Set(schema.required ?? []);
  const entries = Object.entries(schema.properties ?? {}).filter(
    ([name]) => required.has(name) || (depth <= MAX_DEPTH && chance.isLikely(0.7)),
  );
  return Object.fromEntries(entries.map(([name, part]) => [name, sample(part, root, chance, depth + 1)]));
}

const schemas = new Map<EndpointId, Schema>(
  allEndpoints.flatMap(({ id, response }): [EndpointId, Schema][] =>
    response
      ? [[id, z.toJSONSchema(response, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema]]
      : [],
  ),
);

/** @param origin of the service, for the addresses that it gives. */
export function honestAnswer({ id }: ListedEndpoint, origin: string, chance: Chance): unknown {
  const schema = schemas.get(id);
  const answer = schema ? sample(schema, schema, chance, 0) : null;
  return withKnownPlaces(id, answer, origin);
}

/** What steps of one piece of work have to agree about. */
function withKnownPlaces(id: EndpointId, answer: unknown, origin: string): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
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
      return { ...answer, ...file };
    case 'files.downloadUrl':
      return { ...answer, fileId: FILE_ID, downloadUrl: signed };
    case 'files.createUpload':
      return {
        ...answer,
        uploadId: 'upl_1',
        fileId: FILE_ID,
        storageMethod: 'single_part',
        upload: { method: 'PUT', url: signed, headers: { 'content-type': 'image/png' } },
        parts: null,
      };
    case 'projects.get':
      return { ...answer, id: 'prj_1', thumbnailUrl: signed };
    case 'nodeTypes.list':
      return { data: [{ type: NODE_TYPE, title: 'Join', thumbnailUrl: signed }], ...list };
    default:
      return 'hasMore' in answer ? { ...answer, ...list } : answer;
  }
}
