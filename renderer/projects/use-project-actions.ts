import type { PublicProjectSummary } from '#shared/api/index.ts';
import { describeWrite } from '#renderer/desk/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { RenamedMeanwhile, useCreateProject, useRenameProject } from './queries.ts';

export interface ProjectActionsOptions {
  connectionId: string;
  onOpen: (projectId: string) => void;
  /** The name is no longer being typed, or it is tried again. */
  onRenameEnd: (projectId: string) => void;
}

/** What changes projects of a list. What fails is said in a toast. */
export function useProjectActions({ connectionId, onOpen, onRenameEnd }: ProjectActionsOptions) {
  const create = useCreateProject(connectionId);
  const rename = useRenameProject(connectionId);

  const newProject = () => {
    if (create.isPending) return;
    create.mutate(
      { name: 'Untitled project', idempotencyKey: crypto.randomUUID() },
      {
        onSuccess: (project) => onOpen(project.id),
        onError: (error) =>
          showToast({
            kind: 'error',
            title: 'No project was made',
            description: describeWrite(error, 'a new project'),
          }),
      },
    );
  };

  /** @param name null when it was not changed. @param seen the name that stood there when the new one was typed. */
  const endRename = (project: PublicProjectSummary, name: string | null, seen: string) => {
    onRenameEnd(project.id);
    if (name === null) return;
    rename.mutate(
      { projectId: project.id, name, seen },
      {
        onError: (error) =>
          showToast({
            kind: 'error',
            title: `“${project.name}” keeps its name`,
            description: describeWrite(error, 'a new name'),
            action:
              error instanceof RenamedMeanwhile
                ? { label: `Call it “${name}”`, run: () => endRename(project, name, error.now) }
                : { label: 'Try again', run: () => endRename(project, name, seen) },
          }),
      },
    );
  };

  return { newProject, isCreating: create.isPending, endRename };
}
