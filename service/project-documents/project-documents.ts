import { MAX_PROBLEMS, type DocumentProblem } from '#shared/document/problems.ts';
import type { ServiceContext } from '#service/context.ts';
import { Problem } from '#service/problems/problem.ts';
import { JSON_LIMIT_BYTES } from '#service/http/read-body.ts';
import { one, run, text } from '#service/storage/statements.ts';
import { keepGraphAsIs } from '#service/graphs/graph-cache.ts';
import type { ProjectPlace } from '#service/library/library.ts';
import { saveProject, type ProjectRow } from '#service/projects/rows.ts';

/** Storyboard and timeline of a project: stored beside its graph, in the same version. */

const INVALID = { storyboard: 'INVALID_STORYBOARD', timeline: 'INVALID_TIMELINE' } as const;

/** The stored JSON; null for a project without one. */
export function loadPaper(ctx: ServiceContext, projectId: string, place: ProjectPlace): unknown {
  const row = one(
    ctx.db,
    'SELECT document FROM project_papers WHERE project_id = ? AND place = ?',
    projectId,
    place,
  );
  return row ? JSON.parse(text(row, 'document')) : null;
}

/**
 * Stores one, with the files it refers to, and raises the project's version; inside a transaction, after
 * `requireVersion`.
 * @throws Problem when it is too large.
 */
export function savePaper(
  ctx: ServiceContext,
  project: ProjectRow,
  place: ProjectPlace,
  document: object,
  fileIds: Iterable<string>,
): ProjectRow {
  const json = JSON.stringify(document);
  if (Buffer.byteLength(json) > JSON_LIMIT_BYTES) {
    // What could not be sent back in one request could never be replaced again.
    const message = `With this, the ${place} would be larger than ${JSON_LIMIT_BYTES / 1024 / 1024} MiB. Split it up.`;
    throw invalidDocument(INVALID[place], [{ path: '', code: 'TOO_LARGE', message }]);
  }
  const saved = saveProject(ctx, project, {});
  run(
    ctx.db,
    'INSERT OR REPLACE INTO project_papers (project_id, place, document) VALUES (?, ?, ?)',
    project.id,
    place,
    json,
  );
  run(ctx.db, 'DELETE FROM file_references WHERE project_id = ? AND place = ?', project.id, place);
  for (const fileId of new Set(fileIds)) {
    run(
      ctx.db,
      'INSERT INTO file_references (file_id, project_id, place) VALUES (?, ?, ?)',
      fileId,
      project.id,
      place,
    );
  }
  keepGraphAsIs(ctx, project.id, project.version, saved.version);
  return saved;
}

/** A problem that tells every problem of a document with its path. */
export function invalidDocument(
  kind: 'INVALID_STORYBOARD' | 'STORYBOARD_NOT_CONVERTIBLE' | 'INVALID_TIMELINE',
  problems: readonly DocumentProblem[],
): Problem {
  const [first] = problems;
  const where = first === undefined || first.path === '' ? 'The document' : first.path;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more, see details.problems)` : '';
  return Problem.of(kind, `${where}: ${first?.message ?? 'It is not valid.'}${more}`, {
    problems: problems.slice(0, MAX_PROBLEMS),
    problemCount: problems.length,
  });
}
