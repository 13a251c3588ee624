import { ArrowLeft } from 'lucide-react';
import { useEffect, type ReactElement, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useStore } from 'zustand';
import { pagePaths } from '#shared/desk/places.ts';
import { ConnectionSwitcher } from '#renderer/connections/index.ts';
import { useConnections, useDeskStatus } from '#renderer/desk/index.ts';
import { pane, SkipLink } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { clearProject, lastProject } from '../parts/last-project.ts';
import { ThemeMenu } from '../parts/theme-menu.tsx';
import { UploadsButton } from '../parts/uploads-button.tsx';
import { pageName } from './page-names.ts';
import { pageAt, pageIds, pages } from './pages.tsx';
import css from './app-frame.module.css';

const t = words.appFrame.appFrame;

const Mark = (): ReactElement => (
  <svg viewBox="0 0 20 20" aria-hidden fill="none">
    <path d="M5 5.5c6 0 4 9 10 9" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
    <circle cx="5" cy="5.5" r="3" fill="var(--accent)" />
    <circle cx="15" cy="14.5" r="3" fill="var(--ground)" stroke="currentColor" strokeWidth="1.75" />
  </svg>
);

/** The way back to the project that a page of the app was opened from. */
function BackToProject({ location }: { location: string }): ReactElement | null {
  const project = useStore(lastProject, (state) => state.project);
  useEffect(() => {
    if (location === '/') clearProject();
  }, [location]);
  if (project === null || location === '/') return null;
  return (
    <Link href={project.path} className={css['back']} title={words.bar.backTo(project.name)}>
      <ArrowLeft aria-hidden />
      <span dir="auto">{words.bar.backTo(project.name)}</span>
    </Link>
  );
}

/** Sidebar and content of every page but the editor, which has a frame of its own. */
export function AppFrame({ children }: { children: ReactNode }): ReactElement {
  const [location, navigate] = useLocation();
  const status = useDeskStatus();
  const connections = useConnections();
  return (
    <div className={css['frame']}>
      <SkipLink to="content">{t.skipContent}</SkipLink>
      <aside className={css['sidebar']} {...pane}>
        <div className={css['brand']}>
          <Mark />
          {t.patchbay}
        </div>
        <ConnectionSwitcher
          onManage={() => navigate(pagePaths.connections)}
          onSwitched={() => navigate(pagePaths.projects)}
        />
        <BackToProject location={location} />
        <nav className={css['nav']} aria-label={t.main}>
          {pageIds.map((id) => {
            const { title, icon, startsGroup, Badge } = pages[id];
            return (
              <Link
                key={id}
                href={pagePaths[id]}
                className={css['link']}
                data-starts-group={startsGroup}
                aria-current={pageAt(location) === id ? 'page' : undefined}
              >
                {icon}
                {title}
                {Badge && <Badge connectionId={connections.data?.activeId ?? null} />}
              </Link>
            );
          })}
        </nav>
        <div className={css['spring']} />
        <div className={css['uploads']}>
          <UploadsButton side="top" />
        </div>
        <div className={css['foot']}>
          <span>{status.data ? t.version(status.data.version) : ''}</span>
          <ThemeMenu />
        </div>
      </aside>
      <main
        id="content"
        tabIndex={-1}
        className={css['main']}
        aria-label={pageName(location) ?? words.appFrame.routes.pageDoesNotExist}
        {...pane}
      >
        {children}
      </main>
    </div>
  );
}
