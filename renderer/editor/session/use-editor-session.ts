import { useCallback, useEffect, useState } from 'react';
import type { ApiClient } from '#shared/api/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import type { Desk } from '#renderer/desk/index.ts';
import { createDeskPorts } from './desk-ports.ts';
import type { EditorSession } from './editor-session.ts';
import { openSession } from './open-session.ts';

export type EditorSessionState =
  | { state: 'loading'; session: null; error: null; retry: () => void }
  | { state: 'error'; session: null; error: unknown; retry: () => void }
  | { state: 'ready'; session: EditorSession; error: null; retry: () => void };

export interface EditorSessionOptions {
  connectionId: string;
  projectId: string;
  api: ApiClient;
  desk: Desk;
}

/** Sessions of this page that are still saving what was left when they were closed, by project. */
const closings = new Map<string, Promise<void>>();

function closeWhenSaved(project: string, session: EditorSession): void {
  const closing = session.store
    .flush()
    .then(
      () => undefined,
      // The journal has every edit: whoever opens the project next takes them up.
      () => undefined,
    )
    .finally(() => {
      session.dispose();
      if (closings.get(project) === closing) closings.delete(project);
    });
  closings.set(project, closing);
}

/** Opens a project and keeps it open while the component is mounted; leaving flushes what is waiting. */
export function useEditorSession({
  connectionId,
  projectId,
  api,
  desk,
}: EditorSessionOptions): EditorSessionState {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<{
    key: string;
    session: EditorSession | null;
    error: unknown;
  } | null>(null);
  const project = joinKey(connectionId, projectId);
  const key = joinKey(project, `${attempt}`);
  useEffect(() => {
    let mounted = true;
    let session: EditorSession | null = null;
    const open = async (): Promise<void> => {
      try {
        // Opening beside a session that is still saving would show the document without its edits.
        await closings.get(project);
        if (!mounted) return;
        const ready = await openSession(createDeskPorts({ connectionId, projectId, api, desk }));
        if (!mounted) {
          ready.dispose();
          return;
        }
        session = ready;
        setLoaded({ key, session: ready, error: null });
      } catch (error) {
        if (mounted) setLoaded({ key, session: null, error });
      }
    };
    void open();
    return () => {
      mounted = false;
      if (session) closeWhenSaved(project, session);
    };
  }, [key, project, connectionId, projectId, api, desk]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  if (!loaded || loaded.key !== key) return { state: 'loading', session: null, error: null, retry };
  if (loaded.session) return { state: 'ready', session: loaded.session, error: null, retry };
  return { state: 'error', session: null, error: loaded.error, retry };
}
