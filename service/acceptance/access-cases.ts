import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  allEndpoints,
  API_PREFIX,
  buildPath,
  pathParamNames,
  type AnyEndpoint,
  type EndpointId,
} from '#shared/api/index.ts';
import { TestService, scopesExcept, type Transport } from './harness.ts';

/** Keys, scopes, origins, limits and routing, for every row of the endpoint table. */
export function describeAccess(transport: Transport): void {
  describe('access', () => {
    let service: TestService;
    beforeAll(async () => {
      service = await TestService.open(transport);
    });
    afterAll(() => service.close());

    const closed = allEndpoints.filter((endpoint) => endpoint.auth === 'key');
    const idsOf = (endpoints: readonly AnyEndpoint[]) =>
      endpoints.map((endpoint) => endpoint.id as EndpointId);

    it.each(idsOf(allEndpoints.filter((endpoint) => endpoint.auth !== 'key')))(
      '%s asks for no key',
      async (id) => {
        expect((await service.call(id, { key: null })).status).not.toBe(401);
      },
    );

    it.each(idsOf(closed))('%s asks for a key', async (id) => {
      const none = await service.refused(id, 401, { key: null });
      const unknown = await service.refused(id, 401, { key: 'pb_unknown' });
      expect([none.code, unknown.code]).toEqual(['UNAUTHORIZED', 'UNAUTHORIZED']);
    });

    it.each(closed.flatMap(({ id, scope }) => (scope ? [[id, scope] as const] : [])))(
      '%s asks for the scope %s',
      async (id, scope) => {
        const error = await service.refused(id, 403, {
          key: await service.newKey({ scopes: scopesExcept(scope) }),
        });
        expect(error).toMatchObject({ code: 'MISSING_SCOPE', details: { requiredScope: scope } });
        const enough = await service.call(id, { key: await service.newKey({ scopes: [scope] }) });
        expect([401, 403]).not.toContain(enough.status);
      },
    );

    it.each(idsOf(closed.filter((endpoint) => endpoint.scope === null)))('%s takes any key', async (id) => {
      const reply = await service.call(id, {
        key: await service.newKey({ scopes: ['account_credits:read'] }),
      });
      expect([401, 403]).not.toContain(reply.status);
    });

    it('refuses malformed, expired and revoked keys', async () => {
      for (const authorization of ['Basic abc', 'Bearer', 'Bearer a b', service.key]) {
        await service.refused('projects.list', 401, { key: null, headers: { authorization } });
      }
      const brief = await service.newKey({ expiresInSeconds: 60 });
      await service.ok('projects.list', { key: brief });
      service.clockOffsetMs = 61_000;
      const expired = await service.refused('projects.list', 401, { key: brief });
      expect(expired.message).toContain('expired');
      service.clockOffsetMs = 0;
      const revoked = await service.newKey({});
      await service.ok('projects.list', { key: revoked });
      expect(await service.revoke(revoked)).toBe(true);
      await service.refused('projects.list', 401, { key: revoked });
    });

    it('keeps no key in clear', async () => {
      const rows = await service.context.db.all('SELECT * FROM api_keys');
      expect(JSON.stringify(rows)).not.toContain(service.key);
    });

    it('answers unknown paths 404 and wrong methods 405 with Allow', async () => {
      const headers = { authorization: `Bearer ${service.key}` };
      const unknown = await service.raw(`${API_PREFIX}/nothing-here`, { headers });
      expect(unknown.status).toBe(404);
      for (const endpoint of allEndpoints) {
        const path =
          API_PREFIX +
          buildPath(endpoint.path, {
            project_id: 'p',
            node_id: 'n',
            node_type: 'a/b',
            file_id: 'f',
            upload_id: 'u',
            run_id: 'r',
            template_id: 't',
            endpoint_id: 'e',
            task_id: 'k',
          });
        const response = await service.raw(path, { method: 'OPTIONS', headers });
        expect([path, response.status]).toEqual([path, 405]);
        expect(response.headers.get('allow')).toContain(endpoint.method);
      }
    });

    it('echoes the request id in header and error body', async () => {
      const reply = await service.call('projects.get', { headers: { 'x-request-id': 'my-id-1' } });
      expect(reply.status).toBe(404);
      expect(reply.headers.get('x-request-id')).toBe('my-id-1');
      expect(reply.error?.requestId).toBe('my-id-1');
    });

    it('takes a browser app key from its origins only', async () => {
      const key = await service.newKey({ origins: ['https://app.example'] });
      const good = await service.call('projects.list', { key, headers: { origin: 'https://app.example' } });
      expect(good.status).toBe(200);
      expect(good.headers.get('access-control-allow-origin')).toBe('https://app.example');
      await service.refused('projects.list', 403, { key });
      await service.refused('projects.list', 403, { key, headers: { origin: 'https://evil.example' } });
      const backend = await service.call('projects.list', { headers: { origin: 'https://app.example' } });
      expect(backend.headers.get('access-control-allow-origin')).toBeNull();
    });

    it('answers preflights from registered origins, and from no other', async () => {
      await service.newKey({ origins: ['https://pre.example'] });
      const preflight = (origin: string) =>
        service.raw(`${API_PREFIX}/projects`, {
          method: 'OPTIONS',
          headers: { origin, 'access-control-request-method': 'POST' },
        });
      const good = await preflight('https://pre.example');
      expect(good.status).toBe(204);
      expect(good.headers.get('access-control-allow-methods')).toContain('POST');
      expect(good.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization');
      const rejectedPreflight = await preflight('https://other.example');
      expect(rejectedPreflight.status).toBe(403);
      expect(rejectedPreflight.headers.get('access-control-allow-origin')).toBeNull();
    });

    it('keeps accounts apart for every kind of thing', async () => {
      const foreignAccountKey = await service.newKey({ account: 'stranger' });
      const project = await service.createProject();
      const upload = await service.ok('files.createUpload', { body: { filename: 'a.txt', sizeBytes: 3 } });
      const form = new FormData();
      form.set('file', new Blob(['abc'], { type: 'text/plain' }), 'a.txt');
      const file = await service.ok('files.upload', { body: form });
      const run = await service.ok('runs.create', {
        body: { graph: { nodes: [{ id: 'a', type: 'input/text', inputs: {} }], connections: [] } },
      });
      await service.engine.whenIdle();
      const [template] = (await service.ok('templates.list', { query: { hasEndpoint: true } })).data;
      const called = {
        template_id: template!.templateId,
        endpoint_id: template!.endpoints![0]!.endpointId,
      };
      const { taskId } = await service.ok('templates.createRun', { params: called, body: {} });
      await service.engine.whenIdle();
      const params = {
        project_id: project.id,
        node_id: 'a',
        upload_id: upload.uploadId,
        file_id: file.fileId,
        run_id: run.id,
        ...called,
        task_id: taskId,
      };
      const graph = { nodes: [], connections: [] };
      const bodies: Partial<Record<EndpointId, unknown>> = {
        'projects.update': { expectedVersion: 1, name: 'x' },
        'projects.updateMetadata': { expectedVersion: 1, name: 'x' },
        'projects.replaceDocument': { expectedVersion: 1, document: { graph } },
        'projects.patchDocument': { expectedVersion: 1, operations: [] },
        'runs.applyToProject': { expectedVersion: 1 },
        'storyboards.replace': {
          expectedVersion: 1,
          document: { serviceType: 'storyboard', version: 1, sequences: [] },
        },
        'timelines.replace': {
          expectedVersion: 1,
          document: { serviceType: 'timeline', version: 1, timeline: { clips: [], tracks: [] } },
        },
      };
      // Every row with an id in its path; aborting what is not there is no error, and node types are everybody's.
      const excludedIds = new Set<EndpointId>(['files.abortUpload', 'nodeTypes.get']);
      const owned = idsOf(closed.filter(({ path }) => pathParamNames(path).length > 0)).filter(
        (id) => !excludedIds.has(id),
      );
      expect(owned.length).toBeGreaterThan(28);
      for (const id of owned) {
        const options = {
          key: foreignAccountKey,
          params,
          ...(bodies[id] === undefined ? {} : { body: bodies[id] }),
          ...(id === 'projects.delete' ? { query: { expectedVersion: 1 } } : {}),
        };
        await service.refused(id, 404, options);
      }
      await service.ok('files.abortUpload', { key: foreignAccountKey, params });
      const list = await service.ok('projects.list', { key: foreignAccountKey });
      expect(list.data.map((entry) => entry.id)).not.toContain(project.id);
      // The stranger's abort was of nothing: the session still takes its bytes.
      const url = upload.upload?.url ?? '';
      expect((await service.raw(url, { method: 'PUT', body: 'abc' })).status).toBe(200);
    });
  });

  describe('rate limits', () => {
    it('limits a key, tells when to come back, and lets it in then', async () => {
      const service = await TestService.open(transport, { rateLimit: 5 });
      try {
        const started = service.context.now();
        for (let i = 0; i < 5; i += 1) await service.ok('projects.list');
        const limited = await service.call('projects.list');
        expect(limited.status).toBe(429);
        expect(limited.error?.code).toBe('RATE_LIMITED');
        const wait = Number(limited.headers.get('retry-after'));
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(60);
        // Another key of the account has a limit of its own.
        await service.ok('projects.list', { key: await service.newKey({}) });
        service.clockOffsetMs = wait * 1000 + (service.context.now() - started);
        await service.ok('projects.list');
      } finally {
        await service.close();
      }
    });

    it('limits an address before it looks at keys', async () => {
      const service = await TestService.open(transport, { rateLimit: 2 });
      try {
        for (let i = 0; i < 8; i += 1) await service.refused('projects.list', 401, { key: 'pb_wrong' });
        const limited = await service.refused('projects.list', 429, { key: 'pb_wrong' });
        expect(limited.code).toBe('RATE_LIMITED');
      } finally {
        await service.close();
      }
    });
  });
}
