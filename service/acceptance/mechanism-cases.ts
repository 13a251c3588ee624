import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '#shared/api/index.ts';
import { TestService, textNode, type Transport } from './harness.ts';

/** What every endpoint shares: idempotent replay, bodies, and the catalog that comes from the registry. */
export function describeMechanisms(transport: Transport): void {
  describe('idempotency', () => {
    let service: TestService;
    beforeAll(async () => {
      service = await TestService.open(transport);
    });
    afterAll(() => service.close());

    const keyed = (key: string) => ({ 'idempotency-key': key });
    const count = async () => (await service.ok('projects.list', { query: { search: 'keyed' } })).data.length;

    it('replays the response of a retry, also after a restart, and keeps no second effect', async () => {
      const before = await count();
      const options = { body: { name: 'keyed one' }, headers: keyed('k1') };
      const first = await service.call('projects.create', options);
      const second = await service.call('projects.create', options);
      await service.restart();
      const third = await service.call('projects.create', options);
      for (const replayed of [second, third]) {
        expect(replayed.status).toBe(201);
        expect(replayed.text).toBe(first.text);
        expect(replayed.headers.get('idempotency-replayed')).toBe('true');
      }
      expect(await count()).toBe(before + 1);
    });

    it('counts key order in a body as the same request, and anything else as another', async () => {
      const headers = keyed('k2');
      await service.ok('projects.create', { headers, body: '{"name":"keyed two","externalId":"a"}' });
      await service.ok('projects.create', { headers, body: '{"externalId":"a","name":"keyed two"}' });
      const conflict = await service.refused('projects.create', 409, {
        headers,
        body: { name: 'keyed two', externalId: 'b' },
      });
      expect(conflict.code).toBe('IDEMPOTENCY_CONFLICT');
      await service.refused('files.createUpload', 409, { headers, body: { filename: 'a', sizeBytes: 1 } });
      // Keys belong to the account.
      await service.ok('projects.create', {
        headers,
        body: { name: 'elsewhere' },
        key: await service.newKey({ account: 'somebody' }),
      });
    });

    it('lets concurrent duplicates wait for the first response', async () => {
      const before = await count();
      const responses = await Promise.all(
        Array.from({ length: 8 }, () =>
          service.call('projects.create', { body: { name: 'keyed three' }, headers: keyed('k3') }),
        ),
      );
      expect(new Set(responses.map((reply) => reply.text)).size).toBe(1);
      expect(responses.every((reply) => reply.status === 201)).toBe(true);
      expect(await count()).toBe(before + 1);
    });

    it('replays document writes although the version has moved on, and saves no refusals', async () => {
      const { id } = await service.createProject();
      const params = { project_id: id };
      const body = { expectedVersion: 1, operations: [{ op: 'addNode', node: textNode('a') }] };
      const first = await service.call('projects.patchDocument', { params, body, headers: keyed('k4') });
      await service.ok('projects.patchDocument', {
        params,
        body: { expectedVersion: 2, operations: [{ op: 'removeNode', nodeId: 'a' }] },
      });
      const replayed = await service.call('projects.patchDocument', { params, body, headers: keyed('k4') });
      expect(replayed.text).toBe(first.text);
      const early = { expectedVersion: 4, operations: [] };
      await service.refused('projects.patchDocument', 409, { params, body: early, headers: keyed('k5') });
      await service.ok('projects.patchDocument', { params, body: { expectedVersion: 3, operations: [] } });
      await service.ok('projects.patchDocument', { params, body: early, headers: keyed('k5') });
    });

    it('gives the same reservation and URL to a repeated upload session', async () => {
      const options = { body: { filename: 'a.bin', sizeBytes: 10 }, headers: keyed('k6') };
      const first = await service.ok('files.createUpload', options);
      expect(await service.ok('files.createUpload', options)).toEqual(first);
      await service.restart();
      const resumedSession = await service.ok('files.createUpload', options);
      expect(resumedSession.uploadId).toBe(first.uploadId);
      const uploadResponse = await service.raw(resumedSession.upload?.url ?? '', {
        method: 'PUT',
        body: 'ten bytes!',
      });
      expect(uploadResponse.status).toBe(200);
    });

    it('knows a form again by its content, not by its boundary', async () => {
      const form = (content: string) => {
        const formData = new FormData();
        formData.set('file', new Blob([content], { type: 'text/plain' }), 'n.txt');
        return formData;
      };
      const headers = keyed('k7');
      const first = await service.ok('files.upload', { body: form('one'), headers });
      expect(await service.ok('files.upload', { body: form('one'), headers })).toEqual(first);
      await service.refused('files.upload', 409, { body: form('two'), headers });
    });

    it('forgets after a day', async () => {
      const options = { body: { name: 'keyed late' }, headers: keyed('k8') };
      const first = await service.ok('projects.create', options);
      service.clockOffsetMs = 25 * 3_600_000;
      const second = await service.ok('projects.create', options);
      service.clockOffsetMs = 0;
      expect(second.id).not.toBe(first.id);
    });

    it('refuses a key that is no key', async () => {
      const error = await service.refused('projects.create', 422, {
        body: {},
        headers: keyed('x'.repeat(256)),
      });
      expect(error.code).toBe('VALIDATION_ERROR');
    });
  });

  describe('bodies', () => {
    let service: TestService;
    beforeAll(async () => {
      service = await TestService.open(transport);
    });
    afterAll(() => service.close());

    const post = async (body: BodyOf, contentType = 'application/json') => {
      const response = await service.raw(`${API_PREFIX}/projects`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.key}`, 'content-type': contentType },
        body,
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    type BodyOf = string | Buffer<ArrayBuffer>;

    it('refuses what is no JSON, not UTF-8, too deep or too large', async () => {
      expect((await post('{"name":')).status).toBe(422);
      expect((await post('')).status).toBe(422);
      expect((await post('[]')).status).toBe(422);
      expect((await post('{}', 'text/plain')).status).toBe(422);
      expect((await post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).status).toBe(422);
      const deep = `{"metadata":{"a":${'['.repeat(200)}${']'.repeat(200)}}}`;
      expect((await post(deep)).status).toBe(422);
      expect((await post(`{"name":"${'['.repeat(400)}"}`)).status).toBe(201);
      expect((await post(`{"name":"${'a'.repeat(17 * 1024 * 1024)}"}`)).status).toBe(413);
    });

    it('never merges __proto__', async () => {
      const createdProject = await post(
        '{"name":"p","metadata":{"__proto__":{"x":1},"\\u005f_proto__":{"y":2},"z":3}}',
      );
      expect(createdProject.status).toBe(201);
      const params = { project_id: String(createdProject.body['id']) };
      const { metadata } = await service.ok('projects.getDocument', { params });
      expect(metadata).toEqual({ z: 3 });
      expect(Object.getPrototypeOf({})).not.toHaveProperty('x');
    });

    it('says where a request is wrong, the way FastAPI does', async () => {
      const reply = await service.call('projects.patchDocument', { params: { project_id: 'p' }, body: {} });
      expect(reply.status).toBe(422);
      expect(reply.body).toMatchObject({
        detail: expect.arrayContaining([
          { loc: ['body', 'expectedVersion'], msg: 'Field required', type: 'missing' },
        ]) as unknown,
      });
    });
  });

  describe('account and node types', () => {
    let service: TestService;
    beforeAll(async () => {
      service = await TestService.open(transport, { credits: 250 });
    });
    afterAll(() => service.close());

    it('tells the balance', async () => {
      const credits = await service.ok('account.credits');
      expect(credits).toMatchObject({
        balanceCents: 250,
        balanceDollars: 2.5,
        balanceMicrocredits: '250000000',
        paygBalanceMicrocredits: '250000000',
      });
    });

    it('pages and searches the catalog', async () => {
      const types: string[] = [];
      let cursor: string | null = null;
      do {
        const page: { data: { type: string }[]; nextCursor?: string | null } = await service.ok(
          'nodeTypes.list',
          {
            query: { limit: 7, ...(cursor === null ? {} : { cursor }) },
          },
        );
        types.push(...page.data.map((entry) => entry.type));
        cursor = page.nextCursor ?? null;
      } while (cursor !== null);
      expect(new Set(types)).toEqual(
        new Set(service.context.nodes.all().map((definition) => definition.type)),
      );
      expect(types).toHaveLength(new Set(types).size);
      for (const search of ['GAUSSIAN', 'Gaußian', 'Gâussián']) {
        const found = await service.ok('nodeTypes.list', { query: { search } });
        expect(found.data.map((entry) => entry.type)).toContain('image/blur');
      }
      await service.refused('nodeTypes.list', 400, { query: { cursor: 'nonsense' } });
    });

    it('gives the fields asked for, type and title always', async () => {
      const list = await service.ok('nodeTypes.list', { query: { fields: 'tags, icon', limit: 1 } });
      expect(Object.keys(list.data[0]!).sort()).toEqual(['icon', 'tags', 'title', 'type']);
      await service.refused('nodeTypes.list', 422, { query: { fields: 'secrets' } });
    });

    it('describes a type with its pins, and refuses unsafe paths', async () => {
      const blur = await service.ok('nodeTypes.get', { params: { node_type: 'image/blur' } });
      expect(blur.inputs?.map((pin) => pin.name)).toEqual(['image', 'sigma', 'lists']);
      expect(blur.outputs?.map((pin) => pin.name)).toEqual(['image']);
      await service.refused('nodeTypes.get', 404, { params: { node_type: 'image/none' } });
      for (const path of [
        'image%2F..%2Fblur',
        'image',
        '%2Fimage/blur',
        'image/blur%00',
        'image//blur',
        'a%2F%2E%2E',
      ]) {
        const response = await service.raw(`${API_PREFIX}/node-types/${path}`, {
          headers: { authorization: `Bearer ${service.key}` },
        });
        expect([path, response.status]).toEqual([path, 400]);
      }
    });

    it('serves thumbnails by signed URL only', async () => {
      const { thumbnailUrl } = await service.ok('nodeTypes.get', { params: { node_type: 'image/gradient' } });
      const url = thumbnailUrl ?? '';
      const picture = await service.raw(url);
      expect(picture.status).toBe(200);
      expect(picture.headers.get('content-type')).toMatch(/^image\//);
      expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(100);
      const status = async (path: string, init?: RequestInit) => (await service.raw(path, init)).status;
      expect(await status(url, { headers: { authorization: `Bearer ${service.key}` } })).toBe(400);
      expect(await status(url.replace('image/gradient', 'image/blur'))).toBe(403);
      expect(await status(`${url}x`)).toBe(403);
      expect(await status(`${url}.x`)).toBe(403);
      const withKey = { headers: { authorization: `Bearer ${service.key}` } };
      expect(await status(url.split('?')[0]!, withKey)).toBe(403);
      expect(await status(`${url.split('?')[0]}?token=`, withKey)).toBe(403);
      expect(await status(`${url}&index=1`)).toBe(404);
      expect(await status(url.split('?')[0]!)).toBe(422);
      service.clockOffsetMs = 3 * 86_400_000;
      expect(await status(url)).toBe(403);
      service.clockOffsetMs = 0;
    });

    it('publishes its OpenAPI schema', async () => {
      const response = await service.raw(`${API_PREFIX}/openapi.json`);
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({
        openapi: '3.1.0',
        paths: { [`${API_PREFIX}/projects`]: {} },
      });
    });
  });
}
