import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { templatePath } from '#shared/desk/places.ts';
import { useConnectionActions } from '#renderer/connections/index.ts';
import { useConnections } from '#renderer/desk/index.ts';
import { PublishDialog, publishing } from '#renderer/templates/index.ts';

/** Publishing a project as a template, wherever it was asked for. */
export function PublishDialogs(): ReactElement | null {
  const [, navigate] = useLocation();
  const { request } = useStore(publishing);
  const connections = useConnections();
  const { activate } = useConnectionActions();
  if (request === null) return null;
  const close = () => publishing.setState({ request: null });
  return (
    <PublishDialog
      {...request}
      onClose={close}
      onShow={(templateId) => {
        close();
        const show = () => navigate(templatePath(templateId));
        // The page of templates shows those of the connection in use.
        if (connections.data?.activeId === request.connectionId) show();
        else activate.mutate(request.connectionId, { onSuccess: show });
      }}
    />
  );
}
