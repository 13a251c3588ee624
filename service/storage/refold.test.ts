import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestService } from '#service/acceptance/harness.ts';
import { PROJECT_NAMES } from '#service/projects/search-rows.ts';
import { insertTemplate } from '#service/templates/rows.ts';
import { TEMPLATE_TEXTS } from '#service/templates/list-rows.ts';
import { foldAsBefore, piecesOf, refoldedTo } from '#service/testing/earlier-names.ts';
import { REFOLD_READS, REFOLD_WRITES, refoldBacklog } from './refold.ts';
import { all, queryRow } from './statements.ts';

/** Enough for two full slices and a part of a third. */
const ACCENTED = 2 * REFOLD_WRITES + 20;

let service: TestService;
beforeAll(async () => {
  service = await TestService.open('in-process');
  for (let number = 1; number <= ACCENTED; number += 1) {
    await service.createProject({ name: `Café ${number}` });
    if (number % 4 === 0) await service.createProject({ name: `Plain ${number}` });
  }
  for (const name of ['Straße', 'Ørsted', 'Plain']) {
    await insertTemplate(service.context, {
      accountId: service.accountId,
      name,
      source: 'project',
      graph: { nodes: [], connections: [] },
      inputs: [],
      outputs: [],
    });
  }
});
afterAll(() => service.close());
beforeEach(() => foldAsBefore(service.context.db));

/** What a search finds, through pages of seven. */
async function projectsNamed(search: string): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: Record<string, string | number> = { search, limit: 7, ...(cursor === '' ? {} : { cursor }) };
    const page = await service.ok('projects.list', { query });
    names.push(...page.data.map(({ name }) => name));
    cursor = page.nextCursor ?? null;
  }
  return names;
}
const templatesNamed = async (search: string): Promise<string[]> =>
  (await service.ok('templates.list', { query: { search } })).data.map(({ name }) => name);

const newestFirst = Array.from({ length: ACCENTED }, (_, index) => `Café ${ACCENTED - index}`);

async function expectExactPieces(): Promise<void> {
  const { stored, expected } = await piecesOf(service.context.db);
  expect(stored).toEqual(expected);
}

describe('names that an earlier build stored with their accents', () => {
  it('are found as before until they are folded anew, and without accents from then on', async () => {
    const { db } = service.context;
    let slices = 0;
    do {
      for (const search of ['café', 'CAFÉ', 'cafe\u0301'])
        expect(await projectsNamed(search)).toEqual(newestFirst);
      expect(await projectsNamed('caf')).toEqual(newestFirst);
      await expectExactPieces();
      slices += 1;
    } while ((await refoldBacklog(db, PROJECT_NAMES).next()).done !== true);
    expect(slices).toBe(3);
    expect(await refoldedTo(db, 'projects')).toBeNull();
    expect(await projectsNamed('cafe')).toEqual(newestFirst);
    expect(await projectsNamed('ＣＡＦÉ')).toEqual(newestFirst);
    await expectExactPieces();
  });

  it('are folded anew a bounded number at a time, and what was done is not done again', async () => {
    const { db } = service.context;
    const folded = async () =>
      Number(
        (await queryRow(db, "SELECT count(*) AS n FROM projects WHERE name_folded LIKE 'cafe %'"))?.['n'],
      );
    const backlog = refoldBacklog(db, PROJECT_NAMES);
    await backlog.next();
    expect(await folded()).toBe(REFOLD_WRITES);
    await backlog.next();
    // As a service that ends leaves it.
    await backlog.return(undefined);
    expect(await folded()).toBe(2 * REFOLD_WRITES);
    const before = await refoldedTo(db, 'projects');
    const rest = (await all(db, 'SELECT id FROM projects WHERE id > ?', before)).length;
    expect(rest).toBeLessThan(REFOLD_READS);
    expect((await refoldBacklog(db, PROJECT_NAMES).next()).done).toBe(true);
    expect(await folded()).toBe(ACCENTED);
    const changes = async () => (await queryRow(db, 'SELECT total_changes() AS n'))?.['n'];
    const written = await changes();
    expect((await refoldBacklog(db, PROJECT_NAMES).next()).done).toBe(true);
    expect(await changes()).toBe(written);
  });

  it('are found beside those that are written meanwhile, each once', async () => {
    const { db } = service.context;
    await refoldBacklog(db, PROJECT_NAMES).next();
    const { id } = await service.createProject({ name: 'Café, new' });
    try {
      expect(await projectsNamed('café')).toEqual(['Café, new', ...newestFirst]);
      for await (const _slice of refoldBacklog(db, PROJECT_NAMES));
      expect(await projectsNamed('cafe')).toEqual(['Café, new', ...newestFirst]);
      await expectExactPieces();
    } finally {
      await service.ok('projects.delete', { params: { project_id: id }, query: { expectedVersion: 1 } });
    }
  });

  it('are those of templates as well', async () => {
    const { db } = service.context;
    expect(await templatesNamed('straße')).toEqual(['Straße']);
    expect(await templatesNamed('strasse')).toEqual([]);
    expect(await templatesNamed('ørs')).toEqual(['Ørsted']);
    for await (const _slice of refoldBacklog(db, TEMPLATE_TEXTS));
    for (const search of ['straße', 'STRASSE']) expect(await templatesNamed(search)).toEqual(['Straße']);
    for (const search of ['ørs', 'orsted']) expect(await templatesNamed(search)).toEqual(['Ørsted']);
  });
});
