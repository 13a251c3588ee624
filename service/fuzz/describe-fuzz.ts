import { beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '#shared/api/index.ts';
import { databaseUnderTest } from '#service/testing/database-under-test.ts';
import { withFuzzService } from './fuzz-service.ts';
import { fuzz, type FuzzReport } from './fuzz.ts';

/** Milliseconds that a busy machine may take for one call: a hundred times what it takes on a quiet one. */
export const MAX_MS_PER_CALL = 300;

/** Tests that so many made-up calls keep every promise, and reach what there is. */
export function describeFuzz(calls: number, seed: number): void {
  describe(`${calls} made-up calls`, () => {
    let report: FuzzReport;
    beforeAll(async () => {
      const database = await databaseUnderTest();
      report = await withFuzzService((service) => fuzz(service, { calls, seed }), database?.url);
      await database?.drop();
    }, calls * MAX_MS_PER_CALL);

    it('find every promise of the endpoint table kept', () => {
      expect(report.failure).toBeNull();
      expect(report.calls).toBeGreaterThanOrEqual(calls);
    });

    it('reach every endpoint, and most of them with success', () => {
      const successes = allEndpoints.filter(({ id, status }) => report.responses.get(id)?.has(status));
      expect(allEndpoints.map(({ id }) => id).filter((id) => !report.responses.has(id))).toEqual([]);
      expect(successes.length).toBeGreaterThan(allEndpoints.length * 0.8);
    });

    it('meet every kind of refusal', () => {
      const statusCodes = new Set([...report.responses.values()].flatMap((statuses) => [...statuses.keys()]));
      expect([...statusCodes]).toEqual(
        expect.arrayContaining([200, 201, 202, 204, 400, 401, 403, 404, 409, 422]),
      );
    });
  });
}
