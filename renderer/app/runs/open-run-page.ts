import { projectPath, templatePath, type RunRecord } from '#shared/desk/index.ts';
import { sendIntent } from '#renderer/desk/index.ts';

/** Opens the project or template of a run. */
export function openRunPage(
  { connectionId, projectId, templateId }: RunRecord,
  navigate: (path: string) => void,
): void {
  if (templateId !== undefined) navigate(templatePath(templateId));
  else if (projectId !== null) navigate(projectPath(connectionId, projectId));
}

/** Opens what a run made, where it was run. */
export function openRunOutputs(run: RunRecord, navigate: (path: string) => void): void {
  const { connectionId, projectId, templateId, runId } = run;
  // A template's page shows its newest run by itself.
  if (templateId === undefined && projectId !== null)
    sendIntent({ kind: 'show-outputs', connectionId, projectId, runId });
  openRunPage(run, navigate);
}
