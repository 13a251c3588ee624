import { useQuery } from '@tanstack/react-query';
import { endpoints } from '#shared/api/index.ts';
import { apiFor, callDesk } from '#renderer/desk/index.ts';
import { ifSupported } from './duplicate-project.ts';
import { projectKeys } from './queries.ts';

/** What projects hold beside their nodes, counted. */
export interface ProjectContents {
  /** Storyboards with something in them, and their shots; null where they could not be read. */
  boards: { count: number; shots: number } | null;
  timelines: { count: number; clips: number } | null;
  /** Runs that this computer has seen, those of grids and batches with them; null where they could not be read. */
  runs: number | null;
  /** What those runs made and the gallery shows. */
  outputs: number | null;
}

/** Of several, so many are asked about at a time. */
const CONCURRENT_PROJECTS = 4;

const orNull = <T>(request: Promise<T>): Promise<T | null> => request.catch(() => null);

export async function readContents(
  connectionId: string,
  projectId: string,
  signal?: AbortSignal,
): Promise<ProjectContents> {
  const api = apiFor(connectionId);
  const params = { project_id: projectId };
  const [boards, timelines, runs, outputs] = await Promise.all([
    orNull(
      ifSupported(api(endpoints.storyboards.get, { params, signal })).then((board) => ({
        count: (board?.summary.sceneCount ?? 0) > 0 ? 1 : 0,
        shots: board?.summary.shotCount ?? 0,
      })),
    ),
    orNull(
      ifSupported(api(endpoints.timelines.get, { params, signal })).then((timeline) => ({
        count: (timeline?.summary.trackCount ?? 0) > 0 ? 1 : 0,
        clips: timeline?.summary.clipCount ?? 0,
      })),
    ),
    orNull(
      Promise.all([
        callDesk('listRuns', { query: { connectionId, projectId }, signal }),
        callDesk('listBatches', { query: { connectionId, projectId }, signal }),
      ]).then(([single, { batches }]) =>
        batches.reduce((sum, { runsStarted }) => sum + runsStarted, single.runs.length),
      ),
    ),
    orNull(
      callDesk('searchOutputs', { body: { connectionId, projectId, limit: 1 }, signal }).then(
        ({ total }) => total ?? 0,
      ),
    ),
  ]);
  return { boards, timelines, runs, outputs };
}

const sum = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

const addContents = (a: ProjectContents, b: ProjectContents): ProjectContents => ({
  boards:
    a.boards && b.boards
      ? { count: a.boards.count + b.boards.count, shots: a.boards.shots + b.boards.shots }
      : null,
  timelines:
    a.timelines && b.timelines
      ? { count: a.timelines.count + b.timelines.count, clips: a.timelines.clips + b.timelines.clips }
      : null,
  runs: sum(a.runs, b.runs),
  outputs: sum(a.outputs, b.outputs),
});

/** What the projects hold together, read anew each time; undefined while it is read. */
export const useProjectContents = (
  connectionId: string,
  projectIds: readonly string[],
): ProjectContents | undefined =>
  useQuery({
    queryKey: [...projectKeys.all(connectionId), 'contents', projectIds],
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      let total: ProjectContents = {
        boards: { count: 0, shots: 0 },
        timelines: { count: 0, clips: 0 },
        runs: 0,
        outputs: 0,
      };
      for (let at = 0; at < projectIds.length; at += CONCURRENT_PROJECTS) {
        const chunk = projectIds.slice(at, at + CONCURRENT_PROJECTS);
        const contents = await Promise.all(chunk.map((id) => readContents(connectionId, id, signal)));
        total = contents.reduce(addContents, total);
      }
      return total;
    },
  }).data;
