import { useEffect } from 'react';
import { createStore } from 'zustand/vanilla';
import { projectPath } from '#shared/desk/places.ts';
import type { Workspace } from './use-workspace.ts';

interface NodeRequest {
  connectionId: string;
  projectId: string;
  nodeId: string;
}

/** The node that another page wants to be looked at. */
const nodeRequest = createStore<{ asked: NodeRequest | null }>(() => ({ asked: null }));

/** Opens the graph of a project with a node selected and in view. */
export function showNode(request: NodeRequest, navigate: (path: string) => void): void {
  nodeRequest.setState({ asked: request });
  navigate(projectPath(request.connectionId, request.projectId));
}

/** Shows the node that another page asked for, once. */
export function useNodeRequests({ connectionId, projectId, session, notify }: Workspace): void {
  useEffect(() => {
    const { asked: request } = nodeRequest.getState();
    if (request?.connectionId !== connectionId || request.projectId !== projectId) return;
    nodeRequest.setState({ asked: null });
    if (session.store.getNode(request.nodeId)) return session.focusNode(request.nodeId);
    notify({
      title: 'The node is no longer in the graph',
      description: 'What it made stays. The gallery shows the graph as it was.',
    });
  }, [connectionId, projectId, session, notify]);
}
