import { PAGE_DEFAULT, PAGE_MAX } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { openCursor } from '#service/signing/cursor.ts';
import { searchTexts } from '#service/rules/search-texts.ts';
import { mergePages, textsToSearch } from '#service/storage/refold.ts';
import { PROJECT_COLUMNS, readProject, type ProjectRow } from './rows.ts';
import { summaryOf } from './project-detail.ts';
import { findProjects, type FilterColumn } from './search-rows.ts';

export interface ListQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
  search?: string | undefined;
  externalId?: string | undefined;
  externalUserId?: string | undefined;
  externalWorkspaceId?: string | undefined;
}

/** A page of an account's projects, the one written last first. */
export async function listProjects(ctx: ServiceContext, accountId: string, query: ListQuery) {
  const limit = Math.min(query.limit ?? PAGE_DEFAULT, PAGE_MAX);
  const search = searchTexts(query.search);
  const filters = [
    ['external_id', query.externalId],
    ['external_user_id', query.externalUserId],
    ['external_workspace_id', query.externalWorkspaceId],
  ] as const;
  const binding = [
    'projects',
    accountId,
    search.previous,
    ...filters.map(([, value]) => (value === undefined ? '-' : `=${value}`)),
  ];
  const requested = {
    accountId,
    filters: filters.flatMap(([column, value]): [FilterColumn, string][] =>
      value === undefined ? [] : [[column, value]],
    ),
    // `touched` never repeats, so a project written meanwhile moves to the front instead of shifting the pages.
    before:
      query.cursor === undefined
        ? Number.MAX_SAFE_INTEGER
        : Number(openCursor(ctx.cursors, binding, query.cursor)[0]),
    limit: limit + 1,
  };
  const found: ProjectRow[][] = [];
  for (const folded of await textsToSearch(ctx.db, 'projects', search)) {
    const rows = await findProjects(ctx.db, PROJECT_COLUMNS, { ...requested, search: folded });
    found.push(rows.map(readProject));
  }
  const rows = mergePages(found, requested.limit, ({ touched }) => touched);
  const page = rows.slice(0, limit);
  const hasNextPage = rows.length > limit;
  return {
    data: page.map((project) => summaryOf(ctx, project)),
    hasMore: hasNextPage,
    nextCursor: hasNextPage ? ctx.cursors.seal(binding, [page.at(-1)!.touched]) : null,
  };
}
