import { projectPath, templatePath, type LibraryOutput } from '#shared/desk/index.ts';
import { callDesk, describeProblem, describeWrite, queryClient } from '#renderer/desk/index.ts';
import { projectKeys } from '#renderer/projects/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { copyName } from './copy-name.ts';
import { makeProject } from './make-project.ts';

/**
 * Opens what made an output as it was: its graph as a project of its own, so that nothing of the present project changes;
 * of a template's run, the template.
 */
export async function openAsItWas(output: LibraryOutput, navigate: (path: string) => void): Promise<void> {
  const { connectionId, runId, projectId } = output;
  try {
    const source = await callDesk('getRunSource', { params: { connectionId, runId } });
    if (source.template !== null) return navigate(templatePath(source.template.templateId, runId));
    if (source.graph === null) {
      showToast({
        kind: 'error',
        title: 'It cannot be opened as it was',
        description: source.graphProblem ?? 'Its graph is not on this computer.',
      });
      return;
    }
    const made = await makeProject(connectionId, copyName(output, new Date()), source.graph);
    void queryClient.invalidateQueries({ queryKey: projectKeys.all(connectionId) });
    navigate(projectPath(connectionId, made));
    showToast({
      kind: 'ok',
      title: 'Opened as a project of its own',
      description: source.isExact
        ? 'The project that made it was not changed.'
        : 'The start of this run was not seen on this computer: some inputs may have had other values.',
      ...(projectId === null
        ? {}
        : { action: { label: 'Back', run: () => navigate(projectPath(connectionId, projectId)) } }),
    });
  } catch (error) {
    showToast({
      kind: 'error',
      title: 'It could not be opened as it was',
      description: describeWrite(error, 'a new project'),
    });
  }
}

/** Makes an output the cover of its project. */
export async function chooseCover({
  connectionId,
  projectId,
  id,
  projectName,
}: LibraryOutput): Promise<void> {
  if (projectId === null) return;
  try {
    await callDesk('chooseCover', { params: { connectionId, projectId }, body: { outputId: id } });
    showToast({ kind: 'ok', title: `It is the cover of “${projectName ?? 'the project'}” now` });
  } catch (error) {
    showToast({ kind: 'error', title: 'The cover was not changed', description: describeProblem(error) });
  }
}
