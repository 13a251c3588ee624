import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from '#shared/testing/property.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServiceContext } from '#service/context.ts';
import { insertAccount, openContext } from '#service/engine/testing/engine-bench.ts';
import { transaction } from '#service/storage/database.ts';
import { all, queryRow, run, text } from '#service/storage/statements.ts';
import { foldText } from '#shared/search/index.ts';
import { piecesOf } from '#service/testing/earlier-names.ts';
import { listProjects, type ListQuery } from './list.ts';
import { findProject, insertProject, saveProject } from './rows.ts';
import { fileBacklog, findProjects, UNFILED_LIMIT, unfileProject } from './search-rows.ts';
import { connectionOf } from '#service/testing/connection-of.ts';

let folder: string;
let ctx: ServiceContext;
let mine: string;
let other: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-search-'));
  ctx = await openContext(folder);
  mine = insertAccount(ctx, 'mine', 0n);
  other = insertAccount(ctx, 'other', 0n);
});
afterEach(async () => {
  await ctx.db.close();
  rmSync(folder, { recursive: true, force: true });
});

const create = (accountId: string, name: string, externalUserId: string | null = null): Promise<string> =>
  transaction(ctx.db, async () => (await insertProject(ctx, { accountId, name, externalUserId })).id);
const change = async (
  accountId: string,
  id: string,
  changes: { name?: string; nodeCount?: number },
): Promise<void> => {
  await transaction(ctx.db, async () => saveProject(ctx, (await findProject(ctx, accountId, id))!, changes));
};
const remove = async (id: string): Promise<void> => {
  await transaction(ctx.db, async () => {
    await unfileProject(ctx.db, id);
    await run(ctx.db, "UPDATE projects SET deleted_at = 'now', filed_as = 0 WHERE id = ?", id);
  });
};

/** What a look at every project finds. */
async function byReadingAll(accountId: string, query: ListQuery): Promise<string[]> {
  const search = foldText(query.search ?? '').trim();
  return (
    await all(
      ctx.db,
      'SELECT id, name, external_user_id FROM projects WHERE account_id = ? AND deleted_at IS NULL ORDER BY touched DESC',
      accountId,
    )
  )
    .filter((row) => foldText(text(row, 'name')).includes(search))
    .filter((row) => query.externalUserId === undefined || row['external_user_id'] === query.externalUserId)
    .map((row) => text(row, 'id'));
}

async function byPages(accountId: string, query: ListQuery): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await listProjects(ctx, accountId, {
      ...query,
      ...(cursor === undefined ? {} : { cursor }),
    });
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  return ids;
}

const filed = async (accountId: string): Promise<number> =>
  Number(
    (
      await queryRow(
        ctx.db,
        'SELECT count(*) AS n FROM projects WHERE account_id = ? AND deleted_at IS NULL AND touched = filed_as',
        accountId,
      )
    )?.['n'],
  );

/** Each project's own pieces and nothing else, so that what was renamed or deleted leaves nothing behind. */
async function expectExactPieces(): Promise<void> {
  const { stored, expected } = await piecesOf(ctx.db);
  expect(stored).toEqual(expected);
}

// Few characters, so that names and searches meet; among them what a query language, a pattern or case could trip over.
const character = fc.constantFrom(...Array.from('abABäÄßﬁİΣς\u0308写真😀 \n%_"\'*\\-('), '👩‍👧', 'OR');
const phrase = fc.array(character, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(''));
const user = fc.constantFrom(null, 'u1', 'u2');
const pick = fc.nat({ max: 400 });
const step = fc.oneof(
  fc.record({ do: fc.constant('create' as const), name: phrase, user, mine: fc.boolean() }),
  fc.record({ do: fc.constant('rename' as const), pick, name: phrase }),
  fc.record({ do: fc.constant('touch' as const), pick }),
  fc.record({ do: fc.constant('delete' as const), pick }),
);
const query = fc.record({
  search: phrase,
  limit: fc.constantFrom(1, 3, 50),
  externalUserId: fc.constantFrom(undefined, undefined, 'u1', 'nobody'),
});

