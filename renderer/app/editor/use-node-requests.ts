import { useEffect } from 'react';
import { nodeRequest } from '../parts/show-node.ts';
import type { Workspace } from './use-workspace.ts';

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
