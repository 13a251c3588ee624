import { FileUp, LayoutGrid, Plus, Search } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';
import type { PublicProjectSummary } from '#shared/api/index.ts';
import { runKeyCommand, useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { describeRead, onDeskReconnect, useCachedAt, useOffline } from '#renderer/desk/index.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  CachedAsOf,
  LiveRegion,
  plural,
  Skeleton,
  TextField,
} from '#renderer/ui/index.ts';
import { DeleteProjectDialog } from './delete-project-dialog.tsx';
import { columnsOf, nextCard } from './grid-navigation.ts';
import { ProjectCard } from './project-card.tsx';
import { projectKeys, useProjects } from './queries.ts';
import { useDebounced } from './use-debounced.ts';
import { useProjectActions } from './use-project-actions.ts';
import css from './projects-page.module.css';

export interface ProjectsPageProps {
  connectionId: string;
  /** The service is still starting: failures are not shown yet, and asked again. */
  waiting: boolean;
  onOpen: (projectId: string) => void;
  onImport: () => void;
  onExport: (project: PublicProjectSummary) => void;
  hrefOf: (projectId: string) => string;
}

/** The projects of one connection. */
export function ProjectsPage({
  connectionId,
  waiting,
  onOpen,
  onImport,
  onExport,
  hrefOf,
}: ProjectsPageProps): ReactElement {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), 200);
  const offline = useOffline(connectionId);
  // Only the service searches; without it the names that are known are looked through here.
  const asked = offline ? '' : search;
  const projects = useProjects(connectionId, asked);
  const cachedAt = useCachedAt(projectKeys.list(connectionId, asked));
  const [current, setCurrent] = useState<string | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<PublicProjectSummary | null>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const gridRef = useRef<HTMLUListElement>(null);
  const links = useRef(new Map<string, HTMLAnchorElement>());

  const { projects: all } = projects;
  const list = useMemo(
    () => (asked === search ? all : all.filter(({ name }) => hasPieces(name, search))),
    [all, asked, search],
  );
  const { fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = projects;
  const inTabOrder = list.some(({ id }) => id === current) ? current : (list[0]?.id ?? null);

  // A service that has just come up answers what it could not a moment ago.
  useEffect(() => {
    if (!waiting) void refetch();
  }, [waiting, refetch]);
  useEffect(() => onDeskReconnect(() => void refetch()), [refetch]);

  const { newProject, isCreating, endRename } = useProjectActions({
    connectionId,
    onOpen,
    onRenameEnd: (projectId) => {
      setRenaming(null);
      links.current.get(projectId)?.focus();
    },
  });

  const withProject =
    (act: (project: PublicProjectSummary) => void) =>
    ({ projectId = current ?? undefined }: { projectId?: string }) => {
      const project = list.find(({ id }) => id === projectId);
      if (project) act(project);
    };
  useCommandContext({ page: 'projects', projectChosen: list.some(({ id }) => id === current) });
  useCommands('projects', {
    'project.new': newProject,
    'editor.find': () => searchRef.current?.focus(),
    'project.open': withProject(({ id }) => onOpen(id)),
    'project.rename': withProject(({ id }) => setRenaming(id)),
    'project.export': withProject(onExport),
    'project.delete': withProject(setDeleting),
  });

  const onCardKeyDown = (event: KeyboardEvent, project: PublicProjectSummary) => {
    const grid = gridRef.current;
    if (!grid || runKeyCommand('projects', event.nativeEvent, { projectId: project.id })) return;
    const next = nextCard(event.key, list.indexOf(project), list.length, columnsOf(grid));
    const target = next === null ? undefined : list[next];
    if (!target) return;
    links.current.get(target.id)?.focus();
    event.preventDefault();
  };

  const newButton = (variant: 'primary' | 'secondary') => (
    <Button variant={variant} icon={<Plus aria-hidden />} onClick={newProject} busy={isCreating}>
      New project
    </Button>
  );

  return (
    <div className={css['page']}>
      <header className={css['header']}>
        <h1 className={css['title']}>Projects</h1>
        <div className={css['search']}>
          <TextField
            ref={searchRef}
            label="Search projects"
            hideLabel
            type="search"
            placeholder="Search projects"
            icon={<Search aria-hidden />}
            value={text}
            onValueChange={setText}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowDown') return;
              event.preventDefault();
              if (inTabOrder) links.current.get(inTabOrder)?.focus();
            }}
          />
        </div>
        <Button icon={<FileUp aria-hidden />} onClick={onImport}>
          Import…
        </Button>
        {newButton('primary')}
      </header>

      {list.length > 0 || search ? (
        <CachedAsOf at={cachedAt ?? offline?.asOf ?? null}>
          Projects opened on this computer can be edited; the changes go out when{' '}
          {offline?.name ?? 'the service'} is back. New projects, new names and deletions need it.
        </CachedAsOf>
      ) : null}
      {list.length > 0 ? (
        <ul
          ref={gridRef}
          className={css['grid']}
          aria-label="Projects"
          data-stale={projects.isPlaceholderData ? '' : undefined}
        >
          {list.map((project) => (
            <ProjectCard
              key={project.id}
              connectionId={connectionId}
              project={project}
              href={hrefOf(project.id)}
              inTabOrder={project.id === inTabOrder}
              renaming={renaming === project.id}
              onFocus={() => setCurrent(project.id)}
              onKeyDown={(event) => onCardKeyDown(event, project)}
              onEndRename={(name, seen) => endRename(project, name, seen)}
              linkRef={(link) => {
                if (link) links.current.set(project.id, link);
                else links.current.delete(project.id);
              }}
            />
          ))}
        </ul>
      ) : projects.isPending || waiting ? (
        <LoadingCards />
      ) : (
        <NoProjects
          problem={projects.isError ? describeRead(projects.error) : null}
          search={search}
          newButton={newButton('secondary')}
          onRetry={() => void refetch()}
          onShowAll={() => setText('')}
        />
      )}

      {hasNextPage && list.length > 0 ? (
        <div className={css['more']} ref={(element) => observe(element, () => void fetchNextPage())}>
          <Button onClick={() => void fetchNextPage()} busy={isFetchingNextPage}>
            Show more projects
          </Button>
        </div>
      ) : null}

      <LiveRegion>
        {search && !projects.isPlaceholderData && !projects.isPending
          ? `${plural(list.length, 'project')}${hasNextPage ? ' and more' : ''}`
          : ''}
      </LiveRegion>

      {deleting ? (
        <DeleteProjectDialog
          connectionId={connectionId}
          project={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => setDeleting(null)}
        />
      ) : null}
    </div>
  );
}

