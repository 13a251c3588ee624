import { z } from 'zod';
import { createStoredList } from '#renderer/model/stored-list.ts';

const MAX_CREATED = 20;
const Id = z.string().min(1).max(300);

/** A project as this app created it, empty and without a name of its own. */
const CreatedProject = z.object({
  connectionId: Id,
  projectId: Id,
  version: z.int(),
  name: z.string().max(300),
});
export type CreatedProject = z.infer<typeof CreatedProject>;

const list = createStoredList('patchbay.created-projects', MAX_CREATED, CreatedProject);

/** Those that windows of this browser created last and nobody has changed, as far as is known; the newest last. */
export const createdProjects = (): CreatedProject[] => list.read();

const exclude = (projectId: string): CreatedProject[] =>
  list.read().filter((each) => each.projectId !== projectId);

export const addCreated = (project: CreatedProject): void =>
  list.write([...exclude(project.projectId), project]);

export const removeCreated = (projectId: string): void => list.write(exclude(projectId));
