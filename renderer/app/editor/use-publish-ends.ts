import { useLocation } from 'wouter';
import { templatePath } from '#shared/desk/places.ts';
import { useConnectionActions } from '#renderer/connections/index.ts';
import { useConnections } from '#renderer/desk/index.ts';
import { publishing } from '#renderer/templates/index.ts';

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
