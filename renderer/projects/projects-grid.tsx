import { useId, useRef, type KeyboardEvent, type MouseEvent, type ReactElement, type RefObject } from 'react';
import type { PublicProjectSummary } from '#shared/api/index.ts';
import type { ProjectFace } from '#shared/desk/index.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { runKeyCommand } from '#renderer/commands/index.ts';
import { words } from '#renderer/words/index.ts';
import { columnsOf, nextCard } from './grid-navigation.ts';
import { ProjectCard } from './project-card.tsx';
import type { useSelectedProjects } from './use-selected-projects.ts';
import { initialView, type WorkView } from './place-of-work.ts';
import css from './projects-page.module.css';

const t = words.projects.projectsGrid;

export interface ProjectsGridProps {
  connectionId: string;
  list: readonly PublicProjectSummary[];
  faces: ReadonlyMap<string, ProjectFace>;
  selection: ReturnType<typeof useSelectedProjects>;
  /** The project that Tab leads to. */
  inTabOrder: string | null;
  renamingId: string | null;
  /** The list of another search, until the next is read. */
  isStale: boolean;
  /** The cards' links, by project, so that the page can focus one. */
  links: RefObject<Map<string, HTMLAnchorElement>>;
  /** @param view where its work is; null for the graph */
  hrefOf: (projectId: string, view: WorkView) => string;
  onFocus: (projectId: string) => void;
  onEndRename: (project: PublicProjectSummary, name: string | null, previousName: string) => void;
}

/** Projects as cards; arrows move among them, Space, Ctrl and Shift choose several. */
export function ProjectsGrid({
  connectionId,
  list,
  faces,
  selection,
  inTabOrder,
  renamingId,
  isStale,
  links,
  hrefOf,
  onFocus,
  onEndRename,
}: ProjectsGridProps): ReactElement {
  const keysId = useId();
  const gridRef = useRef<HTMLUListElement>(null);
  const onCardKeyDown = (event: KeyboardEvent, project: PublicProjectSummary) => {
    const grid = gridRef.current;
    if (!grid || runKeyCommand('projects', event.nativeEvent, { projectId: project.id })) return;
    if (pressedKey(event) === ' ') {
      selection.toggle(project.id);
      event.preventDefault();
      return;
    }
    const next = nextCard(pressedKey(event), list.indexOf(project), list.length, columnsOf(grid));
    const target = next === null ? undefined : list[next];
    if (!target) return;
    links.current.get(target.id)?.focus();
    event.preventDefault();
  };
  const onCardClick = (event: MouseEvent, { id }: PublicProjectSummary) => {
    if (!event.shiftKey && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    if (event.shiftKey) selection.extend(id);
    else selection.toggle(id);
  };

  return (
    <>
      <ul ref={gridRef} className={css['grid']} aria-label={t.projects} data-stale={isStale ? '' : undefined}>
        {list.map((project) => (
          <ProjectCard
            key={project.id}
            connectionId={connectionId}
            project={project}
            href={hrefOf(project.id, initialView(project, faces.get(project.id) ?? null))}
            inTabOrder={project.id === inTabOrder}
            keysId={keysId}
            face={faces.get(project.id) ?? null}
            selected={selection.isSelected(project.id)}
            isSelecting={selection.selected.length > 0}
            onSelect={() => selection.toggle(project.id)}
            onClick={(event) => onCardClick(event, project)}
            renaming={renamingId === project.id}
            onFocus={() => onFocus(project.id)}
            onKeyDown={(event) => onCardKeyDown(event, project)}
            onEndRename={(name, previousName) => onEndRename(project, name, previousName)}
            linkRef={(link) => {
              if (link) links.current.set(project.id, link);
              else links.current.delete(project.id);
            }}
          />
        ))}
      </ul>
      {list.length > 1 ? (
        <p id={keysId} className={css['keys']}>
          {words.projects.keys}
        </p>
      ) : null}
    </>
  );
}
