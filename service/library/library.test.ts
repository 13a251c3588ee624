import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ServiceContext } from '#service/context.ts';
import { insertAccount, openContext } from '#service/engine/testing/engine-bench.ts';
import { insertFile } from '#service/files/rows.ts';
import { insertProject } from '#service/projects/rows.ts';
import { transaction } from '#service/storage/database.ts';
import { run } from '#service/storage/statements.ts';
import { loadLibrary, type FileReference } from './library.ts';

let folder: string;
let ctx: ServiceContext;
let mine: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-library-'));
  ctx = await openContext(folder);
  mine = insertAccount(ctx, 'mine', 0n);
});
afterEach(async () => {
  await ctx.db.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = async (
  filename: string,
  origin: 'upload' | 'run' = 'upload',
  accountId = mine,
): Promise<string> =>
  (
    await insertFile(ctx, {
      accountId,
      blob: '0'.repeat(64),
      filename,
      contentType: 'image/png',
      sizeBytes: 1,
      origin,
    })
  ).id;

it('finds the same files for a document of many references as for each reference alone', async () => {
  const other = insertAccount(ctx, 'other', 0n);
  const { references, projectId } = await transaction(ctx.db, async () => {
    const names = Array.from({ length: 30 }, (_, index) => `file ${index}.png`);
    const ids: string[] = [];
    for (const [index, name] of names.entries()) {
      ids.push(await add(name, 'upload'));
      if (index % 2 === 0) ids.push(await add(name, 'upload'));
      if (index % 3 === 0) ids.push(await add(name, 'run'));
    }
    const foreign = await add('of another.png', 'upload', other);
    const deleted = await add('deleted.png');
    await run(ctx.db, "UPDATE files SET deleted_at = 'now' WHERE id = ?", deleted);
    const project = await insertProject(ctx, { accountId: mine, name: 'p' });
    for (const [index, id] of ids.entries()) {
      if (index % 5 !== 0) continue;
      await run(
        ctx.db,
        "INSERT INTO file_references (file_id, project_id, place) VALUES (?, ?, 'storyboard')",
        id,
        project.id,
      );
    }
    const given: FileReference[] = [
      ...Array.from({ length: 300 }, (_, index) => ({ filename: `none ${index}.png` })),
      ...names.map((filename) => ({ filename })),
      ...ids.map((fileId) => ({ fileId })),
      ...ids.map((filename) => ({ filename })),
      { fileId: foreign },
      { fileId: deleted },
      { fileId: deleted, filename: names[0]! },
      { filename: 'of another.png' },
      { filename: 'deleted.png' },
      { filename: '__proto__' },
      { filename: '' },
      {},
    ];
    return { references: given, projectId: project.id };
  });
  for (const current of [undefined, { projectId, kind: 'storyboard' as const }]) {
    const scope = { accountId: mine, ...(current && { current }) };
    const together = await loadLibrary(ctx, scope, references);
    const alone: (string | undefined)[] = [];
    for (const reference of references) {
      const find = await loadLibrary(ctx, scope, [reference]);
      alone.push(find(reference)?.id);
    }
    expect(references.map((reference) => together(reference)?.id)).toEqual(alone);
  }
});

it('does not ask the database for each of a thousand files that are not there', async () => {
  await add('there.png');
  const asked = vi.spyOn(ctx.db, 'all');
  const references = Array.from({ length: 1000 }, (_, index) => ({ filename: `none ${index}.png` }));
  const find = await loadLibrary(ctx, { accountId: mine }, [...references, { filename: 'there.png' }]);
  expect(references.flatMap((reference) => find(reference) ?? [])).toEqual([]);
  expect(find({ filename: 'there.png' })).toBeDefined();
  expect(asked.mock.calls.length).toBeLessThan(5);
});
