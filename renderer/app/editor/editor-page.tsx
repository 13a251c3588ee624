import { ArrowLeft } from 'lucide-react';
import { useEffect, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { pagePaths } from '#shared/desk/places.ts';
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
import { words } from '#renderer/words/index.ts';
import { EditorLoading } from './editor-loading.tsx';
import { EditorWorkspace } from './editor-workspace.tsx';
import { usePrefetch } from '../parts/use-prefetch.ts';

const t = words.appEditor.editorPage;

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
        <main style={{ height: '100%' }} aria-label={t.projectCouldNot}>
          <ErrorState
            title={isMissing(session.error) ? t.projectNoLongerExists : t.projectCouldNot}
            text={
              isMissing(session.error)
                ? t.deletedBelongsAnotherAccount
                : offline
                  ? t.cannotReachedProjectNot(offline.name)
                  : describeProblem(session.error)
            }
            onRetry={isMissing(session.error) ? undefined : session.retry}
            action={
              <Button
                icon={<ArrowLeft aria-hidden />}
                onClick={() =>
                  navigate(isKeyProblem(session.error) ? pagePaths.connections : pagePaths.projects)
                }
              >
                {isKeyProblem(session.error) ? t.goConnections : t.allProjects}
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
