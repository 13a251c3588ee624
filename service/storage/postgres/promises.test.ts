import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { reserveStorage } from '#service/accounts/quota-rows.ts';
import { claimSampleRequest, ensureAccount, markActivated } from '#service/accounts/rows.ts';
import type { ServiceContext } from '#service/context.ts';
import { openContext } from '#service/engine/testing/engine-bench.ts';
import { RunStore } from '#service/engine/run-rows.ts';
import { createIdempotencyStore } from '#service/http/idempotency.ts';
import { Problem } from '#service/problems/problem.ts';
import {
  findProject,
  insertProject,
  requireProject,
  requireVersion,
  saveProject,
} from '#service/projects/rows.ts';
import { fileWhenMany, UNFILED_LIMIT } from '#service/projects/search-rows.ts';
import { callStateOf, insertCall } from '#service/spend/model-call-rows.ts';
import { debitBalance, findBalance } from '#service/spend/rows.ts';
import { createIds } from '../ids.ts';
import { transaction } from '../database.ts';
import { loadSecret } from '../secrets.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { createTestDatabase, hasPostgres, type TestDatabase } from './testing/databases.ts';

/** What the service promises about work at the same moment, asked of two processes' connections to one database. */
describe.runIf(await hasPostgres())('two connections at the same moment', () => {
  let folder: string;
  let base: ServiceContext;
  let database: TestDatabase;
  let both: [ServiceContext, ServiceContext];
  let accountId: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-promises-'));
    base = await openContext(join(folder, 'data'));
    database = await createTestDatabase();
    const open = async (): Promise<ServiceContext> => ({
      ...base,
      config: { ...base.config, storageLimit: 100 },
      db: await PostgresDatabase.open(database.url),
      newId: createIds(Date.now),
    });
    both = [await open(), await open()];
  });
  afterAll(async () => {
    await Promise.all(both.map(({ db }) => db.close()));
    await database.drop();
    await base.db.close();
    await base.native.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    accountId = await ensureAccount(both[0].db, both[0].newId, Date.now(), `account ${Math.random()}`);
  });

  /** Runs `work` `times` times on each connection, all of them at once. */
  const together = <T>(times: number, work: (ctx: ServiceContext, index: number) => Promise<T>) =>
    Promise.allSettled(
      Array.from({ length: times * 2 }, (_, index) => work(both[index % 2 === 0 ? 0 : 1], index)),
    );
  const fulfilled = <T>(results: readonly PromiseSettledResult<T>[]): T[] =>
    results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const codes = (results: readonly PromiseSettledResult<unknown>[]): string[] =>
    results.flatMap(({ ...result }) =>
      result.status === 'rejected'
        ? [result.reason instanceof Problem ? result.reason.kind : String(result.reason)]
        : [],
    );
  const unique = (values: readonly unknown[]) => new Set(values).size;

  it('write one version once, and tell the others which there is', async () => {
    const { id } = await transaction(both[0].db, () => insertProject(both[0], { accountId, name: 'x' }));
    const results = await together(5, (ctx) =>
      transaction(ctx.db, async () => {
        const project = await requireProject(ctx, accountId, id);
        requireVersion(project, 1);
        return await saveProject(ctx, project, { nodeCount: 1 });
      }),
    );
    expect(fulfilled(results)).toHaveLength(1);
    expect(codes(results)).toEqual(Array.from({ length: 9 }, () => 'VERSION_CONFLICT'));
    expect((await findProject(both[1], accountId, id))?.version).toBe(2);
  });

  it('reserve no more storage than there is', async () => {
    const results = await together(4, (ctx) => reserveStorage(ctx, accountId, 30));
    expect(fulfilled(results)).toHaveLength(3);
    expect(unique(codes(results))).toBe(1);
  });

  it('spend no more than the balance', async () => {
    await markActivated(both[0].db, accountId, 35n, 'now');
    const results = await together(4, (ctx) =>
      transaction(ctx.db, async () => {
        if ((await findBalance(ctx.db, accountId)) < 10n) throw new Error('too little');
        await debitBalance(ctx.db, accountId, 10n, 'now');
      }),
    );
    expect(fulfilled(results)).toHaveLength(3);
    expect(await findBalance(both[1].db, accountId)).toBe(5n);
  });

  it('carry out once what has one idempotency key', async () => {
    const results = await together(4, (ctx, index) => {
      const store = createIdempotencyStore(ctx.db, Date.now);
      return transaction(ctx.db, async () => {
        const saved = await store.find(accountId, 'key', 'same');
        if (saved) return saved.body;
        await markActivated(ctx.db, accountId, 1n, 'now');
        const body = `${index}`;
        await store.save(accountId, 'projects.create', 'key', 'same', { status: 200, body, origin: '' });
        return body;
      });
    });
    expect(fulfilled(results)).toHaveLength(8);
    expect(unique(fulfilled(results))).toBe(1);
    expect(await findBalance(both[0].db, accountId)).toBe(1n);
  });

  it('number projects, runs and events without a gap, and show no event before an earlier one', async () => {
    const stores = both.map(({ db }) => new RunStore(db, Date.now));
    const insertRun = async (index: number): Promise<string> => {
      const { newId, db } = both[index % 2 === 0 ? 0 : 1];
      const id = newId('run');
      await transaction(db, () =>
        stores[index % 2]!.insert({
          id,
          accountId,
          projectId: null,
          projectVersion: null,
          sourceType: 'inline_graph',
          graph: { nodes: [], connections: [] },
          targetNodeIds: [],
          inputFiles: [],
          externalId: null,
          externalUserId: null,
          externalWorkspaceId: null,
        }),
      );
      return id;
    };
    const runs = await Promise.all(Array.from({ length: 10 }, (_, index) => insertRun(index)));
    const orders = await both[0].db.all('SELECT accepted_order FROM runs WHERE account_id = ?', [accountId]);
    expect(unique(orders.map((row) => row['accepted_order']))).toBe(10);

    const runId = runs[0]!;
    const seen: number[] = [];
    const watching = { isOver: false };
    const watcher = (async () => {
      while (!watching.isOver || seen.length < 60) {
        const events = await stores[1]!.events.after(runId, seen.at(-1) ?? 0, 100);
        seen.push(...events.map(({ sequence }) => sequence));
      }
    })();
    const results = await together(30, async (_ctx, index) =>
      stores[index % 2]!.events.append(runId, { type: 'log', message: `${index}` }),
    );
    watching.isOver = true;
    expect(codes(results)).toEqual([]);
    await watcher;
    expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));

    const projects = await together(10, (ctx) =>
      transaction(ctx.db, () => insertProject(ctx, { accountId, name: 'x' })),
    );
    expect(unique(fulfilled(projects).map(({ touched }) => touched))).toBe(20);
  });

  it('file the names of one account once', async () => {
    for (let index = 0; index <= UNFILED_LIMIT; index += 1)
      await both[0].db.run(
        `INSERT INTO projects (id, account_id, name, name_folded, version, created_at, updated_at, touched)
         VALUES (?, ?, 'name', 'name', 1, 'now', 'now', ?)`,
        [both[0].newId('prj'), accountId, 1_000_000 + index],
      );
    const results = await together(2, (ctx) => transaction(ctx.db, () => fileWhenMany(ctx.db, accountId)));
    expect(codes(results)).toEqual([]);
    expect(fulfilled(results).filter(Boolean)).toHaveLength(1);
  });

  it('ask a model once for one node', async () => {
    const call = { runId: `run ${accountId}`, nodeId: 'n', item: '' };
    const results = await together(4, (ctx) =>
      transaction(ctx.db, async () => {
        if ((await callStateOf(ctx.db, call)) !== null) throw new Error('asked before');
        return await insertCall(
          ctx.db,
          {
            ...call,
            accountId,
            projectId: null,
            externalId: null,
            nodeTitle: 'N',
            nodeType: 'ai/text',
            provider: 'p',
            model: 'm',
            price: 1n,
            cacheKey: null,
          },
          'asked',
          'now',
        );
      }),
    );
    expect(fulfilled(results)).toEqual([1]);
    expect(unique(codes(results))).toBe(1);
  });

  it('make one account, open it once, and give it one sample', async () => {
    const ids = await together(3, (ctx) => ensureAccount(ctx.db, ctx.newId, Date.now(), 'one name'));
    expect(fulfilled(ids)).toHaveLength(6);
    expect(unique(fulfilled(ids))).toBe(1);
    const opened = await together(3, (ctx) => markActivated(ctx.db, accountId, 7n, 'now'));
    expect(fulfilled(opened).filter(Boolean)).toHaveLength(1);
    await both[0].db.run(`UPDATE accounts SET sample_project = 'wanted' WHERE id = ?`, [accountId]);
    const claimed = await together(3, (ctx) => claimSampleRequest(ctx.db, accountId));
    expect(fulfilled(claimed).filter(Boolean)).toHaveLength(1);
  });

  it('have one secret', async () => {
    const secrets = await together(3, async (ctx) => (await loadSecret(ctx.db, 'shared')).toString('hex'));
    expect(fulfilled(secrets)).toHaveLength(6);
    expect(unique(fulfilled(secrets))).toBe(1);
  });
});
