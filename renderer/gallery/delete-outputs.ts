import { ApiError } from '#shared/api/index.ts';
import type { LibraryOutput } from '#shared/desk/index.ts';
import { describeProblem, isConflict, isKeyProblem, isMissing } from '#renderer/desk/index.ts';
import { type ToastOptions } from '#renderer/ui/index.ts';
import { quote, words } from '#renderer/words/index.ts';

const t = words.gallery.deleteOutputs;

/** What became of outputs that were to be deleted. */
export interface DeleteOutcome {
  /** Their files are gone. */
  deleted: LibraryOutput[];
  /** Values, which have no file of their own. */
  values: LibraryOutput[];
  /** Their files are used by projects. */
  used: { count: number; projects: string[] };
  failed: { count: number; error: unknown };
}

const MAX_NAMES = 3;

/** Whether every other file would be refused as well. */
const stopsAll = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  ['UNREACHABLE', 'LOCAL_SERVICE_DOWN'].includes(error.code) ||
  error.status === 429 ||
  isKeyProblem(error);

/** The names of projects that a refusal says use the file. */
function projectsNamed(error: unknown): string[] {
  const projects: unknown = error instanceof ApiError ? error.details['projects'] : [];
  if (!Array.isArray(projects)) return [];
  return projects.flatMap((project: unknown) =>
    typeof project === 'object' && project !== null && 'name' in project && typeof project.name === 'string'
      ? [project.name]
      : [],
  );
}

/** Deletes the files of outputs, one after the other; where none can be deleted now, the rest is not tried. */
export async function deleteOutputs(
  outputs: readonly LibraryOutput[],
  deleteFile: (fileId: string) => Promise<unknown>,
): Promise<DeleteOutcome> {
  const deleted: LibraryOutput[] = [];
  const values: LibraryOutput[] = [];
  const projects = new Set<string>();
  const used = { count: 0, projects: [] as string[] };
  const failed = { count: 0, error: null as unknown };
  for (const output of outputs) {
    if (output.fileId === null) values.push(output);
    else if (failed.count > 0 && stopsAll(failed.error)) failed.count += 1;
    else {
      try {
        await deleteFile(output.fileId);
        deleted.push(output);
      } catch (error) {
        if (isMissing(error)) deleted.push(output);
        else if (isConflict(error)) {
          used.count += 1;
          for (const name of projectsNamed(error)) projects.add(name);
        } else {
          failed.count += 1;
          failed.error = error;
        }
      }
    }
  }
  return { deleted, values, used: { ...used, projects: [...projects] }, failed };
}

/** What went wrong, as one message for all; null when nothing did. */
export function deleteProblem({ used, failed }: DeleteOutcome): ToastOptions | null {
  const count = used.count + failed.count;
  if (count === 0) return null;
  const named = used.projects.slice(0, MAX_NAMES).map((name) => quote(name.slice(0, 80)));
  const remainingCount = used.projects.length - named.length;
  const users = remainingCount > 0 ? [...named, t.overflow(remainingCount)] : named;
  const inUse =
    used.count === 0
      ? []
      : [
          failed.count > 0
            ? t.someUsed(used.count, users.length === 0 ? t.aProject : users.join(', '))
            : t.allUsed(used.count, users.length === 0 ? t.aProject : users.join(', ')),
        ];
  const problem = failed.count === 0 ? [] : [describeProblem(failed.error)];
  return {
    kind: 'error',
    id: 'delete-outputs',
    title: t.notDeleted(count),
    description: [...problem, ...inUse].join(' '),
  };
}

/** What was done; null when nothing was. */
export function deletionToast({ deleted, values }: DeleteOutcome): ToastOptions | null {
  if (values.length === 0) {
    return deleted.length === 0 ? null : { kind: 'ok', title: t.deleted(deleted.length) };
  }
  const description = t.valuesNoFileService;
  return deleted.length === 0
    ? { kind: 'ok', title: t.hidden(values.length), description }
    : {
        kind: 'ok',
        title: t.deletedHidden(deleted.length, values.length),
        description,
      };
}
