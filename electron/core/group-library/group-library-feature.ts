import { join } from 'node:path';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import { groupLibrary } from './group-library.ts';

/** Groups that a person saved with their versions. */
export async function openGroupLibrary({ folder, clock, notices }: CoreContext) {
  const library = groupLibrary(
    join(folder, 'groups'),
    () => clock.now(),
    (isReadable, file) => notices.add(isReadable ? 'groups' : 'groups-lost', file),
  );
  await library.load();
  const timestamp = (): string => new Date(clock.now()).toISOString();
  return {
    routes: {
      listLibraryGroups: () => ({ groups: library.list() }),
      createLibraryGroup: ({ body }) => library.create(body, timestamp()),
      saveGroupVersion: ({ params, body }) => library.saveVersion(params.groupId, body, timestamp()),
      getGroupDefinition: ({ params }) => library.definition(params.groupId, Number(params.version)),
      renameLibraryGroup: ({ params, body }) => library.rename(params.groupId, body.name),
      deleteLibraryGroup: ({ params }) => library.remove(params.groupId),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}
