import { useEffect, useState, type ReactElement } from 'react';
import { Compass } from 'lucide-react';
import { Route, Switch, useLocation } from 'wouter';
import { pagePaths, pathPatterns, projectViewNames, type ProjectViewName } from '#shared/desk/places.ts';
import { CommandPalette, setKeyChanges, useCommandContext, useCommands } from '#renderer/commands/index.ts';
import {
  prefetchDocument,
  onNoticeClick,
  setPageTitle,
  useChangeSettings,
  useSettings,
} from '#renderer/desk/index.ts';
import { openImport } from '#renderer/interchange/index.ts';
import { RunNotices } from '#renderer/runs/index.ts';
import { Button, EmptyState, movePaneFocus, type ThemeChoice } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { AppFrame } from './app-frame.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { FilmUses } from '../film/film-uses.tsx';
import { InterchangeDialogs } from './interchange-dialogs.tsx';
import { EditorPage, ProjectPage, TimelinePreviewPage } from './lazy-pages.ts';
import { LinkedProject, OfConnection } from './linked-project.tsx';
import { ExternalFile, openPath } from './open-from-outside.tsx';
import { openRunOutputs, openRunPage } from '../runs/open-run-page.ts';
import { pageName, PREVIEW_PATH } from './page-names.ts';
import { pageAt, pageIds, pages } from './pages.tsx';
import { ProjectFileDialogs } from './project-file-dialogs.tsx';
import { SavedSettingsDialogs } from './saved-settings-dialogs.tsx';
import { PublishDialogs } from './publish-dialogs.tsx';
import { saveDiagnostics } from '../pages/save-diagnostics.ts';
import { useNewProject } from '../parts/use-new-project.ts';

const t = words.appFrame.routes;

/** Which page stands at which address, and the commands that go everywhere. */
export function Routes(): ReactElement {
  const [location, navigate] = useLocation();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  useAppCommands(() => setPaletteOpen(true));
  useEffect(() => window.patchbay?.onNavigate((path) => openPath(path, navigate)), [navigate]);
  useEffect(() => onNoticeClick((path) => openPath(path, navigate)), [navigate]);
  usePageTitle(location);
  return (
    <>
      <Pages location={location} />
      <InterchangeDialogs />
      <FilmUses />
      <ProjectFileDialogs />
      <SavedSettingsDialogs />
      <PublishDialogs />
      <RunNotices
        onOpenPage={(run) => openRunPage(run, navigate)}
        onShowOutputs={(run) => openRunOutputs(run, navigate)}
      />
      <CommandPalette open={isPaletteOpen} onClose={() => setPaletteOpen(false)} />
    </>
  );
}

/** Handles the commands that go everywhere. */
function useAppCommands(openPalette: () => void): void {
  const [, navigate] = useLocation();
  const settings = useSettings();
  const change = useChangeSettings();
  const newProject = useNewProject();
  const setTheme = (theme: ThemeChoice) => () => change.mutate({ theme });
  useCommandContext({ theme: settings.data?.theme ?? null });
  const keys = settings.data?.keys;
  useEffect(() => {
    if (keys) setKeyChanges(keys);
  }, [keys]);
  useCommands('app', {
    'app.command-palette': openPalette,
    'view.pane': ({ chord }) => void movePaneFocus(chord === 'Shift+F6' ? -1 : 1),
    // On the list of projects that does it, with its own list of names.
    'project.new': newProject,
    'go.projects': () => navigate(pagePaths.projects),
    'go.templates': () => navigate(pagePaths.templates),
    'timeline.import': () => openImport(),
    'go.models': () => navigate(pagePaths.models),
    'go.gallery': () => navigate(pagePaths.gallery),
    'go.batches': () => navigate(pagePaths.batches),
    'go.queue': () => navigate(pagePaths.queue),
    'go.connections': () => navigate(pagePaths.connections),
    'go.settings': () => navigate(pagePaths.settings),
    'help.open': () => navigate(pagePaths.help),
    'help.shortcuts': () => navigate(pagePaths.shortcuts),
    'help.diagnostics': () => void saveDiagnostics(),
    'view.theme-system': setTheme('system'),
    'view.theme-light': setTheme('light'),
    'view.theme-dark': setTheme('dark'),
  });
}

