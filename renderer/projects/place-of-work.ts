import type { PublicProjectSummary } from '#shared/api/index.ts';
import type { ProjectFace } from '#shared/desk/index.ts';
import type { ProjectViewName } from '#shared/desk/places.ts';

/**
 * Where the work of a project is: on the graph, unless that is empty and there is a film or a board.
 * @param face null while it is not read. @returns null for the graph
 */
export function placeOfWork(
  { nodeCount }: Pick<PublicProjectSummary, 'nodeCount'>,
  face: Pick<ProjectFace, 'film' | 'shots'> | null,
): Extract<ProjectViewName, 'timeline' | 'storyboard'> | null {
  if (nodeCount > 0 || face === null) return null;
  if (face.film !== null) return 'timeline';
  return (face.shots ?? 0) > 0 ? 'storyboard' : null;
}
