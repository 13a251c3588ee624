import type { PublicProjectSummary } from '#shared/api/index.ts';
import { projectPath, projectViewPath, type ProjectViewName } from '#shared/desk/places.ts';

/** A page of a project; null for the graph. */
export type WorkView = Extract<ProjectViewName, 'timeline' | 'storyboard'> | null;

export const pathOfWork = (connectionId: string, projectId: string, view: WorkView): string =>
  view === null ? projectPath(connectionId, projectId) : projectViewPath(connectionId, projectId, view);

/**
 * Where the work of a project is: on the graph, unless that is empty and there is a film or a board.
 * @param face null while it is not read. @returns null for the graph
 */
export function initialView(
  { nodeCount }: Pick<PublicProjectSummary, 'nodeCount'>,
  face: { film: object | null; shots?: number | undefined } | null,
): WorkView {
  if (nodeCount > 0 || face === null) return null;
  if (face.film !== null) return 'timeline';
  return (face.shots ?? 0) > 0 ? 'storyboard' : null;
}
