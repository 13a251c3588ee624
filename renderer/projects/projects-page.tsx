import { Plus } from 'lucide-react';
import { useRef, useState, type ReactElement } from 'react';
import type { PublicProjectSummary } from '#shared/api/index.ts';
import { useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { describeRead } from '#renderer/desk/index.ts';
import { Button, CachedAsOf, LiveRegion, Page } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { DeleteProjectDialog } from './delete-project-dialog.tsx';
import { DeleteProjectsDialog } from './delete-projects-dialog.tsx';
import { LoadingCards, NoProjects } from './no-projects.tsx';
import { initialView, type WorkView } from './place-of-work.ts';
import { ProjectsGrid } from './projects-grid.tsx';
import { SelectedProjects, ProjectsHeader } from './projects-header.tsx';
import { useSelectedProjects } from './use-selected-projects.ts';
import { useProjectActions } from './use-project-actions.ts';
import { useProjectList } from './use-project-list.ts';
import css from './projects-page.module.css';

const t = words.projects.projectsPage;

export interface ProjectsPageProps {
  connectionId: string;
  /** The service is still starting: failures are not shown yet, and asked again. */
  isPending: boolean;
  /** @param view where its work is; the graph where nothing else is known */
  onOpen: (projectId: string, view?: WorkView) => void;
  onImport: () => void;
  onExport: (project: PublicProjectSummary) => void;
  /** @param view where its work is; null for the graph */
  hrefOf: (projectId: string, view: WorkView) => string;
  /** What a project can begin from, below the projects; folded where these are many. */
  renderStarters: (isFolded: boolean) => ReactElement;
  /** The same as a menu, beside New project whatever their number. */
  beginMenu: ReactElement;
}

/** So many projects fit above what a new one can begin from; below more of them it is folded. */
const MIN_FOR_SEARCH = 8;

/** Whether a new project can be begun below the list: the service can be asked, and nothing is searched. */
const beginsBelow = ({ projects, search, offline }: ReturnType<typeof useProjectList>): boolean =>
  !search && !offline && !projects.isPending;

/** That the list is from another time, and what can be done meanwhile. */
const OfflineNote = ({ at, name }: { at: string | null; name: string | undefined }): ReactElement => (
  <CachedAsOf at={at}>{words.projects.offlineNote(name ?? null)}</CachedAsOf>
);

/** Asks for the next page, also when it comes near the view. */
const LoadNextButton = ({
  isBusy,
  onLoadNext,
}: {
  isBusy: boolean;
  onLoadNext: () => void;
}): ReactElement => (
  <div className={css['more']} ref={(element) => observe(element, onLoadNext)}>
    <Button onClick={onLoadNext} busy={isBusy}>
      {t.showOverflowProjects}
    </Button>
  </div>
);

/** What opens a project where its work is. */
const opening =
  (onOpen: ProjectsPageProps['onOpen'], faces: ReturnType<typeof useProjectList>['faces']) =>
  (project: PublicProjectSummary): void =>
    onOpen(project.id, initialView(project, faces.get(project.id) ?? null));

/** The projects of one connection. */
export function ProjectsPage({
  connectionId,
  isPending,
  onOpen,
  onImport,
  onExport,
  hrefOf,
  renderStarters,
  beginMenu,
}: ProjectsPageProps): ReactElement {
  const [text, setText] = useState('');
  const visible = useProjectList(connectionId, text, isPending);
  const { projects, list, isLoading, fuzzySearch, faces, search, offline, cachedAt } = visible;
  const { fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = projects;
  const selection = useSelectedProjects(list);
  const [current, setCurrent] = useState<string | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<PublicProjectSummary | 'selected' | null>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const links = useRef(new Map<string, HTMLAnchorElement>());
  const inTabOrder = list.some(({ id }) => id === current) ? current : (list[0]?.id ?? null);

  const { newProject, isCreating, endRename, duplicate, exportAll, exporting } = useProjectActions({
    connectionId,
    names: projects.projects.map(({ name }) => name),
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
  useCommandContext({ page: 'projects', projectSelected: list.some(({ id }) => id === current) });
  useCommands('projects', {
    'project.new': () => void newProject(),
    'editor.find': () => searchRef.current?.focus(),
    'project.open': withProject(opening(onOpen, faces)),
    'project.rename': withProject(({ id }) => setRenaming(id)),
    'project.duplicate': withProject((project) => void duplicate(project)),
    'project.export': withProject(onExport),
    'project.delete': withProject(setDeleting),
  });

  const newButton = (variant: 'primary' | 'secondary') => (
    <Button variant={variant} icon={<Plus aria-hidden />} onClick={() => void newProject()} busy={isCreating}>
      {t.newProject}
    </Button>
  );

  return (
    <Page wide>
      <ProjectsHeader
        searchRef={searchRef}
        {...{ connectionId, hrefOf, text, projectList: visible, onImport, beginMenu }}
        onText={setText}
        onLeaveDown={() => {
          if (inTabOrder) links.current.get(inTabOrder)?.focus();
        }}
        newButton={newButton('primary')}
      />
      {selection.selected.length > 0 ? (
        <SelectedProjects
          count={selection.selected.length}
          exporting={exporting}
          onExport={() => void exportAll(selection.selected)}
          onDelete={() => setDeleting('selected')}
          onClear={selection.clear}
        />
      ) : null}

      {list.length > 0 || search ? (
        <OfflineNote at={cachedAt ?? offline?.asOf ?? null} name={offline?.name} />
      ) : null}
      {list.length > 0 ? (
        <ProjectsGrid
          connectionId={connectionId}
          list={list}
          faces={faces}
          selection={selection}
          inTabOrder={inTabOrder}
          renamingId={renaming}
          isStale={projects.isPlaceholderData}
          links={links}
          hrefOf={hrefOf}
          onFocus={setCurrent}
          onEndRename={endRename}
        />
      ) : isLoading || isPending ? (
        <LoadingCards />
      ) : (
        <NoProjects
          problem={projects.isError ? describeRead(projects.error) : null}
          {...{ search, fuzzySearch }}
          newButton={newButton('secondary')}
          onRetry={() => void refetch()}
          onShowAll={() => setText('')}
        />
      )}

      {hasNextPage && list.length > 0 ? (
        <LoadNextButton isBusy={isFetchingNextPage} onLoadNext={() => void fetchNextPage()} />
      ) : null}

      {beginsBelow(visible) ? renderStarters(list.length > MIN_FOR_SEARCH) : null}

      <LiveRegion>
        {search && !projects.isPlaceholderData && !projects.isPending
          ? t.matches(list.length, hasNextPage)
          : ''}
      </LiveRegion>

      <DeletionDialogs
        {...{ connectionId, deleting, selection, onExport }}
        onExportAll={() => void exportAll(selection.selected)}
        onEnd={() => setDeleting(null)}
      />
    </Page>
  );
}

/** Asks before one project, or all that are selected, are deleted. */
function DeletionDialogs(props: {
  connectionId: string;
  deleting: PublicProjectSummary | 'selected' | null;
  selection: ReturnType<typeof useSelectedProjects>;
  onExport: (project: PublicProjectSummary) => void;
  onExportAll: () => void;
  onEnd: () => void;
}): ReactElement | null {
  const { connectionId, deleting, selection, onExport, onExportAll, onEnd } = props;
  if (deleting === null) return null;
  if (deleting !== 'selected') {
    return (
      <DeleteProjectDialog
        connectionId={connectionId}
        project={deleting}
        onExport={() => onExport(deleting)}
        onClose={onEnd}
        onDeleted={onEnd}
      />
    );
  }
  if (selection.selected.length === 0) return null;
  return (
    <DeleteProjectsDialog
      connectionId={connectionId}
      projects={selection.selected}
      onExport={onExportAll}
      onClose={() => {
        onEnd();
        selection.clear();
      }}
    />
  );
}

/** Calls back when the element comes near the view. */
function observe(element: HTMLElement | null, onApproach: () => void): (() => void) | undefined {
  if (!element) return undefined;
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) onApproach();
    },
    { rootMargin: '600px' },
  );
  observer.observe(element);
  return () => observer.disconnect();
}
