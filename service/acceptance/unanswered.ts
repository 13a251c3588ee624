import type { endpoints, NamedEndpoint } from '#shared/api/index.ts';

/**
 * Statuses of rows that the suite cannot bring about from outside: a full queue, a broken disk, a service built without
 * OpenTimelineIO. Tests of the parts cover the first two; the third does not exist.
 */
const OUT_OF_REACH = new Set([500, 501, 503]);

/** Where the calls of each resource are written; a new resource names its file here. */
export const CASES_OF: Record<keyof typeof endpoints, string> = {
  account: 'service/acceptance/mechanism-cases.ts',
  projects: 'service/acceptance/project-cases.ts',
  nodeTypes: 'service/acceptance/mechanism-cases.ts',
  files: 'service/acceptance/file-cases.ts',
  runs: 'service/acceptance/run-cases.ts',
  templates: 'service/acceptance/template-cases.ts',
  storyboards: 'service/acceptance/storyboard-cases.ts',
  timelines: 'service/acceptance/timeline-cases.ts',
};

/**
 * What an endpoint's row promises and no call of the suite has brought about.
 * @param isCovered whether the endpoint has answered with a status.
 * @returns a sentence for each status, which says where to write the call.
 */
export function unanswered(
  { id, status, errors }: Pick<NamedEndpoint, 'id' | 'status' | 'errors'>,
  isCovered: (status: number) => boolean,
): string[] {
  const [group] = id.split('.') as [keyof typeof endpoints];
  return [status, ...Object.keys(errors).map(Number)]
    .filter((statusCode) => !OUT_OF_REACH.has(statusCode) && !isCovered(statusCode))
    .map(
      (statusCode) =>
        `${id} has not answered ${statusCode}: write a call that brings it about into ${CASES_OF[group]}.`,
    );
}
