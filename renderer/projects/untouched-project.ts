import { z } from 'zod';
import { endpoints, type PublicProjectDetail } from '#shared/api/index.ts';
import { LOCAL_CONNECTION_ID } from '#shared/desk/index.ts';
import { apiFor, callDesk, isMissing, windowId } from '#renderer/desk/index.ts';
import { createStoredList } from '#renderer/model/stored-list.ts';
import { readContents } from './project-contents.ts';
import { countOpenPages } from './project-presence.ts';

const MAX_CREATED = 20;
const Id = z.string().min(1).max(300);

/** A project as this app created it, empty and without a name of its own. */
const CreatedProject = z.object({
  connectionId: Id,
  projectId: Id,
  version: z.int(),
  name: z.string().max(300),
});
type CreatedProject = z.infer<typeof CreatedProject>;

const list = createStoredList('patchbay.created-projects', MAX_CREATED, CreatedProject);

/** Those that windows of this browser created last and nobody has changed, as far as is known; the newest last. */
const createdProjects = (): CreatedProject[] => list.read();

const exclude = (projectId: string): CreatedProject[] =>
  list.read().filter((each) => each.projectId !== projectId);

const addCreated = (project: CreatedProject): void => list.write([...exclude(project.projectId), project]);

const removeCreated = (projectId: string): void => list.write(exclude(projectId));

/** Remembers a project that this app created empty, so that it is opened again while nobody has touched it. */
export const noteCreated = (connectionId: string, { id, version, name }: PublicProjectDetail): void =>
  addCreated({ connectionId, projectId: id, version, name });

/**
 * Whether the service has it as it was created: each change of its name, graph, storyboard or timeline, by whomever, gives it
 * another version.
 */
async function isUnchanged({ connectionId, projectId, version, name }: CreatedProject): Promise<boolean> {
  try {
    const params = { project_id: projectId };
    const current = await apiFor(connectionId)(endpoints.projects.get, { params });
    return current.version === version && current.name === name && current.nodeCount === 0;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Whether nothing was run, uploaded or named in it. */
async function isUnused({ connectionId, projectId }: CreatedProject): Promise<boolean> {
  const params = { connectionId, projectId };
  const [contents, { files }, { versions }] = await Promise.all([
    readContents(connectionId, projectId),
    callDesk('listFiles', { query: { connectionId, projectId, limit: '1' } }),
    callDesk('listVersions', { params, query: { named: 'true', limit: '1' } }),
  ]);
  const { boards, timelines, runs, outputs } = contents;
  const isEmpty = boards?.count === 0 && timelines?.count === 0 && runs === 0 && outputs === 0;
  return isEmpty && files.length === 0 && versions.length === 0;
}

/** Whether another window of this computer has its graph, or edits of it wait to be sent or undone. */
async function isIdle({ connectionId, projectId }: CreatedProject, isCurrent: boolean): Promise<boolean> {
  const params = { connectionId, projectId };
  const journal = await callDesk('claimJournal', { params, body: { writer: windowId, take: false } });
  if (!journal.writing) return false;
  // Where it is shown here, its editor goes on writing.
  if (!isCurrent) await callDesk('leaveJournal', { params, body: { writer: windowId } });
  const { done, undone, held } = journal.history;
  const isClean = journal.entries.length === 0 && journal.inFlight.length === 0;
  return isClean && done.length === 0 && undone.length === 0 && held === undefined;
}

/**
 * A project that this app created and that nobody has touched or has open: as it was created at the service, with nothing run,
 * uploaded, named, waiting or undone in it. Where any of it cannot be proved there is none.
 * @param currentId the project that this window shows; null for none. @returns its id; null for none.
 */
export async function findUntouched(connectionId: string, currentId: string | null): Promise<string | null> {
  // At other services somebody else may have it open, which nobody here knows.
  if (connectionId !== LOCAL_CONNECTION_ID) return null;
  const candidates = createdProjects().filter((each) => each.connectionId === connectionId);
  try {
    for (const candidate of candidates.toReversed()) {
      const { projectId } = candidate;
      const isCurrent = projectId === currentId;
      if ((await countOpenPages(connectionId, projectId)) > (isCurrent ? 1 : 0)) continue;
      const isUntouched =
        (await isUnchanged(candidate)) && (await isUnused(candidate)) && (await isIdle(candidate, isCurrent));
      if (isUntouched) return projectId;
      removeCreated(projectId);
    }
  } catch {
    // What cannot be read may hold something.
  }
  return null;
}
