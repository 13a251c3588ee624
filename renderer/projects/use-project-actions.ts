import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PublicProjectSummary } from '#shared/api/index.ts';
import { describeWrite } from '#renderer/desk/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { duplicateProject } from './duplicate-project.ts';
import { exportProjects } from './export-projects.ts';
import { numberedName } from '#shared/language/numbered-name.ts';
import { words } from '#renderer/words/index.ts';
import { UNTITLED } from './project-name.ts';
import { findUntouched, noteCreated } from './untouched-project.ts';
import { projectKeys, RenamedMeanwhile, useCreateProject, useRenameProject } from './queries.ts';

const t = words.projects.useProjectActions;

export interface ProjectActionsOptions {
  connectionId: string;
  /** Of the projects that are listed, so that a new one gets another. */
  names: readonly string[];
  onOpen: (projectId: string) => void;
  /** The name is no longer being typed, or it is tried again. */
  onRenameEnd: (projectId: string) => void;
}

/** What changes projects of a list. What fails is said in a toast. */
export function useProjectActions({ connectionId, names, onOpen, onRenameEnd }: ProjectActionsOptions) {
  const client = useQueryClient();
  const [exporting, setExporting] = useState(false);
  const isRequested = useRef(false);
  const create = useCreateProject(connectionId);
  const rename = useRenameProject(connectionId);

  const newProject = async () => {
    if (create.isPending || isRequested.current) return;
    isRequested.current = true;
    try {
      const untouchedId = await findUntouched(connectionId, null);
      if (untouchedId !== null) return onOpen(untouchedId);
      // Awaited, not told by a callback: those are dropped when the page is drawn anew meanwhile.
      const project = await create.mutateAsync({
        name: numberedName(UNTITLED, names),
        idempotencyKey: crypto.randomUUID(),
      });
      noteCreated(connectionId, project);
      onOpen(project.id);
    } catch (error) {
      showToast({
        kind: 'error',
        title: t.projectNotCreated,
        description: describeWrite(error, t.newProject),
      });
    } finally {
      isRequested.current = false;
    }
  };

  /** @param name null when it was not changed. @param previousName the name that stood there when the new one was typed. */
  const endRename = (project: PublicProjectSummary, name: string | null, previousName: string) => {
    onRenameEnd(project.id);
    if (name === null) return;
    rename.mutate(
      { projectId: project.id, name, observed: previousName },
      {
        onError: (error) =>
          showToast({
            kind: 'error',
            title: t.notRenamed(project.name),
            description: describeWrite(error, t.newName),
            action:
              error instanceof RenamedMeanwhile
                ? { label: t.callIt(name), run: () => endRename(project, name, error.current) }
                : { label: words.common.tryRetry, run: () => endRename(project, name, previousName) },
          }),
      },
    );
  };

  const duplicate = async (project: PublicProjectSummary) => {
    const name = numberedName(project.name || UNTITLED, names);
    try {
      const projectId = await duplicateProject(connectionId, project, name);
      void client.invalidateQueries({ queryKey: projectKeys.all(connectionId) });
      showToast({
        kind: 'ok',
        title: t.wasCreated(name),
        action: { label: t.open, run: () => onOpen(projectId) },
      });
    } catch (error) {
      showToast({
        kind: 'error',
        title: t.notDuplicated(project.name),
        description: describeWrite(error, t.newProject),
      });
    }
  };

  const exportAll = async (projects: readonly PublicProjectSummary[]) => {
    setExporting(true);
    try {
      const problems = await exportProjects(connectionId, projects);
      showToast({
        kind: problems.length > 0 ? 'error' : 'ok',
        title: t.exported(projects.length - problems.length),
        ...(problems.length > 0 ? { description: problems.slice(0, 3).join(' ') } : {}),
      });
    } finally {
      setExporting(false);
    }
  };

  return { newProject, isCreating: create.isPending, endRename, duplicate, exportAll, exporting };
}
