import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#shared/api/index.ts';
import { describeAccess } from './access-cases.ts';
import { describeExternalRuns } from './external-run-cases.ts';
import { describeFiles } from './file-cases.ts';
import { answered, type Transport } from './harness.ts';
import { describeMechanisms } from './mechanism-cases.ts';
import { describeProjects } from './project-cases.ts';
import { describeRuns } from './run-cases.ts';
import { describeStoryboards } from './storyboard-cases.ts';
import { describeTemplates } from './template-cases.ts';
import { describeTimelines } from './timeline-cases.ts';

/**
 * Statuses of rows that the suite cannot bring about from outside: a full queue, a broken disk, a service built without
 * OpenTimelineIO. Tests of the parts cover the first two; the third does not exist.
 */
const OUT_OF_REACH = new Set([500, 501, 503]);

/** The whole acceptance suite, over one transport. */
export function describeService(transport: Transport): void {
  describeAccess(transport);
  describeMechanisms(transport);
  describeProjects(transport);
  describeFiles(transport);
  describeRuns(transport);
  describeTemplates(transport);
  describeExternalRuns(transport);
  describeStoryboards(transport);
  describeTimelines(transport);

  describe('the whole endpoint table', () => {
    it.each(allEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
      '%s has answered all that its row says',
      (id, endpoint) => {
        const statuses = [endpoint.status, ...Object.keys(endpoint.errors).map(Number)];
        const missing = statuses.filter((status) => !OUT_OF_REACH.has(status) && !answered(id, status));
        expect(missing).toEqual([]);
        expect(answered(id, 501)).toBe(false);
      },
    );
  });
}
