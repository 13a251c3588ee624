import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ApiError, endpoints } from '#shared/api/index.ts';
import type { Connections } from '../connections/connections.ts';
import type { FileLibrary } from '../files/file-library.ts';
import type { CoreLog } from '../options.ts';
import { writeFileAtomically } from '../storage/atomic-file.ts';
import type { ImportProgress } from './import-project.ts';

/** Imports that did not come to their end leave nothing: what they had made is taken back, after a crash as well. */

const ProgressRecord = z.object({
  connectionId: z.string(),
  creation: z.object({ name: z.string(), idempotencyKey: z.string() }).nullable(),
  projectId: z.string().nullable(),
  fileIds: z.array(z.string()),
});

const NOTE_ENDING = '.made.json';
const notePath = (folder: string, transferId: string): string => join(folder, `${transferId}${NOTE_ENDING}`);

export const saveProgress = (folder: string, transferId: string, progress: ImportProgress): Promise<void> =>
  writeFileAtomically(notePath(folder, transferId), JSON.stringify(progress));

export const removeProgress = (folder: string, transferId: string): Promise<void> =>
  rm(notePath(folder, transferId), { force: true });

export interface RollbackDeps {
  connections: Connections;
  files: FileLibrary;
  log: CoreLog;
}

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Removes the project and the files that an import made. @throws what prevented it; it can be tried again. */
export async function rollBackImport(
  progress: ImportProgress,
  { connections, files, log }: RollbackDeps,
): Promise<void> {
  const { call } = connections.client(progress.connectionId);
  let { projectId } = progress;
  if (projectId === null && progress.creation) {
    // Whether the request arrived is not known: under the same key it answers with the project it made.
    const { name, idempotencyKey } = progress.creation;
    projectId = (await call(endpoints.projects.create, { body: { name }, idempotencyKey })).id;
  }
  if (projectId !== null) {
    const params = { project_id: projectId };
    try {
      const { version } = await call(endpoints.projects.get, { params });
      await call(endpoints.projects.delete, { params, query: { expectedVersion: version } });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }
  for (const fileId of progress.fileIds) {
    try {
      await call(endpoints.files.delete, { params: { file_id: fileId } });
    } catch (error) {
      // One that something else has come to use stays; so does one that cannot be reached.
      if (!isNotFound(error)) {
        log.info({ name: error instanceof Error ? error.name : 'unknown' }, 'an uploaded medium stays');
        continue;
      }
    }
    files.clear(progress.connectionId, fileId);
  }
}

/** Clears the folder of what the last process left. @returns notes of imports that it did not finish. */
export async function clearLeftovers(folder: string): Promise<string[]> {
  const notes: string[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.endsWith(NOTE_ENDING)) notes.push(path);
    else await rm(path, { recursive: true, force: true });
  }
  return notes;
}

/** Takes back what unfinished imports had made. What cannot be done now waits for the next start. */
export async function rollBackIncomplete(notes: readonly string[], deps: RollbackDeps): Promise<void> {
  for (const path of notes) {
    try {
      await rollBackImport(ProgressRecord.parse(JSON.parse(await readFile(path, 'utf8'))), deps);
    } catch (error) {
      const name = error instanceof Error ? error.name : 'unknown';
      deps.log.warn({ name }, 'an unfinished import could not be taken back');
      // A note that says nothing would be in the way for ever.
      if (!(error instanceof z.ZodError) && !(error instanceof SyntaxError)) continue;
    }
    await rm(path, { force: true });
  }
}
