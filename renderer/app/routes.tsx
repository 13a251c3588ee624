import { lazy, Suspense, useEffect, useState, type ReactElement } from 'react';
import { Compass } from 'lucide-react';
import { Route, Switch, useLocation } from 'wouter';
import { commandNamed, CommandPalette, useCommands } from '#renderer/commands/index.ts';
import { ConnectionsPage } from '#renderer/connections/index.ts';
import { useChangeSettings, useSettings } from '#renderer/desk/index.ts';
import { askForImport } from '#renderer/interchange/index.ts';
import { askForOutputs, RunNotices } from '#renderer/runs/index.ts';
import { Button, EmptyState, type ThemeChoice } from '#renderer/ui/index.ts';
import { AppFrame } from './app-frame.tsx';
import { EditorLoading } from './editor-loading.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { HomePage, projectPath, TemplatesHome } from './home-page.tsx';
import { InterchangeDialogs } from './interchange-dialogs.tsx';
import { LookPage } from './look-page.tsx';
import { ProjectFileDialogs } from './project-file-dialogs.tsx';
import { ProjectPage } from './project-page.tsx';
import { saveDiagnostics } from './save-diagnostics.ts';
import { SettingsPage } from './settings-page.tsx';
import { ShortcutsPage } from './shortcuts-page.tsx';

// The canvas is most of the code; the projects page does not wait for it.
const EditorPage = lazy(() => import('./editor-page.tsx').then((module) => ({ default: module.EditorPage })));

/** Which page stands at which address, and the commands that go everywhere. */
export function Routes(): ReactElement {
  const [location, navigate] = useLocation();
  const [paletteOpen, setPaletteOpen] = useState(false);
  const settings = useSettings();
  const change = useChangeSettings();
  const theming = (choice: ThemeChoice) => ({
    checked: () => settings.data?.theme === choice,
    run: () => change.mutate({ theme: choice }),
  });
  useCommands([
    { ...commandNamed('app.command-palette'), run: () => setPaletteOpen(true) },
    { ...commandNamed('go.projects'), run: () => navigate('/') },
    { ...commandNamed('go.templates'), run: () => navigate('/templates') },
    { ...commandNamed('timeline.import'), run: () => askForImport() },
    { ...commandNamed('go.connections'), run: () => navigate('/connections') },
    { ...commandNamed('go.settings'), run: () => navigate('/settings') },
    { ...commandNamed('help.shortcuts'), run: () => navigate('/shortcuts') },
    { ...commandNamed('help.diagnostics'), run: () => void saveDiagnostics() },
    { ...commandNamed('view.theme-system'), ...theming('system') },
    { ...commandNamed('view.theme-light'), ...theming('light') },
    { ...commandNamed('view.theme-dark'), ...theming('dark') },
  ]);

  useEffect(() => window.patchbay?.onNavigate((path) => navigate(path)), [navigate]);

  useEffect(() => {
    const titles: Record<string, string> = {
      '/': 'Projects',
      '/templates': 'Templates',
      '/look': 'Timeline file',
      '/connections': 'Connections',
      '/settings': 'Settings',
      '/shortcuts': 'Keyboard shortcuts',
    };
    const title = titles[location] ?? (location.startsWith('/templates/') ? 'Templates' : undefined);
    if (title) {
      document.title = `${title} – Patchbay`;
      void window.patchbay?.setTitle(document.title);
    }
  }, [location]);

  return (
    <>
      <Switch>
        <Route path="/projects/:connectionId/:projectId">
          {({ connectionId, projectId }) => (
            <ErrorBoundary key={`${connectionId} ${projectId}`}>
              <Suspense fallback={<EditorLoading />}>
                <EditorPage
                  connectionId={decodeURIComponent(connectionId)}
                  projectId={decodeURIComponent(projectId)}
                />
              </Suspense>
            </ErrorBoundary>
          )}
        </Route>
        <Route path="/projects/:connectionId/:projectId/:view">
          {({ connectionId, projectId, view }) =>
            isProjectView(view) ? (
              <ErrorBoundary key={`${connectionId} ${projectId} ${view}`}>
                <ProjectPage
                  connectionId={decodeURIComponent(connectionId)}
                  projectId={decodeURIComponent(projectId)}
                  view={view}
                />
              </ErrorBoundary>
            ) : (
              <NothingHere />
            )
          }
        </Route>
        <Route path="/look">
          <ErrorBoundary>
            <LookPage />
          </ErrorBoundary>
        </Route>
        <Route>
          <AppFrame>
            <ErrorBoundary key={location.startsWith('/templates') ? '/templates' : location}>
              <Switch>
                <Route path="/" component={HomePage} />
                <Route path="/templates/:templateId?">
                  {({ templateId }) => (
                    <TemplatesHome
                      templateId={templateId === undefined ? null : decodeURIComponent(templateId)}
                    />
                  )}
                </Route>
                <Route path="/connections" component={ConnectionsPage} />
                <Route path="/settings" component={SettingsPage} />
                <Route path="/shortcuts" component={ShortcutsPage} />
                <Route>
                  <NothingHere />
                </Route>
              </Switch>
            </ErrorBoundary>
          </AppFrame>
        </Route>
      </Switch>
      <InterchangeDialogs />
      <ProjectFileDialogs />
      <RunNotices
        onOpenProject={({ connectionId, projectId }) => navigate(projectPath(connectionId, projectId ?? ''))}
        onShowOutputs={({ connectionId, projectId, runId }) => {
          if (projectId === null) return;
          askForOutputs({ connectionId, projectId, runId });
          navigate(projectPath(connectionId, projectId));
        }}
      />
      <CommandPalette open={paletteOpen} onClose={() => setPaletteOpen(false)} />
    </>
  );
}

const isProjectView = (text: string): text is 'timeline' | 'storyboard' | 'spend' =>
  text === 'timeline' || text === 'storyboard' || text === 'spend';

function NothingHere(): ReactElement {
  const [, navigate] = useLocation();
  return (
    <EmptyState
      icon={<Compass />}
      title="There is nothing at this address"
      text="The project or page may have moved."
      action={<Button onClick={() => navigate('/')}>Go to projects</Button>}
    />
  );
}
