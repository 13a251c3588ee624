import { createStore } from 'zustand/vanilla';
import { projectPath } from '#shared/desk/places.ts';

interface NodeRequest {
  connectionId: string;
  projectId: string;
  nodeId: string;
}

/** The node that another page wants to be looked at. */
export const nodeRequest = createStore<{ requested: NodeRequest | null }>(() => ({ requested: null }));

/** Opens the graph of a project with a node selected and in view. */
export function showNode(request: NodeRequest, navigate: (path: string) => void): void {
  nodeRequest.setState({ requested: request });
  navigate(projectPath(request.connectionId, request.projectId));
}
