import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement } from 'react';
import { useStore } from 'zustand';
import {
  activeConnectionOf,
  bindDeskEvents,
  callDesk,
  hostState,
  onConnectionBack,
  openSession,
  queryClient,
  setBearer,
  startDeskEvents,
  useConnections,
  useSettings,
  type Session,
} from '#renderer/desk/index.ts';
import { bindNativeMenu, listenForHotkeys } from '#renderer/commands/index.ts';
import { QueueWatch } from '#renderer/queue/index.ts';
import { WebPictureQuestion } from '#renderer/uploads/index.ts';
import {
  applyTheme,
  ErrorState,
  pageNonce,
  recoverFocus,
  showToast,
  Toasts,
  TooltipProvider,
  watchPanes,
} from '#renderer/ui/index.ts';
import { viewerStore } from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { HostNotice } from './host-notice.tsx';
import { Viewers } from './lazy-pages.ts';
import { AgentQuestions } from '../parts/agent-questions.tsx';
import { Routes } from './routes.tsx';
import { RecentColors } from '../parts/recent-colors.tsx';
import { SessionExpired } from './session-ended.tsx';
import { StartNotices } from './start-notices.tsx';

const t = words.appFrame.app;

/** The whole of the pages: signs in, then shows the routes. */
export function App(): ReactElement | null {
  const [session, setSession] = useState<Session | { kind: 'failed' } | null>(null);

  useEffect(() => {
    let current = true;
    const signIn = async () => {
      let next: Session | { kind: 'failed' };
      try {
        next = await openSession();
        setBearer(next.bearer);
      } catch {
        next = { kind: 'failed' };
      }
      if (current) setSession(next);
    };
    void signIn();
    return () => {
      current = false;
    };
  }, []);

  if (session === null) return null;
  return (
    <CSPProvider nonce={pageNonce()}>
      <ErrorBoundary>
        {session.kind === 'failed' ? (
          <ErrorState
            title={t.patchbayNotResponding}
            text={t.appBehindPageNot}
            onRetry={() => location.reload()}
          />
        ) : session.kind === 'none' ? (
          <SessionExpired />
        ) : (
          <QueryClientProvider client={queryClient}>
            <TooltipProvider delay={500} timeout={300}>
              <Toasts>
                <SignedIn />
              </Toasts>
            </TooltipProvider>
          </QueryClientProvider>
        )}
      </ErrorBoundary>
    </CSPProvider>
  );
}

function SignedIn(): ReactElement {
  const host = useStore(hostState, (value) => value.state);
  const settings = useSettings();
  const theme = settings.data?.theme;
  const connections = useConnections();
  const active = connections.data ? activeConnectionOf(connections.data) : null;

  useEffect(() => {
    const stop = new AbortController();
    void startDeskEvents(stop.signal).catch(() => undefined);
    const unbind = [
      bindDeskEvents(queryClient),
      listenForHotkeys(),
      watchPanes(),
      recoverFocus(),
      bindNativeMenu(),
      onConnectionBack(({ id, kind, name }) => {
        // The local workspace starts again within seconds; nobody has to hear of each time.
        if (kind !== 'hosted') return;
        showToast({
          id: `back ${id}`,
          kind: 'ok',
          title: t.retry(name),
          description: t.editsFilesWaitedOut,
        });
      }),
    ];
    return () => {
      stop.abort();
      for (const end of unbind) end();
    };
  }, []);

  useEffect(() => {
    if (!theme) return;
    applyTheme(theme);
    void window.patchbay?.setTheme(theme);
  }, [theme]);

  // While the host is gone, ask after it; its first response brings everything back.
  useEffect(() => {
    if (host !== 'lost') return undefined;
    const timer = setInterval(() => void callDesk('status', {}).catch(() => undefined), 2000);
    return () => clearInterval(timer);
  }, [host]);

  if (host === 'ended') return <SessionExpired />;
  return (
    <RecentColors>
      <Routes />
      <QueueWatch connectionId={active?.id ?? null} />
      <WebPictureQuestion />
      <LazyViewer />
      <AgentQuestions />
      {host === 'lost' ? <HostNotice /> : <StartNotices />}
    </RecentColors>
  );
}

/** The viewer, from when it is opened first. */
function LazyViewer(): ReactElement | null {
  const isOpen = useStore(viewerStore, ({ state }) => state.mode !== 'closed');
  const [isRequested, setRequested] = useState(isOpen);
  if (isOpen && !isRequested) setRequested(true);
  return isRequested ? <Viewers /> : null;
}
