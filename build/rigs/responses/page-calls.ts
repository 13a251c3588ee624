import { randomUUID } from 'node:crypto';
import {
  allEndpoints,
  API_PREFIX,
  buildPath,
  pathParamNames,
  type NamedEndpoint,
} from '#shared/api/index.ts';
import type { Random } from '../random.ts';
import type { CoreUnderTest } from './core-under-test.ts';
import { FILE_ID, NODE_TYPE, PICTURE } from './honest-responses.ts';
import { MediaResponse } from '#shared/desk/index.ts';

/** What pages ask of the core, each call with everything that it leads to. */

/** A call of a page: its name, and what the page gets. */
export interface PageCall {
  name: string;
  run(core: CoreUnderTest, connectionId: string, signal: AbortSignal): Promise<Response>;
}

const IDS: Readonly<Record<string, string>> = { node_type: NODE_TYPE, file_id: FILE_ID };

function endpointCall(endpoint: NamedEndpoint): PageCall {
  const params = Object.fromEntries(
    pathParamNames(endpoint.path).map((name) => [name, IDS[name] ?? `${name}_1`]),
  );
  return {
    name: endpoint.id,
    run(core, connectionId, signal) {
      const headers: Record<string, string> = { 'x-patchbay-accept-cached': '1' };
      let body: string | FormData | null = null;
      if (endpoint.bodyKind === 'json') {
        headers['content-type'] = 'application/json';
        if (endpoint.idempotent) headers['idempotency-key'] = randomUUID();
        body = JSON.stringify(
          endpoint.id === 'projects.patchDocument'
            ? { expectedVersion: 1, operations: [{ op: 'removeNode', nodeId: 'n1' }] }
            : { name: 'a' },
        );
      } else if (endpoint.bodyKind === 'multipart') {
        body = new FormData();
        body.set('file', new Blob(['bytes']), 'a.otio');
      }
      const path = buildPath(endpoint.path, params);
      return core.request(`/api/${connectionId}${API_PREFIX.replace('/api', '')}${path}`, {
        method: endpoint.method,
        headers,
        body,
        signal,
      });
    },
  };
}

const SOURCES = [
  { kind: 'file', fileId: FILE_ID },
  { kind: 'node-type-thumbnail', nodeType: NODE_TYPE },
  { kind: 'project-thumbnail', projectId: 'prj_1' },
] as const;

const post = (value: unknown, signal: AbortSignal): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
  signal,
});

const mediaCall = (source: (typeof SOURCES)[number], variant: 'original' | 'preview'): PageCall => ({
  name: `media ${source.kind} ${variant}`,
  async run(core, connectionId, signal) {
    const named = await core.request(
      '/desk/media',
      post({ connectionId, items: [{ source, variant }] }, signal),
    );
    const { urls } = MediaResponse.parse(await named.json());
    return core.request(urls[0]?.url ?? '', { signal });
  },
});

const additionalCalls: readonly PageCall[] = [
  ...SOURCES.flatMap((source) => [mediaCall(source, 'original'), mediaCall(source, 'preview')]),
  {
    name: 'upload',
    run(core, connectionId, signal) {
      const query = new URLSearchParams({
        connectionId,
        filename: 'a.png',
        sizeBytes: String(PICTURE.byteLength),
      });
      return core.request(`/desk/uploads?${query.toString()}`, {
        method: 'POST',
        headers: { 'content-type': 'image/png' },
        body: PICTURE,
        signal,
      });
    },
  },
  {
    name: 'test of the connection',
    run: (core, connectionId, signal) =>
      core.request('/desk/connections/test', post({ id: connectionId }, signal)),
  },
  {
    name: 'export',
    run: (core, connectionId, signal) =>
      core.request(
        '/desk/exports',
        post(
          { transferId: `transfer_${randomUUID()}`, connectionId, projectId: 'prj_1', media: true },
          signal,
        ),
      ),
  },
  {
    name: 'diagnostics',
    run: (core, _connectionId, signal) => core.request('/desk/diagnostics', { signal }),
  },
  { name: 'status', run: (core, _connectionId, signal) => core.request('/desk/status', { signal }) },
];

const endpointCalls = allEndpoints.filter(({ auth }) => auth !== 'signed').map(endpointCall);

/** Media, uploads and exports lead to several responses each. */
export const pickCall = (random: Random): PageCall =>
  random.pick(random.bool(0.7) ? endpointCalls : additionalCalls);
