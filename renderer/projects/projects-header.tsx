import { FileDown, FileUp, Search, Trash2, X } from 'lucide-react';
import type { ReactElement, RefObject } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { Button, IconButton, Select, TextField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { ContinueEntry } from './continue-entry.tsx';
import type { WorkView } from './place-of-work.ts';
import { orderLabels, projectOrders } from './project-order.ts';
import type { useProjectList } from './use-project-list.ts';
import css from './projects-page.module.css';

const t = words.projects.projectsHeader;

/** Whether there is nothing yet but the sample: what Patchbay is is not clear to everybody then. */
const isNewcomer = ({ projects, list, search }: ReturnType<typeof useProjectList>): boolean =>
  !search && !projects.isPending && list.length <= 1;

/** Search, order and what makes projects; for a newcomer, what Patchbay is. */
export function ProjectsHeader({
  connectionId,
  hrefOf,
  searchRef,
  text,
  onText,
  onLeaveDown,
  projectList,
  onImport,
  newButton,
  beginMenu,
}: {
  connectionId: string;
  /** @param view a page of it; null for the graph */
  hrefOf: (projectId: string, view: WorkView) => string;
  searchRef: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
  /** The arrow down leads from the search into the list. */
  onLeaveDown: () => void;
  projectList: ReturnType<typeof useProjectList>;
  onImport: () => void;
  newButton: ReactElement;
  /** Stands at its side. */
  beginMenu: ReactElement;
}): ReactElement {
  return (
    <>
      <header className={css['header']}>
        <h1 className={css['title']}>{t.projects}</h1>
        <div className={css['search']}>
          <TextField
            ref={searchRef}
            label={t.searchProjects}
            hideLabel
            type="search"
            placeholder={t.searchProjects}
            icon={<Search aria-hidden />}
            value={text}
            onValueChange={onText}
            onKeyDown={(event) => {
              if (pressedKey(event) !== 'ArrowDown') return;
              event.preventDefault();
              onLeaveDown();
            }}
          />
        </div>
        <Select
          label={t.sortProjects}
          hideLabel
          value={projectList.order}
          options={projectOrders.map((value) => ({ value, label: orderLabels[value] }))}
          onValueChange={projectList.setOrder}
        />
        <Button icon={<FileUp aria-hidden />} onClick={onImport}>
          {t.import}
        </Button>
        <div className={css['split']}>
          {newButton}
          {beginMenu}
        </div>
      </header>
      {isNewcomer(projectList) ? <p className={css['lead']}>{words.projects.lead}</p> : null}
      {projectList.search ? null : (
        <ContinueEntry
          {...{ connectionId, hrefOf }}
          projects={projectList.projects.projects}
          faces={projectList.faces}
        />
      )}
    </>
  );
}

/** What can be done with the projects that are chosen. */
export function SelectedProjects({
  count,
  exporting,
  onExport,
  onDelete,
  onClear,
}: {
  count: number;
  exporting: boolean;
  onExport: () => void;
  onDelete: () => void;
  onClear: () => void;
}): ReactElement {
  return (
    <div className={css['chosen']} role="toolbar" aria-label={t.selectedProjects}>
      <IconButton label={t.clearSelection} onClick={onClear}>
        <X />
      </IconButton>
      <span>{t.selected(count)}</span>
      <Button size="small" busy={exporting} icon={<FileDown aria-hidden />} onClick={onExport}>
        {t.export}
      </Button>
      <Button size="small" icon={<Trash2 aria-hidden />} onClick={onDelete}>
        {t.delete}
      </Button>
    </div>
  );
}
