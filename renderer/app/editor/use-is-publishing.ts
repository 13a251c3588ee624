import { useEffect } from 'react';
import { useStore } from 'zustand';
import { LOCAL_CONNECTION_ID } from '#shared/desk/index.ts';
import { isOnCanvas, publishing } from '#renderer/templates/index.ts';
import type { Workspace } from './use-workspace.ts';

/** Whether the open project is being published beside its canvas. */
export function useIsPublishing({ connectionId, projectId }: Workspace): boolean {
  useEffect(() => {
    // A hosted service publishes itself, which a dialog says.
    if (connectionId === LOCAL_CONNECTION_ID) publishing.setState({ canvas: { connectionId, projectId } });
    return () => {
      // What was chosen on the canvas goes with it.
      const { request } = publishing.getState();
      const isCurrentProject = request?.projectId === projectId && request.connectionId === connectionId;
      publishing.setState({ canvas: null, ...(isCurrentProject ? { request: null } : {}) });
    };
  }, [connectionId, projectId]);
  return useStore(publishing, isOnCanvas);
}
