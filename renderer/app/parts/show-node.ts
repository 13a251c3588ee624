import { projectPath } from '#shared/desk/places.ts';
import { sendIntent } from '#renderer/desk/index.ts';

/** Opens the graph of a project with a node selected and in view. */
export function showNode(
  request: { connectionId: string; projectId: string; nodeId: string },
  navigate: (path: string) => void,
): void {
  sendIntent({ kind: 'show-node', ...request });
  navigate(projectPath(request.connectionId, request.projectId));
}
