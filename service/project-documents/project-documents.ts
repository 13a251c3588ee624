import { MAX_PROBLEMS, type DocumentProblem } from '#shared/document/problems.ts';
import type { ServiceContext } from '#service/context.ts';
import { Problem } from '#service/problems/problem.ts';
import { JSON_LIMIT_BYTES } from '#service/http/read-body.ts';
import { storeDocument } from './rows.ts';
import { cacheSameGraph } from '#service/graphs/graph-cache.ts';
import type { DocumentKind } from '#service/rules/document-kind.ts';
import { saveProject, type ProjectRow } from '#service/projects/rows.ts';

/** Storyboard and timeline of a project: stored beside its graph, in the same version. */

const INVALID = { storyboard: 'INVALID_STORYBOARD', timeline: 'INVALID_TIMELINE' } as const;

/**
 * Stores one, with the files it refers to, and raises the project's version; inside a transaction, after
 * `requireVersion`.
 * @throws Problem when it is too large.
 */
export async function saveDocument(
  ctx: ServiceContext,
  project: ProjectRow,
  kind: DocumentKind,
  document: object,
  fileIds: Iterable<string>,
): Promise<ProjectRow> {
  const json = JSON.stringify(document);
  if (Buffer.byteLength(json) > JSON_LIMIT_BYTES) {
    // What could not be sent back in one request could never be replaced again.
    const message = `With this, the ${kind} would be larger than ${JSON_LIMIT_BYTES / 1024 / 1024} MiB. Split it up.`;
    throw invalidDocument(INVALID[kind], [{ path: '', code: 'TOO_LARGE', message }]);
  }
  const saved = await saveProject(ctx, project, {});
  await storeDocument(ctx.db, project.id, kind, json, new Set(fileIds));
  cacheSameGraph(ctx, project.id, project.version, saved.version);
  return saved;
}

/**
 * A problem that tells every problem of a document with its path.
 * @param locationOf says in words where a path lies; without it the sentence has the path itself
 */
export function invalidDocument(
  kind: 'INVALID_STORYBOARD' | 'STORYBOARD_NOT_CONVERTIBLE' | 'INVALID_TIMELINE',
  problems: readonly DocumentProblem[],
  locationOf?: (path: string) => string,
): Problem {
  const [first] = problems;
  const path = first?.path ?? '';
  const location = locationOf ? `In ${locationOf(path)}` : path === '' ? 'The document' : path;
  const suffix = problems.length > 1 ? ` (and ${problems.length - 1} more, see details.problems)` : '';
  return Problem.of(kind, `${location}: ${first?.message ?? 'It is not valid.'}${suffix}`, {
    problems: problems.slice(0, MAX_PROBLEMS),
    problemCount: problems.length,
  });
}