const LoadingCards = (): ReactElement => (
  <div className={css['grid']} aria-busy="true">
    {Array.from({ length: 8 }, (_, card) => (
      <div key={card} className={css['skeletonCard']}>
        <Skeleton height="auto" radius={10} style={{ aspectRatio: '16 / 10' }} />
        <Skeleton width="70%" height={14} />
        <Skeleton width="40%" height={12} />
      </div>
    ))}
  </div>
);

/** What stands in the place of the cards when there are none, and why. */
function NoProjects({
  problem,
  search,
  newButton,
  onRetry,
  onShowAll,
}: {
  problem: string | null;
  search: string;
  newButton: ReactElement;
  onRetry: () => void;
  onShowAll: () => void;
}): ReactElement {
  return (
    <div className={css['fill']}>
      {problem !== null ? (
        <ErrorState title="The projects could not be read" text={problem} onRetry={onRetry} />
      ) : search ? (
        <EmptyState
          icon={<Search />}
          title={`No project is called “${search}”`}
          text="Names are searched. Try fewer letters."
          action={<Button onClick={onShowAll}>Show all projects</Button>}
        />
      ) : (
        <EmptyState
          icon={<LayoutGrid />}
          title="No projects yet"
          text="A project is a graph of nodes that makes pictures, text and more."
          action={newButton}
        />
      )}
    </div>
  );
}

/** Whether a name has every piece of a search, in any order, as the service searches. */
function hasPieces(name: string, search: string): boolean {
  const text = name.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((piece) => text.includes(piece));
}

/** Calls back when the element comes near the view. */
function observe(element: HTMLElement | null, onNear: () => void): (() => void) | undefined {
  if (!element) return undefined;
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) onNear();
    },
    { rootMargin: '600px' },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
