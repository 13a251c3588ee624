import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureAccount, requestSampleProject } from '#service/accounts/rows.ts';
import { outputNode, TestService, textNode, type CallOptions, type Transport } from './harness.ts';

/** The twelve endpoints of projects. */
export function describeProjects(transport: Transport): void {
  describe('projects', () => {
    let service: TestService;
    beforeAll(async () => {
      service = await TestService.open(transport);
    });
    afterAll(() => service.close());

    const document = (nodes: unknown[], connections: unknown[] = []) => ({ graph: { nodes, connections } });

    it('gives a fresh account no project, and one with a picture where that was asked for', async () => {
      const key = await service.newKey({ account: 'fresh' });
      expect((await service.ok('projects.list', { key })).data).toEqual([]);
      const { db, newId, now } = service.context;
      await requestSampleProject(db, await ensureAccount(db, newId, now(), 'fresh'));
      const list = await service.ok('projects.list', { key });
      expect(list.data).toHaveLength(1);
      const sample = list.data[0]!;
      expect(sample.nodeCount).toBeGreaterThan(5);
      const picture = await service.raw(sample.thumbnailUrl ?? '');
      expect(picture.status).toBe(200);
      expect(picture.headers.get('content-type')).toBe('image/webp');
      expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(1000);
      expect((await service.ok('projects.list', { key })).data).toHaveLength(1);
    });

    it('creates, reads, renames and deletes', async () => {
      const created = await service.ok('projects.create', {
        body: { name: '  Poster  ', externalId: 'e1', metadata: { tags: ['a'] } },
      });
      expect(created).toMatchObject({ name: 'Poster', version: 1, nodeCount: 0, externalId: 'e1' });
      const params = { project_id: created.id };
      expect(await service.ok('projects.get', { params })).toEqual(created);
      const renamed = await service.ok('projects.updateMetadata', {
        params,
        body: { expectedVersion: 1, name: 'Banner', externalId: null },
      });
      expect(renamed).toMatchObject({ name: 'Banner', version: 2, externalId: null });
      const alias = await service.ok('projects.update', {
        params,
        body: { expectedVersion: 2, metadata: { a: 1 } },
      });
      expect(alias).toMatchObject({ name: 'Banner', version: 3 });
      expect((await service.ok('projects.getDocument', { params })).metadata).toEqual({ a: 1 });
      const stale = await service.refused('projects.delete', 409, { params, query: { expectedVersion: 2 } });
      expect(stale.details).toMatchObject({ currentVersion: 3 });
      await service.ok('projects.delete', { params, query: { expectedVersion: 3 } });
      const missing = await service.refused('projects.get', 404, { params });
      expect(missing).toMatchObject({ code: 'PROJECT_NOT_FOUND', details: { projectId: created.id } });
      await service.refused('projects.delete', 404, { params, query: { expectedVersion: 3 } });
      await service.refused('projects.delete', 422, { params });
      await service.refused('projects.delete', 422, { params, query: { expectedVersion: -1 } });
    });

    it('refuses metadata that is more than a list of projects could show', async () => {
      const body = { name: 'Poster', metadata: { note: 'x'.repeat(256 * 1024) } };
      await service.refused('projects.create', 422, { body });
      const { id } = await service.ok('projects.create', { body: { name: 'Poster' } });
      await service.refused('projects.updateMetadata', 422, {
        params: { project_id: id },
        body: { expectedVersion: 1, metadata: body.metadata },
      });
      const metadata = { note: 'x'.repeat(256 * 1024 - '{"note":""}'.length) };
      const createdProject = await service.ok('projects.create', { body: { name: 'Poster', metadata } });
      const document = await service.ok('projects.getDocument', {
        params: { project_id: createdProject.id },
      });
      expect(document.metadata).toEqual(metadata);
    });

    it('names a nameless project, and refuses an empty name', async () => {
      expect((await service.ok('projects.create', { body: {} })).name).not.toBe('');
      await service.refused('projects.create', 422, { body: { name: '   ' } });
      await service.refused('projects.create', 422, { body: { name: 'a\0b' } });
      await service.refused('projects.create', 422, { body: { name: 5 } });
    });

    it('pages through a list that is being written to, without repeats or gaps among the rest', async () => {
      const key = await service.newKey({ account: 'pager' });
      const ids: string[] = [];
      for (let i = 0; i < 7; i += 1) {
        ids.push(
          (await service.ok('projects.create', { key, body: { name: `P${i}`, externalUserId: 'u' } })).id,
        );
      }
      const query = { limit: 3, externalUserId: 'u' };
      const first = await service.ok('projects.list', { key, query });
      expect(first.data.map((project) => project.id)).toEqual([ids[6], ids[5], ids[4]]);
      expect(first.hasMore).toBe(true);
      // One already seen is written again, one not yet seen is deleted, and one is made.
      await service.ok('projects.update', {
        key,
        params: { project_id: ids[5]! },
        body: { expectedVersion: 1, name: 'P5 again' },
      });
      await service.ok('projects.delete', {
        key,
        params: { project_id: ids[2]! },
        query: { expectedVersion: 1 },
      });
      await service.ok('projects.create', { key, body: { name: 'new', externalUserId: 'u' } });
      const second = await service.ok('projects.list', {
        key,
        query: { ...query, cursor: first.nextCursor ?? '' },
      });
      expect(second.data.map((project) => project.id)).toEqual([ids[3], ids[1], ids[0]]);
      expect(second).toMatchObject({ hasMore: false, nextCursor: null });
    });

    it('binds cursors to owner and filter', async () => {
      for (let i = 0; i < 3; i += 1) await service.createProject({ externalUserId: 'cursor' });
      const page = await service.ok('projects.list', { query: { limit: 1, externalUserId: 'cursor' } });
      const cursor = page.nextCursor ?? '';
      const foreignKey = await service.newKey({ account: 'cursor thief' });
      const rejectedCalls: CallOptions[] = [
        { query: { cursor } },
        { query: { cursor, externalUserId: 'cursor' }, key: foreignKey },
        { query: { cursor: `${cursor}x`, externalUserId: 'cursor' } },
        { query: { cursor: 'bm90aGluZw', externalUserId: 'cursor' } },
      ];
      for (const options of rejectedCalls) {
        expect((await service.refused('projects.list', 400, options)).code).toBe('INVALID_CURSOR');
      }
      // Another key of the same account goes on where the first one was.
      await service.ok('projects.list', {
        key: await service.newKey({}),
        query: { cursor, externalUserId: 'cursor', limit: 1 },
      });
    });

    it('searches names whatever their case and accents, and filters by external ids', async () => {
      await service.createProject({ name: 'Große ÄPFEL 100%', externalWorkspaceId: 'w9' });
      const names = async (query: Record<string, string>) =>
        (await service.ok('projects.list', { query })).data.map((project) => project.name);
      expect(await names({ search: 'äpfel' })).toEqual(['Große ÄPFEL 100%']);
      expect(await names({ search: '100%' })).toEqual(['Große ÄPFEL 100%']);
      for (const search of ['apfel', 'GROSSE', 'große äpfel', 'A\u0308pfel', 'Ａｐｆｅｌ']) {
        expect(await names({ search })).toEqual(['Große ÄPFEL 100%']);
      }
      expect(await names({ externalWorkspaceId: 'w9' })).toEqual(['Große ÄPFEL 100%']);
      expect(await names({ externalWorkspaceId: 'w' })).toEqual([]);
      await service.refused('projects.list', 422, { query: { limit: 0 } });
      expect((await service.ok('projects.list', { query: { limit: 100_000 } })).data.length).toBeGreaterThan(
        0,
      );
    });

    it('replaces a document, keeps its order, and refuses unsound graphs', async () => {
      const { id } = await service.createProject();
      const params = { project_id: id };
      const nodes = [textNode('z'), textNode('a'), outputNode('out')];
      const connections = [{ from: ['z', 'text'], to: ['out', 'value'] }];
      const saved = await service.ok('projects.replaceDocument', {
        params,
        body: { expectedVersion: 1, document: document(nodes, connections), name: 'Named' },
      });
      expect(saved).toMatchObject({ version: 2, name: 'Named', warnings: [] });
      expect(saved.document.graph.nodes.map((node) => node.id)).toEqual(['z', 'a', 'out']);
      expect(await service.ok('projects.getDocument', { params })).toEqual(saved);
      expect((await service.ok('projects.get', { params })).nodeCount).toBe(3);

      const invalid: [string, unknown[], unknown[]][] = [
        ['same id twice', [textNode('a'), textNode('a')], []],
        ['no such type', [{ id: 'a', type: 'no/such' }], []],
        ['wire to nowhere', [textNode('a')], [{ from: ['a', 'text'], to: ['b', 'value'] }]],
        ['no such pin', [textNode('a'), outputNode('b')], [{ from: ['a', 'nope'], to: ['b', 'value'] }]],
        [
          'input unknown',
          [{ id: 'a', type: 'input/text', inputs: { nope: { type: 'string', value: '' } } }],
          [],
        ],
        [
          'cycle',
          [
            { id: 'a', type: 'text/template' },
            { id: 'b', type: 'text/template' },
          ],
          [
            { from: ['a', 'text'], to: ['b', 'a'] },
            { from: ['b', 'text'], to: ['a', 'a'] },
          ],
        ],
      ];
      for (const [label, invalidNodes, invalidConnections] of invalid) {
        const response = await service.call('projects.replaceDocument', {
          params,
          body: { expectedVersion: 2, document: document(invalidNodes, invalidConnections) },
        });
        expect([label, response.status]).toEqual([label, 422]);
      }
      expect(await service.ok('projects.getDocument', { params })).toEqual(saved);
    });

    it('applies every operation, in order, and all or none', async () => {
      const { id } = await service.createProject();
      const params = { project_id: id };
      const patch = (expectedVersion: number, operations: unknown[]) =>
        service.call('projects.patchDocument', { params, body: { expectedVersion, operations } });
      const first = await service.ok('projects.patchDocument', {
        params,
        body: {
          expectedVersion: 1,
          operations: [
            { op: 'addNode', node: textNode('a') },
            { op: 'addNode', node: outputNode('b') },
            { op: 'addNode', node: textNode('c'), index: 0 },
            { op: 'connect', from: ['a', 'text'], to: ['b', 'value'] },
            { op: 'setNodeInput', nodeId: 'a', input: 'value', value: { type: 'string', value: 'new' } },
            { op: 'moveNode', nodeId: 'a', position: { x: 5, y: -6.5 } },
            { op: 'setNodeTitle', nodeId: 'a', title: 'Title' },
            { op: 'connect', from: ['c', 'text'], to: ['b', 'value'] },
          ],
        },
      });
      expect(first).toMatchObject({ version: 2, appliedOperations: 8 });
      expect(first.document.graph.nodes.map((node) => node.id)).toEqual(['c', 'a', 'b']);
      expect(first.document.graph.connections).toEqual([{ from: ['c', 'text'], to: ['b', 'value'] }]);
      expect(first.document.graph.nodes[1]).toEqual({
        id: 'a',
        type: 'input/text',
        title: 'Title',
        position: { x: 5, y: -6.5 },
        inputs: { value: { type: 'string', value: 'new' } },
      });
      const half = await patch(2, [
        { op: 'removeNode', nodeId: 'a' },
        { op: 'removeNode', nodeId: 'missing' },
      ]);
      expect(half.status).toBe(400);
      expect(half.error).toMatchObject({ code: 'INVALID_PATCH_OPERATION', details: { operationIndex: 1 } });
      for (const invalidOperation of [
        { op: 'addNode', node: textNode('a') },
        { op: 'addNode', node: { id: 'n', type: 'no/such' } },
        { op: 'connect', from: ['a', 'text'], to: ['a', 'nope'] },
        { op: 'disconnect', from: ['a', 'text'], to: ['b', 'value'] },
        { op: 'nonsense' },
        { op: 'setNodeTitle', nodeId: 'a' },
        { op: 'setNodeTitle', nodeId: 'a', title: 'a\0b' },
      ]) {
        const response = await patch(2, [invalidOperation]);
        expect([invalidOperation, response.status, response.error?.code]).toEqual([
          invalidOperation,
          400,
          'INVALID_PATCH_OPERATION',
        ]);
      }
      expect((await patch(2, 'no list' as unknown as unknown[])).status).toBe(422);
      expect((await service.ok('projects.getDocument', { params })).document).toEqual(first.document);
      const second = await service.ok('projects.patchDocument', {
        params,
        body: {
          expectedVersion: 2,
          operations: [
            { op: 'disconnect', from: ['c', 'text'], to: ['b', 'value'] },
            { op: 'removeNodeInput', nodeId: 'a', input: 'value' },
            { op: 'removeNode', nodeId: 'c' },
          ],
        },
      });
      expect(second.document.graph).toMatchObject({
        nodes: [{ id: 'a', inputs: {} }, { id: 'b' }],
        connections: [],
      });
      // What a restart reads back is what was answered.
      await service.restart();
      expect((await service.ok('projects.getDocument', { params })).document).toEqual(second.document);
    });

    it('answers with only what was touched to a client that prefers little', async () => {
      const { id } = await service.createProject();
      const params = { project_id: id };
      const nodes = Array.from({ length: 20 }, (_, index) => textNode(`n${index}`));
      await service.ok('projects.replaceDocument', {
        params,
        body: { expectedVersion: 1, document: document(nodes) },
      });
      const body = {
        expectedVersion: 2,
        operations: [{ op: 'setNodeTitle', nodeId: 'n7', title: 'Seven' }],
      };
      const headers = { prefer: 'return=minimal', 'idempotency-key': 'minimal' };
      const little = await service.ok('projects.patchDocument', { params, body, headers });
      expect(little).toMatchObject({ version: 3, appliedOperations: 1 });
      expect(little.document.graph.nodes.map((node) => [node.id, node.title])).toEqual([['n7', 'Seven']]);
      const replayed = await service.call('projects.patchDocument', { params, body, headers });
      expect(replayed.body).toEqual(little);
      // Taken for the whole, the little would look as if everything else had been deleted.
      expect(replayed.headers.get('preference-applied')).toBe('return=minimal');
      expect((await service.ok('projects.getDocument', { params })).document.graph.nodes).toHaveLength(20);
    });

    it('lets one of many concurrent writers win each version', async () => {
      const { id } = await service.createProject();
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          service.call('projects.patchDocument', {
            params: { project_id: id },
            body: { expectedVersion: 1, operations: [{ op: 'addNode', node: textNode(`n${index}`) }] },
          }),
        ),
      );
      expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
      expect(responses.filter((response) => response.error?.code === 'VERSION_CONFLICT')).toHaveLength(11);
      const stored = await service.ok('projects.getDocument', { params: { project_id: id } });
      expect(stored).toMatchObject({ version: 2 });
      expect(stored.document.graph.nodes).toHaveLength(1);
    });

    it('refuses every write that knows an old version', async () => {
      const { id } = await service.createProject();
      const params = { project_id: id };
      await service.ok('projects.update', { params, body: { expectedVersion: 1, name: 'Newer' } });
      const graph = { nodes: [], connections: [] };
      const writes = [
        ['projects.update', { name: 'x' }],
        ['projects.updateMetadata', { name: 'x' }],
        ['projects.replaceDocument', { document: { graph } }],
        ['projects.patchDocument', { operations: [] }],
      ] as const;
      for (const [write, body] of writes) {
        const error = await service.refused(write, 409, { params, body: { expectedVersion: 1, ...body } });
        expect(error).toMatchObject({ code: 'VERSION_CONFLICT', details: { currentVersion: 2 } });
      }
      expect(await service.ok('projects.get', { params })).toMatchObject({ name: 'Newer', version: 2 });
    });

    it('withholds file values that are no files of this service', async () => {
      const { id } = await service.createProject();
      const saved = await service.ok('projects.replaceDocument', {
        params: { project_id: id },
        body: {
          expectedVersion: 1,
          document: document([
            { id: 'photo', type: 'input/image', inputs: { file: { type: 'file', value: '/etc/passwd' } } },
          ]),
        },
      });
      expect(saved.warnings).toMatchObject([
        { code: 'FILE_INPUT_VALUE_REDACTED', path: 'document.graph.nodes[0].inputs.file' },
      ]);
      expect(saved.document.graph.nodes[0]?.inputs?.['file']).toEqual({ type: 'file', value: null });
    });

    it('shows the graph with pins and values, one node, and its projection', async () => {
      const { id } = await service.createProject();
      await service.ok('projects.replaceDocument', {
        params: { project_id: id },
        body: {
          expectedVersion: 1,
          document: document(
            [textNode('a', 'hi'), outputNode('b')],
            [{ from: ['a', 'text'], to: ['b', 'value'] }],
          ),
        },
      });
      const graph = await service.ok('projects.getGraph', { params: { project_id: id } });
      expect(graph).toMatchObject({
        projectId: id,
        version: 2,
        connections: [{ sourceNodeId: 'a', sourcePin: 'text', targetNodeId: 'b', targetPin: 'value' }],
      });
      expect(graph.nodes[0]).toMatchObject({
        id: 'a',
        inputs: [{ name: 'value', value: 'hi' }],
        outputs: [{ name: 'text' }],
      });
      const params = { project_id: id, node_id: 'a' };
      expect(await service.ok('projects.getGraphNode', { params })).toEqual(graph.nodes[0]);
      const projected = await service.ok('projects.getGraphNode', { params, query: { fields: 'outputs' } });
      expect(projected).toEqual({ inputs: null, outputs: [{ name: 'text', type: 'text' }] });
      await service.refused('projects.getGraphNode', 422, { params, query: { fields: 'secrets' } });
      const missing = await service.refused('projects.getGraphNode', 404, {
        params: { project_id: id, node_id: 'zzz' },
      });
      expect(missing.code).toBe('NODE_NOT_FOUND');
    });

    it('sums up what a project has cost', async () => {
      const { id } = await service.createProject();
      const spend = await service.ok('projects.getSpend', { params: { project_id: id } });
      expect(spend).toMatchObject({ projectId: id, totalCredits: 0, totalMicrocredits: '0', byNode: [] });
    });
  });
}
