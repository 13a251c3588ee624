import { endpoints } from '#shared/api/index.ts';
import { projectPath, templatePath, type LibraryOutput } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import { cutText } from '#shared/language/cut-text.ts';
import { joinKey } from '#shared/language/join-key.ts';
import { apiFor, callDesk, describeProblem, describeWrite, queryClient } from '#renderer/desk/index.ts';
import { projectKeys } from '#renderer/projects/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { copyName } from '../parts/copy-name.ts';
import { makeProject } from '../parts/make-project.ts';

const t = words.appRuns.traceOutput;

/** The project that shows the run already, if one does and nobody has changed it. */
async function findCopy(connectionId: string, runId: string): Promise<string | null> {
  const found = await callDesk('listRunCopies', { params: { connectionId }, query: { runId } });
  const api = apiFor(connectionId);
  for (const { projectId, version } of found.copies) {
    const params = { project_id: projectId };
    const current = await api(endpoints.projects.get, { params }).catch(() => null);
    if (current?.version === version) return projectId;
  }
  return null;
}

/** Runs that are being opened: a second click must not make a second project. */
const opening = new Set<string>();

/**
 * Opens what made an output as it was: its graph as a project of its own, so that nothing of the present project changes,
 * and the same one again while nobody has changed it; of a template's run, the template.
 */
export async function openAsItWas(output: LibraryOutput, navigate: (path: string) => void): Promise<void> {
  const { connectionId, runId } = output;
  const key = joinKey(connectionId, runId);
  if (opening.has(key)) return;
  opening.add(key);
  try {
    const source = await callDesk('getRunSource', { params: { connectionId, runId } });
    if (source.template !== null) return navigate(templatePath(source.template.templateId, runId));
    if (source.graph === null) {
      showToast({
        kind: 'error',
        title: t.cannot,
        description: source.graphProblem ?? t.graphNotComputer,
      });
      return;
    }
    const existing = await findCopy(connectionId, runId);
    if (existing !== null) return navigate(projectPath(connectionId, existing));
    const copy = await makeCopy(output, source.graph);
    void queryClient.invalidateQueries({ queryKey: projectKeys.all(connectionId) });
    navigate(projectPath(connectionId, copy.id));
    if (!source.isExact) {
      showToast({
        title: t.someInputsMayHad,
        description: t.startRunNotComputer,
      });
    }
  } catch (error) {
    showToast({
      kind: 'error',
      title: t.couldNot,
      description: describeWrite(error, t.newProject),
    });
  } finally {
    opening.delete(key);
  }
}

/** Makes the project and records which run it shows; without that it is taken back, for nobody would find it again. */
async function makeCopy(output: LibraryOutput, graph: Graph): Promise<{ id: string }> {
  const { connectionId, runId, projectId, projectName, createdAt } = output;
  const project = await makeProject(connectionId, copyName(output, new Date()), graph);
  try {
    await callDesk('recordRunCopy', {
      params: { connectionId },
      body: {
        projectId: project.id,
        runId,
        version: project.version,
        sourceProjectId: projectId,
        sourceName: projectName === null ? null : cutText(projectName, 300),
        runAt: createdAt,
      },
    });
  } catch (error) {
    const query = { expectedVersion: project.version };
    await apiFor(connectionId)(endpoints.projects.delete, {
      params: { project_id: project.id },
      query,
    }).catch(() => undefined);
    throw error;
  }
  return project;
}

/** Makes an output the cover of its project. */
export async function selectCover({
  connectionId,
  projectId,
  id,
  projectName,
}: LibraryOutput): Promise<void> {
  if (projectId === null) return;
  try {
    await callDesk('chooseCover', { params: { connectionId, projectId }, body: { outputId: id } });
    showToast({ kind: 'ok', title: projectName === null ? t.isCover : t.isCoverOf(projectName) });
  } catch (error) {
    showToast({ kind: 'error', title: t.coverNotChanged, description: describeProblem(error) });
  }
}
