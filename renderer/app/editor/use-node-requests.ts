import { useIntent } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import type { Workspace } from './use-workspace.ts';

const t = words.appEditor.useNodeRequests;

/** Shows the node that another page asked for, once. */
export function useNodeRequests({ connectionId, projectId, session, notify }: Workspace): void {
  useIntent('show-node', { connectionId, projectId }, ({ nodeId }) => {
    if (session.store.getNode(nodeId)) return session.focusNode(nodeId);
    notify({
      title: t.nodeNoLongerGraph,
      description: t.galleryShowsGraph,
    });
    return undefined;
  });
}
