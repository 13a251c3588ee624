import { ArrowLeft } from 'lucide-react';
import { useEffect, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { useEditorSession } from '#renderer/editor/index.ts';
import {
  apiFor,
  callDesk,
  describeProblem,
  isKeyProblem,
  isMissing,
  useOffline,
  useSettings,
} from '#renderer/desk/index.ts';
import { useProjectPresence } from '#renderer/projects/index.ts';
import { Button, ErrorState } from '#renderer/ui/index.ts';
import { EditorLoading } from './editor-loading.tsx';
import { EditorWorkspace } from './editor-workspace.tsx';
import { usePrefetch } from '../parts/use-prefetch.ts';

/** One open project: what is needed before the workspace can be shown, and what to do when it cannot. */
export function EditorPage({
  connectionId,
  projectId,
}: {
  connectionId: string;
  projectId: string;
}): ReactElement {
  const [, navigate] = useLocation();
  useProjectPresence(connectionId, projectId);
  const settings = useSettings();
  const offline = useOffline(connectionId);
  const session = useEditorSession({ connectionId, projectId, api: apiFor(connectionId), desk: callDesk });
  usePrefetch(connectionId, projectId, session.state === 'ready');
  const isOpen = session.state === 'ready';
  useEffect(() => {
    if (isOpen) {
      callDesk('noteProjectOpened', { params: { connectionId, projectId } }).catch(() => undefined);
    }
  }, [isOpen, connectionId, projectId]);
  switch (session.state) {
    case 'loading':
      return <EditorLoading />;
    case 'error':
      return (
        <main style={{ height: '100%' }}>
          <ErrorState
            title={
              isMissing(session.error) ? 'This project no longer exists' : 'The project could not be opened'
            }
            text={
              isMissing(session.error)
                ? 'It was deleted, or it belongs to another account.'
                : offline
                  ? `${offline.name} cannot be reached, and this project has not been opened on this computer before. It opens when the service is back.`
                  : describeProblem(session.error)
            }
            onRetry={isMissing(session.error) ? undefined : session.retry}
            action={
              <Button
                icon={<ArrowLeft aria-hidden />}
                onClick={() => navigate(isKeyProblem(session.error) ? '/connections' : '/')}
              >
                {isKeyProblem(session.error) ? 'Go to connections' : 'All projects'}
              </Button>
            }
          />
        </main>
      );
    case 'ready':
      // The panels take their sizes from the settings once, when they appear.
      return settings.isPending ? (
        <EditorLoading />
      ) : (
        <EditorWorkspace connectionId={connectionId} projectId={projectId} session={session.session} />
      );
    default: {
      const unknown: never = session;
      return unknown;
    }
  }
}
