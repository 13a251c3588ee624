import type { Migration } from './migration.ts';

/** Finds the runs of live previews, which are thrown away soon, among the runs that stay. */
export const liveRuns: Migration = {
  number: 14,
  name: 'live-runs',
  sql: `
    CREATE INDEX runs_live ON runs (finished_at) WHERE external_id GLOB 'patchbay-live/*';
    CREATE INDEX node_cache_live ON node_cache (used_at) WHERE key GLOB 'live *';
  `,
  postgres: `
    CREATE INDEX runs_live ON runs (finished_at) WHERE starts_with(external_id, 'patchbay-live/');
    CREATE INDEX node_cache_live ON node_cache (used_at) WHERE starts_with(key, 'live ');
  `,
};
