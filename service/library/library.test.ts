import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StatementSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { ServiceContext } from '#service/context.ts';
import { insertAccount, openContext } from '#service/engine/testing/engine-bench.ts';
import { insertFile } from '#service/files/rows.ts';
import { insertProject } from '#service/projects/rows.ts';
import { transaction } from '#service/storage/database.ts';
import { run } from '#service/storage/statements.ts';
import { createLibrary, type FileReference } from './library.ts';

let folder: string;
let ctx: ServiceContext;
let mine: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-library-'));
  ctx = openContext(folder);
  mine = insertAccount(ctx, 'mine', 0n);
});
afterEach(() => {
  ctx.db.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = (filename: string, origin: 'upload' | 'run' = 'upload', accountId = mine): string =>
  insertFile(ctx, {
    accountId,
    blob: '0'.repeat(64),
    filename,
    contentType: 'image/png',
    sizeBytes: 1,
    origin,
  }).id;

it('finds the same files for a document of many references as for each reference alone', () => {
  const other = insertAccount(ctx, 'other', 0n);
  const { references, projectId } = transaction(ctx.db, () => {
    const names = Array.from({ length: 30 }, (_, index) => `file ${index}.png`);
    const ids = names.flatMap((name, index) => [
      add(name, 'upload'),
      ...(index % 2 === 0 ? [add(name, 'upload')] : []),
      ...(index % 3 === 0 ? [add(name, 'run')] : []),
    ]);
    const foreign = add('of another.png', 'upload', other);
    const deleted = add('deleted.png');
    run(ctx.db, "UPDATE files SET deleted_at = 'now' WHERE id = ?", deleted);
    const project = insertProject(ctx, { accountId: mine, name: 'p' });
    for (const [index, id] of ids.entries()) {
      if (index % 5 !== 0) continue;
      run(
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
    const together = createLibrary(ctx, scope);
    expect(references.map((reference) => together(reference)?.id)).toEqual(
      references.map((reference) => createLibrary(ctx, scope)(reference)?.id),
    );
  }
});

it('does not ask the database for each of a thousand files that are not there', () => {
  add('there.png');
  const find = createLibrary(ctx, { accountId: mine });
  const asked = vi.spyOn(StatementSync.prototype, 'get');
  onTestFinished(() => asked.mockRestore());
  const found = Array.from({ length: 1000 }, (_, index) => find({ filename: `none ${index}.png` }));
  expect(found.filter(Boolean)).toEqual([]);
  expect(find({ filename: 'there.png' })).toBeDefined();
  expect(asked.mock.calls.length).toBeLessThan(300);
});
