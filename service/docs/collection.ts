import type { ApiReference, OperationDoc, ParameterDoc } from './operations.ts';

/** The API as a Postman collection (format 2.1): a folder a tag, a request an endpoint. */

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Headers that the collection itself sends (`authorization`) or that people seldom set by hand. */
const ADDED_BY_AUTH = 'authorization';

interface CollectionRequest {
  method: string;
  header: { key: string; value: string; description: string; disabled?: boolean }[];
  auth?: { type: 'noauth' };
  url: {
    raw: string;
    host: string[];
    path: string[];
    query: { key: string; value: string; description: string; disabled: boolean }[];
    variable: { key: string; value: string; description: string }[];
  };
  body?:
    | { mode: 'raw'; raw: string; options: { raw: { language: 'json' } } }
    | { mode: 'formdata'; formdata: { key: string; type: 'file' | 'text'; disabled?: boolean }[] };
  description: string;
}

interface CollectionItem {
  /** The operation id. */
  id: string;
  name: string;
  request: CollectionRequest;
}

export interface RequestCollection {
  info: { name: string; description: string; version: string; schema: string };
  auth: { type: 'bearer'; bearer: { key: 'token'; value: string; type: 'string' }[] };
  variable: { key: string; value: string; type: 'string' }[];
  item: { name: string; description: string; item: CollectionItem[] }[];
}

/** @param origin origin of the service, without the API prefix. */
export function requestCollection(reference: ApiReference, origin: string): RequestCollection {
  return {
    info: {
      name: reference.title,
      description: `${reference.description}\n\nSet the variable \`apiKey\` to a key of your account.`,
      version: reference.version,
      schema: SCHEMA,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: origin, type: 'string' },
      { key: 'apiKey', value: '', type: 'string' },
    ],
    item: reference.tags.map(({ name, description }) => ({
      name,
      description,
      item: reference.operations
        .filter((operation) => operation.tag === name)
        .map((operation) => ({
          id: operation.id,
          name: operation.summary,
          request: requestOf(operation),
        })),
    })),
  };
}

function requestOf(operation: OperationDoc): CollectionRequest {
  const { parameters, request } = operation;
  const parametersIn = (location: ParameterDoc['in']) =>
    parameters.filter((parameter) => parameter.in === location);
  const path = operation.path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => segment.replace(/^\{(\w+)\}$/, ':$1'));
  const query = parametersIn('query');
  const raw = `{{baseUrl}}/${path.join('/')}`;
  const needed = query.filter(({ required }) => required).map(({ name }) => `${name}=`);
  return {
    method: operation.method,
    header: [
      ...(request?.contentType === 'application/json'
        ? [{ key: 'Content-Type', value: 'application/json', description: '' }]
        : []),
      ...parametersIn('header')
        .filter(({ name }) => name !== ADDED_BY_AUTH)
        .map(({ name, description }) => ({ key: name, value: '', description, disabled: true })),
    ],
    ...(operation.auth !== 'key' && { auth: { type: 'noauth' as const } }),
    url: {
      raw: needed.length > 0 ? `${raw}?${needed.join('&')}` : raw,
      host: ['{{baseUrl}}'],
      path,
      query: query.map(({ name, description, required }) => ({
        key: name,
        value: '',
        description,
        disabled: !required,
      })),
      variable: parametersIn('path').map(({ name, description }) => ({ key: name, value: '', description })),
    },
    ...(request && { body: bodyOf(request) }),
    description: operation.description,
  };
}

function bodyOf(request: NonNullable<OperationDoc['request']>): NonNullable<CollectionRequest['body']> {
  if (request.contentType === 'application/json') {
    return {
      mode: 'raw',
      raw: JSON.stringify(request.example, null, 2),
      options: { raw: { language: 'json' } },
    };
  }
  const fields = Object.keys(request.schema['properties'] ?? {});
  return {
    mode: 'formdata',
    formdata: fields.map((key) =>
      key === 'file' ? { key, type: 'file' } : { key, type: 'text', disabled: true },
    ),
  };
}
