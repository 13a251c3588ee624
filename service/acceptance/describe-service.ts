import { describe, expect, it } from 'vitest';
import { allEndpoints } from '#shared/api/index.ts';
import { describeAccess } from './access-cases.ts';
import { describeExternalRuns } from './external-run-cases.ts';
import { describeFiles } from './file-cases.ts';
import { isCovered, type Transport } from './harness.ts';
import { describeMechanisms } from './mechanism-cases.ts';
import { describeProjects } from './project-cases.ts';
import { describeRuns } from './run-cases.ts';
import { describeStoryboards } from './storyboard-cases.ts';
import { describeTemplates } from './template-cases.ts';
import { describeTimelines } from './timeline-cases.ts';
import { unanswered } from './unanswered.ts';

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
        expect(unanswered(endpoint, (status) => isCovered(id, status))).toEqual([]);
        expect(isCovered(id, 501)).toBe(false);
      },
    );
  });
}
