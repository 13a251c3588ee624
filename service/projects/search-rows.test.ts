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

let folder: string;
let ctx: ServiceContext;
let mine: string;
let other: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-search-'));
  ctx = openContext(folder);
  mine = insertAccount(ctx, 'mine', 0n);
  other = insertAccount(ctx, 'other', 0n);
});
afterEach(() => {
  ctx.db.close();
  rmSync(folder, { recursive: true, force: true });
});

const create = (accountId: string, name: string, externalUserId: string | null = null): string =>
  transaction(ctx.db, () => insertProject(ctx, { accountId, name, externalUserId }).id);
const change = (accountId: string, id: string, changes: { name?: string; nodeCount?: number }): void => {
  transaction(ctx.db, () => saveProject(ctx, findProject(ctx, accountId, id)!, changes));
};
const remove = (id: string): void => {
  transaction(ctx.db, () => {
    unfileProject(ctx.db, id);
    run(ctx.db, "UPDATE projects SET deleted_at = 'now', filed_as = 0 WHERE id = ?", id);
  });
};

/** What a look at every project finds. */
function byReadingAll(accountId: string, query: ListQuery): string[] {
  const search = foldText(query.search ?? '').trim();
  return all(
    ctx.db,
    'SELECT id, name, external_user_id FROM projects WHERE account_id = ? AND deleted_at IS NULL ORDER BY touched DESC',
    accountId,
  )
    .filter((row) => foldText(text(row, 'name')).includes(search))
    .filter((row) => query.externalUserId === undefined || row['external_user_id'] === query.externalUserId)
    .map((row) => text(row, 'id'));
}

function byPages(accountId: string, query: ListQuery): string[] {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = listProjects(ctx, accountId, { ...query, ...(cursor === undefined ? {} : { cursor }) });
    ids.push(...page.data.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  return ids;
}

const filed = (accountId: string): number =>
  Number(
    queryRow(
      ctx.db,
      'SELECT count(*) AS n FROM projects WHERE account_id = ? AND deleted_at IS NULL AND touched = filed_as',
      accountId,
    )?.['n'],
  );

/** Each project's own pieces and nothing else, so that what was renamed or deleted leaves nothing behind. */
function expectExactPieces(): void {
  const { stored, expected } = piecesOf(ctx.db);
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
  it('finds what reading every name finds, in the same order, through any pages', () => {
    const ids = { mine: [] as string[], other: [] as string[] };
    const names = fc.sample(fc.tuple(phrase, user), { numRuns: 2 * UNFILED_LIMIT, seed: 7 });
    for (const [name, externalUserId] of names) {
      ids.mine.push(create(mine, name, externalUserId));
      ids.other.push(create(other, name, externalUserId));
    }
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 40 }),
        fc.array(query, { minLength: 1, maxLength: 6 }),
        (steps, queries) => {
          for (const one of steps) {
            if (one.do === 'create') {
              const [owner, list] = one.mine ? ([mine, ids.mine] as const) : ([other, ids.other] as const);
              list.push(create(owner, one.name, one.user));
              continue;
            }
            const index = one.pick % ids.mine.length;
            const id = ids.mine[index]!;
            if (one.do === 'rename') change(mine, id, { name: one.name });
            if (one.do === 'touch') change(mine, id, { nodeCount: one.pick });
            if (one.do === 'delete') ids.mine.splice(index, 1).forEach(remove);
          }
          for (const asked of queries) {
            expect(byPages(mine, asked)).toEqual(byReadingAll(mine, asked));
            expect(byPages(other, asked)).toEqual(byReadingAll(other, asked));
          }
        },
      ),
      { numRuns: fc.runs(100) },
    );
    expect(filed(mine)).toBeGreaterThan(0);
    expectExactPieces();
  });

  it('reads a bounded number of projects one by one, however many are written', () => {
    const ids = Array.from({ length: 4 * UNFILED_LIMIT }, (_v, index) => create(mine, `Project ${index}`));
    for (const id of ids) change(mine, id, { nodeCount: 1 });
    expect(ids.length - filed(mine)).toBeLessThanOrEqual(UNFILED_LIMIT);
    const before = filed(mine);
    // Writing the same one again and again costs nothing here.
    for (let round = 0; round < 300; round += 1) change(mine, ids[0]!, { nodeCount: round });
    expect(filed(mine)).toBeGreaterThanOrEqual(before - 1);
    expectExactPieces();
  });

  it('files what an earlier build left, and finds it before that', () => {
    for (let index = 0; index < 3 * UNFILED_LIMIT; index += 1) create(mine, `Project ${index}`);
    create(other, 'Project 77');
    ctx.db.exec('DELETE FROM project_grams; DELETE FROM search_owners; UPDATE projects SET filed_as = 0');
    const search = { search: 'ject 77' };
    const found = byReadingAll(mine, search);
    expect(found).toHaveLength(1);
    expect(byPages(mine, search)).toEqual(found);
    for (const _step of fileBacklog(ctx.db)) expect(byPages(mine, search)).toEqual(found);
    expect(3 * UNFILED_LIMIT - filed(mine)).toBeLessThanOrEqual(UNFILED_LIMIT);
    expectExactPieces();
  });

  it('takes nothing back that a transaction gave up', () => {
    for (let index = 0; index < UNFILED_LIMIT; index += 1) create(mine, `Project ${index}`);
    expect(() =>
      transaction(ctx.db, () => {
        insertProject(ctx, { accountId: mine, name: 'One more' });
        expect(filed(mine)).toBeGreaterThan(0);
        throw new Error('given up');
      }),
    ).toThrow('given up');
    expect(filed(mine)).toBe(0);
    expectExactPieces();
  });

  it('looks only at names that hold the rarest piece of what is searched', () => {
    for (let index = 0; index < 2000; index += 1) create(mine, `Project ${index}`);
    create(mine, 'Zebra');
    for (let index = 0; index < 2 * UNFILED_LIMIT; index += 1) create(mine, `Later ${index}`);
    let compared = 0;
    ctx.db.function('instr', { deterministic: true }, (name, part) => {
      compared += 1;
      return String(name).indexOf(String(part)) + 1;
    });
    const compare = (search: string): number => {
      compared = 0;
      findProjects(ctx.db, 'id', { accountId: mine, search, filters: [], before: 1e9, limit: 51 });
      return compared;
    };
    expect(compare('project')).toBeGreaterThan(50);
    for (const search of ['zebra', 'zebu', 'q', 'zx', 'project', 'ject 1234', 'later 7', 'p', '写真']) {
      expect([search, compare(search)]).toEqual([search, expect.toSatisfy((n: number) => n < 300)]);
    }
  });
});
