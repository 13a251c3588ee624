import type { PublicProjectSummary } from '#shared/api/index.ts';

const changedAt = ({ updatedAt }: PublicProjectSummary): number => Date.parse(updatedAt ?? '') || 0;

/**
 * The list that pages and a later look at its front make up. Pages follow each other by the last change, so that a
 * project changed while they were read jumps from behind the last page to before the first one, and is in none.
 * @param front the first page, read after the pages. @param paged what the pages hold, in order.
 * @returns each project once, as it was changed last.
 */
export function mergeFront(
  front: readonly PublicProjectSummary[],
  paged: readonly PublicProjectSummary[],
): PublicProjectSummary[] {
  const projects = new Map<string, PublicProjectSummary>();
  for (const project of [...front, ...paged]) {
    const existing = projects.get(project.id);
    if (!existing || changedAt(project) > changedAt(existing)) projects.set(project.id, project);
  }
  return [...projects.values()];
}
