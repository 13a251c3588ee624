import { useEffect } from 'react';
import { words } from '#renderer/words/index.ts';
import { nodeRequest } from '../parts/show-node.ts';
import type { Workspace } from './use-workspace.ts';

const t = words.appEditor.useNodeRequests;

/** Shows the node that another page asked for, once. */
export function useNodeRequests({ connectionId, projectId, session, notify }: Workspace): void {
  useEffect(() => {
    const { requested: request } = nodeRequest.getState();
    if (request?.connectionId !== connectionId || request.projectId !== projectId) return;
    nodeRequest.setState({ requested: null });
    if (session.store.getNode(request.nodeId)) return session.focusNode(request.nodeId);
    notify({
      title: t.nodeNoLongerGraph,
      description: t.galleryShowsGraph,
    });
  }, [connectionId, projectId, session, notify]);
}