describe('a search for projects', () => {
  it('finds what reading every name finds, in the same order, through any pages', async () => {
    const ids = { mine: [] as string[], other: [] as string[] };
    const names = fc.sample(fc.tuple(phrase, user), { numRuns: 2 * UNFILED_LIMIT, seed: 7 });
    for (const [name, externalUserId] of names) {
      ids.mine.push(await create(mine, name, externalUserId));
      ids.other.push(await create(other, name, externalUserId));
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.array(query, { minLength: 1, maxLength: 6 }),
        async (steps, queries) => {
          for (const one of steps) {
            if (one.do === 'create') {
              const [owner, list] = one.mine ? ([mine, ids.mine] as const) : ([other, ids.other] as const);
              list.push(await create(owner, one.name, one.user));
              continue;
            }
            const index = one.pick % ids.mine.length;
            const id = ids.mine[index]!;
            if (one.do === 'rename') await change(mine, id, { name: one.name });
            if (one.do === 'touch') await change(mine, id, { nodeCount: one.pick });
            if (one.do === 'delete') for (const removed of ids.mine.splice(index, 1)) await remove(removed);
          }
          for (const asked of queries) {
            expect(await byPages(mine, asked)).toEqual(await byReadingAll(mine, asked));
            expect(await byPages(other, asked)).toEqual(await byReadingAll(other, asked));
          }
        },
      ),
      { numRuns: fc.runs(100) },
    );
    expect(await filed(mine)).toBeGreaterThan(0);
    await expectExactPieces();
  });

  it('reads a bounded number of projects one by one, however many are written', { tags: 'rig' }, async () => {
    const ids: string[] = [];
    for (let index = 0; index < 4 * UNFILED_LIMIT; index += 1)
      ids.push(await create(mine, `Project ${index}`));
    for (const id of ids) await change(mine, id, { nodeCount: 1 });
    expect(ids.length - (await filed(mine))).toBeLessThanOrEqual(UNFILED_LIMIT);
    const before = await filed(mine);
    // Writing the same one again and again costs nothing here.
    for (let round = 0; round < 300; round += 1) await change(mine, ids[0]!, { nodeCount: round });
    expect(await filed(mine)).toBeGreaterThanOrEqual(before - 1);
    await expectExactPieces();
  });

  it('files what an earlier build left, and finds it before that', async () => {
    for (let index = 0; index < 3 * UNFILED_LIMIT; index += 1) await create(mine, `Project ${index}`);
    await create(other, 'Project 77');
    connectionOf(ctx.db).exec(
      'DELETE FROM project_grams; DELETE FROM search_owners; UPDATE projects SET filed_as = 0',
    );
    const search = { search: 'ject 77' };
    const found = await byReadingAll(mine, search);
    expect(found).toHaveLength(1);
    expect(await byPages(mine, search)).toEqual(found);
    for await (const _step of fileBacklog(ctx.db)) expect(await byPages(mine, search)).toEqual(found);
    expect(3 * UNFILED_LIMIT - (await filed(mine))).toBeLessThanOrEqual(UNFILED_LIMIT);
    await expectExactPieces();
  });

  it('takes nothing back that a transaction gave up', async () => {
    for (let index = 0; index < UNFILED_LIMIT; index += 1) await create(mine, `Project ${index}`);
    await expect(
      transaction(ctx.db, async () => {
        await insertProject(ctx, { accountId: mine, name: 'One more' });
        expect(await filed(mine)).toBeGreaterThan(0);
        throw new Error('given up');
      }),
    ).rejects.toThrow('given up');
    expect(await filed(mine)).toBe(0);
    await expectExactPieces();
  });

  it('looks only at names that hold the rarest piece of what is searched', { tags: 'rig' }, async () => {
    for (let index = 0; index < 2000; index += 1) await create(mine, `Project ${index}`);
    await create(mine, 'Zebra');
    for (let index = 0; index < 2 * UNFILED_LIMIT; index += 1) await create(mine, `Later ${index}`);
    let compared = 0;
    connectionOf(ctx.db).function('instr', { deterministic: true }, (name, part) => {
      compared += 1;
      return String(name).indexOf(String(part)) + 1;
    });
    const compare = async (search: string): Promise<number> => {
      compared = 0;
      await findProjects(ctx.db, 'id', { accountId: mine, search, filters: [], before: 1e9, limit: 51 });
      return compared;
    };
    expect(await compare('project')).toBeGreaterThan(50);
    for (const search of ['zebra', 'zebu', 'q', 'zx', 'project', 'ject 1234', 'later 7', 'p', '写真']) {
      expect([search, await compare(search)]).toEqual([search, expect.toSatisfy((n: number) => n < 300)]);
    }
  });
});