/** The window's title, but for a project, which gives its own. */
function usePageTitle(location: string): void {
  useEffect(() => {
    const title = pageName(location);
    if (title) setPageTitle(title);
  }, [location]);
}

function Pages({ location }: { location: string }): ReactElement {
  return (
    <Switch>
      <Route path={pathPatterns.project}>
        {({ connectionId, projectId }) => (
          <ErrorBoundary key={`${connectionId} ${projectId}`}>
            <OfConnection connectionId={decodeURIComponent(connectionId)}>
              <OpeningProject
                connectionId={decodeURIComponent(connectionId)}
                projectId={decodeURIComponent(projectId)}
              />
            </OfConnection>
          </ErrorBoundary>
        )}
      </Route>
      <Route path={pathPatterns.projectView}>
        {({ connectionId, projectId, view }) =>
          isProjectView(view) ? (
            <ErrorBoundary key={`${connectionId} ${projectId} ${view}`}>
              <OfConnection connectionId={decodeURIComponent(connectionId)}>
                <ProjectPage
                  connectionId={decodeURIComponent(connectionId)}
                  projectId={decodeURIComponent(projectId)}
                  view={view}
                />
              </OfConnection>
            </ErrorBoundary>
          ) : (
            <NotFound />
          )
        }
      </Route>
      <Route path={pathPatterns.linkedProject}>
        {({ projectId }) => (
          <ErrorBoundary key={projectId}>
            <LinkedProject projectId={decodeURIComponent(projectId)} />
          </ErrorBoundary>
        )}
      </Route>
      <Route path={pathPatterns.openedFile}>
        {({ openedFileId }) => <ExternalFile openedFileId={decodeURIComponent(openedFileId)} />}
      </Route>
      <Route path={PREVIEW_PATH}>
        <ErrorBoundary>
          <TimelinePreviewPage />
        </ErrorBoundary>
      </Route>
      <Route>
        <FramedPages location={location} />
      </Route>
    </Switch>
  );
}

/** The editor of a project. Its document is asked for at once, whether or not the editor's code is there. */
function OpeningProject(project: { connectionId: string; projectId: string }): ReactElement {
  // While rendering: the effects of the editor come before those of what is around it.
  useState(() => prefetchDocument(project.connectionId, project.projectId));
  return <EditorPage {...project} />;
}

/** The one id that the address of a page may name. */
const idOf = (params: Readonly<Record<string, string | undefined>>): string | null => {
  const id = params['templateId'] ?? params['batchId'];
  return id === undefined ? null : decodeURIComponent(id);
};

/** The pages beside the sidebar. */
function FramedPages({ location }: { location: string }): ReactElement {
  return (
    <AppFrame>
      <ErrorBoundary key={pageAt(location) ?? location}>
        <Switch>
          {pageIds.map((id) => {
            const { pattern = pagePaths[id], Content } = pages[id];
            return (
              <Route key={id} path={pattern}>
                {(params) => <Content id={idOf(params)} />}
              </Route>
            );
          })}
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </ErrorBoundary>
    </AppFrame>
  );
}

const isProjectView = (text: string): text is ProjectViewName =>
  projectViewNames.some((name) => name === text);

function NotFound(): ReactElement {
  const [, navigate] = useLocation();
  return (
    <EmptyState
      icon={<Compass />}
      title={t.pageDoesNotExist}
      text={t.projectPageMay}
      action={<Button onClick={() => navigate(pagePaths.projects)}>{t.goProjects}</Button>}
    />
  );
}
