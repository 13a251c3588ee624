import { useCallback, useEffect, useState } from 'react';
import type { ApiClient } from '#shared/api/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import type { Desk } from '#renderer/desk/index.ts';
import { createDeskPorts } from './desk-ports.ts';
import type { EditorSession } from './editor-session.ts';
import { LeftSessions } from './left-sessions.ts';
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

const left = new LeftSessions<EditorSession>();

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
        const found = await left.returnTo(project);
        if (!mounted) {
          if (found) left.leave(project, found);
          return;
        }
        const ready = found ?? (await openSession(createDeskPorts({ connectionId, projectId, api, desk })));
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
      if (session) left.leave(project, session);
    };
  }, [key, project, connectionId, projectId, api, desk]);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  if (!loaded || loaded.key !== key) return { state: 'loading', session: null, error: null, retry };
  if (loaded.session) return { state: 'ready', session: loaded.session, error: null, retry };
  return { state: 'error', session: null, error: loaded.error, retry };
}
