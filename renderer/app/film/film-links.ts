import { projectPath, projectViewPath, templatePath } from '#shared/desk/places.ts';
import type { LibraryOutput } from '#shared/desk/index.ts';
import { callDesk, describeProblem, sendIntent } from '#renderer/desk/index.ts';
import type { BoardLinks } from '#renderer/storyboard/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { showNode } from '../parts/show-node.ts';

const t = words.appFilm.filmLinks;

/** Opens the project of an output with what its run made. */
export function showRunOf(
  { connectionId, projectId, runId }: LibraryOutput,
  navigate: (path: string) => void,
): void {
  if (projectId === null) return;
  sendIntent({ kind: 'show-outputs', connectionId, projectId, runId });
  navigate(projectPath(connectionId, projectId));
}

/** Does something with the output that a file is; says so where no run of a project made it. */
async function withOrigin(
  connectionId: string,
  fileId: string,
  work: (output: LibraryOutput) => void,
): Promise<void> {
  try {
    const { outputs } = await callDesk('searchOutputs', { body: { connectionId, fileId, limit: 1 } });
    const output = outputs[0];
    if (output && output.projectId !== null) return work(output);
    showToast({
      title: t.noRunProjectFile,
      description: t.addedFromRunNot,
    });
  } catch (error) {
    showToast({
      kind: 'error',
      title: t.fileNotFound,
      description: describeProblem(error),
    });
  }
  return undefined;
}

/** Opens the storyboard of a project with a shot selected and in view. @param shotId as a timeline calls it. */
export function showShot(
  request: { connectionId: string; projectId: string; shotId: string },
  navigate: (path: string) => void,
): void {
  sendIntent({ kind: 'show-shot', ...request });
  navigate(projectViewPath(request.connectionId, request.projectId, 'storyboard'));
}

/** Where the storyboard of a project leads to. */
export function boardLinks(
  connectionId: string,
  projectId: string,
  navigate: (path: string) => void,
): BoardLinks {
  return {
    toTimeline: (shotId) => {
      if (shotId !== null) sendIntent({ kind: 'show-clips-of-shot', connectionId, projectId, shotId });
      navigate(projectViewPath(connectionId, projectId, 'timeline'));
    },
    toNode: (fileId, maker) => {
      if (maker?.templateId !== undefined) return navigate(templatePath(maker.templateId, maker.runId));
      if (maker?.nodeId !== undefined)
        return showNode({ connectionId, projectId, nodeId: maker.nodeId }, navigate);
      return void withOrigin(connectionId, fileId, (output) => {
        if (output.projectId === null || output.nodeId === null) return showRunOf(output, navigate);
        return showNode({ connectionId, projectId: output.projectId, nodeId: output.nodeId }, navigate);
      });
    },
    toRun: (fileId, maker) => {
      if (maker?.templateId !== undefined) return navigate(templatePath(maker.templateId, maker.runId));
      if (maker === null) {
        return void withOrigin(connectionId, fileId, (output) => showRunOf(output, navigate));
      }
      sendIntent({ kind: 'show-outputs', connectionId, projectId, runId: maker.runId });
      return navigate(projectPath(connectionId, projectId));
    },
  };
}
