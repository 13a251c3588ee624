import * as fc from '#shared/testing/property.ts';
import { expect, it } from 'vitest';
import type { PublicProjectSummary } from '#shared/api/index.ts';
import { mergeFront } from './merge-front.ts';

const project = (id: number, changed: number): PublicProjectSummary => ({
  id: `prj_${id}`,
  name: `Project ${id}, change ${changed}`,
  nodeCount: 0,
  updatedAt: new Date(changed * 1000).toISOString(),
});

const PAGE = 5;

it('whatever is changed while pages are read, every project is there once, changed last as far as seen', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 30 }),
      // Before which page what is changed; few enough to fit on the front.
      fc.array(fc.tuple(fc.nat(6), fc.nat(29)), { maxLength: PAGE }),
      (count, changes) => {
        let now = count;
        const all = new Map(Array.from({ length: count }, (_, id) => [id, id] as const));
        const listed = () => [...all].toSorted((one, other) => other[1] - one[1]);
        const shown = (rows: [number, number][]) => rows.map(([id, changed]) => project(id, changed));
        const change = (page: number): void => {
          for (const [before, id] of changes) if (before === page && id < count) all.set(id, (now += 1));
        };
        const paged: PublicProjectSummary[] = [];
        let cursor = Number.POSITIVE_INFINITY;
        for (let page = 0; ; page += 1) {
          change(page);
          const rows = listed().filter(([, changed]) => changed < cursor);
          paged.push(...shown(rows.slice(0, PAGE)));
          if (rows.length <= PAGE) break;
          cursor = rows[PAGE - 1]![1];
        }
        const merged = mergeFront(shown(listed().slice(0, PAGE)), paged);
        expect(merged.map(({ id }) => id).toSorted()).toEqual(
          Array.from({ length: count }, (_, id) => `prj_${id}`).toSorted(),
        );
      },
    ),
    { numRuns: fc.runs(500) },
  );
});

it('shows what was changed last first, and the newer of two states', () => {
  const merged = mergeFront([project(1, 9), project(2, 3)], [project(2, 4), project(3, 2), project(1, 1)]);
  expect(merged.map(({ name }) => name)).toEqual([
    'Project 1, change 9',
    'Project 2, change 4',
    'Project 3, change 2',
  ]);
});
