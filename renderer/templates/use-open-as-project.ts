import type { RunInputValue } from '#shared/api/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { useTemplateActions } from './management.ts';

/** Making a project of a template, with what its form holds by field. What fails is said in a toast. */
export function useOpenAsProject({
  connectionId,
  templateId,
  onOpenProject,
}: {
  connectionId: string;
  templateId: string;
  onOpenProject: (projectId: string) => void;
}) {
  const { open } = useTemplateActions(connectionId);
  return {
    isPending: open.isPending,
    open: (inputs: Record<string, RunInputValue>): void => {
      open.mutate(
        { templateId, inputs },
        {
          onSuccess: ({ projectId }) => onOpenProject(projectId),
          onError: (error) =>
            showToast({
              kind: 'error',
              title: words.templates.notOpened,
              description: describeProblem(error),
            }),
        },
      );
    },
  };
}
