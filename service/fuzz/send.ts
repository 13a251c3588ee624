import { API_PREFIX, pathParamNames, SLASHED_PARAMS } from '#shared/api/index.ts';
import type { KeyKind, FuzzCall, FuzzBody, EndpointCall } from './calls.ts';
import { RelativeVersion, Learned, type Pools } from './pools.ts';
import { mutate } from './values.ts';

/** Turning planned calls into requests, with what is known by now. */

const ORIGIN = 'http://service.test';
/** Signed addresses that bytes are sent to. */
const UPLOADS = /\/storage\/uploads\//;

/** Puts what was learned in the places left for it. */
function resolve(value: unknown, pools: Pools, project: string): unknown {
  if (value instanceof Learned) return pools.pick(value);
  if (value instanceof RelativeVersion) return pools.version(project) + value.offset;
  if (Array.isArray(value)) return value.map((entry) => resolve(entry, pools, project));
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) {
    // A key `__proto__` must arrive as a key.
    Object.defineProperty(copy, key, {
      value: resolve(entry, pools, project),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return copy;
}

function pathOf(call: EndpointCall, params: Record<string, string>): string {
  let { path } = call.endpoint;
  for (const name of pathParamNames(path)) {
    const value = params[name] ?? '';
    const encoded = SLASHED_PARAMS.has(name)
      ? value.split('/').map(encodeURIComponent).join('/')
      : encodeURIComponent(value);
    path = path.replace(`{${name}}`, () => encoded);
  }
  return `${API_PREFIX}${path}`;
}

function queryOf(query: Record<string, unknown>, pools: Pools, project: string): string {
  const entries = Object.entries(query).map(([name, value]): [string, string] => {
    const resolved = resolve(value, pools, project);
    return [name, typeof resolved === 'string' ? resolved : JSON.stringify(resolved)];
  });
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}

function bodyOf(
  body: FuzzBody,
  pools: Pools,
  project: string,
): { body?: RequestInit['body']; contentType?: string } {
  switch (body.kind) {
    case 'none':
      return {};
    case 'raw':
      return { body: body.bytes, contentType: body.contentType };
    case 'json': {
      let value = resolve(body.value, pools, project);
      for (const mutation of body.mutations) value = mutate(value, mutation);
      return { body: JSON.stringify(value) ?? '', contentType: 'application/json' };
    }
    case 'form': {
      const form = new FormData();
      for (const [name, text] of Object.entries(body.fields)) form.append(name, text);
      if (body.file !== null) form.append('file', new Blob([body.file]), body.filename);
      return { body: form };
    }
    default:
      return body satisfies never;
  }
}

/** A template run and an endpoint are found below their own parents only. */
function keepFamilies(call: EndpointCall, params: Record<string, string>, pools: Pools): void {
  for (const [child, parent] of [
    ['task_id', 'endpoint_id'],
    ['endpoint_id', 'template_id'],
  ] as const) {
    if (!(call.params[child] instanceof Learned) || !(call.params[parent] instanceof Learned)) continue;
    const owner = pools.parentOf(params[child] ?? '');
    if (owner !== undefined) params[parent] = owner;
  }
}

/**
 * Makes the request of a call.
 * @returns null when a text of the call cannot travel in a request at all.
 */
export function requestOf(
  call: FuzzCall,
  pools: Pools,
  keys: Readonly<Record<KeyKind, string | null>>,
): Request | null {
  if (call.endpoint === null) {
    const url = `${String(resolve(call.url, pools, ''))}${call.spoil}`;
    if (!URL.canParse(url)) return null;
    const right = UPLOADS.test(url) ? 'PUT' : 'GET';
    const method = call.method === 'right' ? right : call.method;
    return new Request(url, { method, ...(method === 'PUT' && { body: call.bytes }) });
  }
  const params = Object.fromEntries(
    Object.entries(call.params).map(([name, value]) => [name, String(resolve(value, pools, ''))]),
  );
  keepFamilies(call, params, pools);
  const project = params['project_id'] ?? pools.pick(new Learned('project', 0));
  const { body, contentType } = bodyOf(call.body, pools, project);
  const headers = new Headers(call.headers);
  if (contentType !== undefined) headers.set('content-type', contentType);
  const key = keys[call.key];
  if (key !== null && call.endpoint.auth === 'key') headers.set('authorization', `Bearer ${key}`);
  const url = `${ORIGIN}${pathOf(call, params)}${queryOf(call.query, pools, project)}`;
  return new Request(url, { method: call.endpoint.method, headers, ...(body !== undefined && { body }) });
}
