import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { templatePath } from '#shared/desk/places.ts';
import { useConnectionActions } from '#renderer/connections/index.ts';
import { useConnections } from '#renderer/desk/index.ts';
import { isOnCanvas, publishing } from '#renderer/templates/index.ts';
import { PublishDialog } from './lazy-pages.ts';

/** Publishing a project as a template, wherever it was asked for. */
export function PublishDialogs(): ReactElement | null {
  const state = useStore(publishing);
  const ends = usePublishEnds();
  if (state.request === null || isOnCanvas(state)) return null;
  return <PublishDialog {...state.request} {...ends} />;
}

/** What follows publishing: it is closed, or the template is shown. */
export function usePublishEnds() {
  const [, navigate] = useLocation();
  const connections = useConnections();
  const { activate } = useConnectionActions();
  const onClose = () => publishing.setState({ request: null });
  return {
    onClose,
    onShow(templateId: string): void {
      const connectionId = publishing.getState().request?.connectionId;
      onClose();
      const show = () => navigate(templatePath(templateId));
      // The page of templates shows those of the connection in use.
      if (connectionId === undefined || connections.data?.activeId === connectionId) show();
      else activate.mutate(connectionId, { onSuccess: show });
    },
  };
}
