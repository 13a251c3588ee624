import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from '#shared/testing/property.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PatchOperation } from '#shared/api/index.ts';
import { applyOperations, emptyGraph, type Graph, type GraphConnection } from '#shared/graph/index.ts';
import { createService, type Service } from '#service/app/create-service.ts';
import { Problem } from '#service/problems/problem.ts';
import { ensureAccount } from '#service/accounts/rows.ts';
import { applyPatch, replaceGraph } from '#service/documents/write-graph.ts';
import { graphAt } from './history.ts';
import { readGraph } from './rows.ts';
import { dropCachedGraph } from './graph-cache.ts';
import { transaction } from '#service/storage/database.ts';
import { insertProject } from '#service/projects/rows.ts';
import { connectionOf } from '#service/testing/connection-of.ts';

/** The rows always say what the pure functions say, whatever is done and in whatever order. */
describe('graphs as rows', () => {
  let directory: string;
  let service: Service;
  let accountId: string;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'patchbay-graphs-'));
    service = await createService({
      dataDirectory: directory,
      rateLimit: 1000,
      storageLimit: 1000,
      credits: 0,
      uploadTtl: 60,
      multipartThreshold: 1000,
      partSize: 1000,
      prices: {},
      logLevel: 'silent',
    });
    const { db, newId, now } = service.context;
    accountId = await ensureAccount(db, newId, now(), 'me');
  });
  afterAll(async () => {
    await service.close();
    await rm(directory, { recursive: true, force: true });
  });

  const id = fc.constantFrom('a', 'b', 'c', 'd:1', 'd');
  const end = (pin: fc.Arbitrary<string>) => fc.tuple(id, pin);
  const index = fc.option(fc.nat({ max: 6 }), { nil: undefined });
  const input = fc.constantFrom('template', 'a', 'b');
  const fileId = fc.constantFrom(
    'file_00000000000000000000000001.png',
    'file_00000000000000000000000002.png',
  );
  const value = fc.oneof(
    fc.record({ type: fc.constant('string'), value: fc.string({ maxLength: 4 }) }),
    fc.record({ type: fc.constant('file'), value: fileId }),
  );
  const operation: fc.Arbitrary<PatchOperation> = fc.oneof(
    fc.record({
      op: fc.constant('addNode' as const),
      node: fc.record({
        id,
        type: fc.constant('text/template'),
        title: fc.constant('T'),
        position: fc.constant({ x: 1.5, y: -2 }),
        inputs: fc.dictionary(input, value, { maxKeys: 2 }),
      }),
      index,
    }),
    fc.record({ op: fc.constant('removeNode' as const), nodeId: id }),
    fc.record({
      op: fc.constant('connect' as const),
      from: end(fc.constant('text')),
      to: end(input),
      index,
    }),
    fc.record({ op: fc.constant('disconnect' as const), from: end(fc.constant('text')), to: end(input) }),
    fc.record({ op: fc.constant('setNodeInput' as const), nodeId: id, input, value }),
    fc.record({ op: fc.constant('removeNodeInput' as const), nodeId: id, input }),
    fc.record({
      op: fc.constant('moveNode' as const),
      nodeId: id,
      position: fc.option(fc.record({ x: fc.integer(), y: fc.integer() })),
    }),
    fc.record({ op: fc.constant('setNodeTitle' as const), nodeId: id, title: fc.option(fc.string()) }),
  );

  const referenced = (graph: Graph): string[] =>
    [
      ...new Set(
        graph.nodes.flatMap((node) =>
          Object.values(node.inputs ?? {}).flatMap((held) =>
            held.type === 'file' && typeof held.value === 'string' ? [`${node.id} ${held.value}`] : [],
          ),
        ),
      ),
    ].sort();

  const storedReferences = (projectId: string): string[] =>
    [
      ...new Set(
        connectionOf(service.context.db)
          .prepare('SELECT file_id, place FROM file_references WHERE project_id = ?')
          .all(projectId)
          .map(
            (row) => `${decodeURIComponent(String(row['place']).split(':')[1]!)} ${String(row['file_id'])}`,
          ),
      ),
    ].sort();

  it('hold what the operations made, in order, with every file reference, for any patches', async () => {
    const ctx = service.context;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(operation, { minLength: 1, maxLength: 8 }), { maxLength: 12 }),
        async (patches) => {
          const project = await insertProject(ctx, { accountId, name: 'p' });
          let expected: Graph = emptyGraph;
          let version = 1;
          const past = new Map<number, Graph>([[1, expected]]);
          for (const operations of patches) {
            const applied = applyOperations({ ...expected }, operations, ctx.nodes);
            const request = { accountId, projectId: project.id, expectedVersion: version, operations };
            let refused = false;
            try {
              await applyPatch(ctx, request);
            } catch (error) {
              if (!(error instanceof Problem)) throw error;
              refused = true;
            }
            expect(refused).toBe(!applied.ok);
            if (applied.ok) {
              expected = applied.graph;
              version += 1;
              past.set(version, expected);
            }
            dropCachedGraph(ctx, project.id);
            expect(plain(await readGraph(ctx.db, project.id))).toEqual(plain(expected));
            expect(storedReferences(project.id)).toEqual(referenced(expected));
          }
          for (const [at, graph] of past)
            expect(plain(await graphAt(ctx, project.id, at))).toEqual(plain(graph));
        },
      ),
      { numRuns: fc.runs(60) },
    );
  });

  it('remember the graphs that whole replacements put aside, order and all', async () => {
    const ctx = service.context;
    const names = ['a', 'b', 'c', 'd', 'e'];
    const wholeGraph: fc.Arbitrary<Graph> = fc
      .record({
        order: fc.shuffledSubarray(names),
        wires: fc.array(fc.tuple(fc.nat(4), fc.nat(4), input), { maxLength: 6 }),
        title: fc.string({ maxLength: 3 }),
      })
      .map(({ order, wires, title }) => {
        // Wires run from earlier to later letters, so no graph has a cycle; each input takes one.
        const taken = new Set<string>();
        const connections = wires.flatMap(([from, to, pin]): GraphConnection[] => {
          const [source, target] = [names[from]!, names[to]!];
          const free =
            from < to && order.includes(source) && order.includes(target) && !taken.has(target + pin);
          taken.add(target + pin);
          return free ? [{ from: [source, 'text'], to: [target, pin] }] : [];
        });
        return {
          nodes: order.map((id) => ({ id, type: 'text/template', title, position: null, inputs: {} })),
          connections,
        };
      });
    await fc.assert(
      fc.asyncProperty(fc.array(wholeGraph, { minLength: 1, maxLength: 6 }), async (graphs) => {
        const project = await insertProject(ctx, { accountId, name: 'p' });
        for (const [index, graph] of graphs.entries())
          await replaceGraph(ctx, { accountId, projectId: project.id, expectedVersion: index + 1, graph });
        dropCachedGraph(ctx, project.id);
        for (const [index, graph] of graphs.entries())
          expect(plain(await graphAt(ctx, project.id, index + 2))).toEqual(plain(graph));
      }),
      { numRuns: fc.runs(60) },
    );
  });

  it('keep their order when the same gap is filled again and again', async () => {
    const ctx = service.context;
    const project = await insertProject(ctx, { accountId, name: 'p' });
    const node = (name: string) => ({ id: name, type: 'input/text', inputs: {} });
    const order = ['first', 'last'];
    let { version } = (
      await applyPatch(ctx, {
        accountId,
        projectId: project.id,
        expectedVersion: 1,
        operations: order.map((name) => ({ op: 'addNode', node: node(name) })),
      })
    ).project;
    for (let i = 0; i < 80; i += 1) {
      order.splice(1, 0, `n${i}`);
      ({ version } = (
        await applyPatch(ctx, {
          accountId,
          projectId: project.id,
          expectedVersion: version,
          operations: [{ op: 'addNode', node: node(`n${i}`), index: 1 }],
        })
      ).project);
    }
    dropCachedGraph(ctx, project.id);
    expect((await readGraph(ctx.db, project.id)).nodes.map((entry) => entry.id)).toEqual(order);
  });

  it('go back with a transaction that fails around them', async () => {
    const ctx = service.context;
    const project = await insertProject(ctx, { accountId, name: 'p' });
    const work = async () => {
      await replaceGraph(ctx, {
        accountId,
        projectId: project.id,
        expectedVersion: 1,
        graph: { nodes: [{ id: 'x', type: 'input/text', inputs: {} }], connections: [] },
      });
      expect((await readGraph(ctx.db, project.id)).nodes).toHaveLength(1);
      throw new Error('no');
    };
    await expect(transaction(ctx.db, work)).rejects.toThrow('no');
    expect((await readGraph(ctx.db, project.id)).nodes).toEqual([]);
  });

  /** Absent and null fields mean the same. */
  const plain = (graph: Graph) => ({
    nodes: graph.nodes.map((node) => ({
      ...node,
      title: node.title ?? null,
      position: node.position ?? null,
      inputs: node.inputs ?? {},
    })),
    connections: graph.connections,
  });
});
