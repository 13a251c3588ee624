import type { Migration } from './migration.ts';

/** Which files came with calls by the key of an endpoint: that key may name them again, and no other files. */
export const endpointFiles: Migration = {
  number: 16,
  name: 'endpoint-files',
  sql: `
    CREATE TABLE endpoint_files (
      file_id TEXT PRIMARY KEY REFERENCES files(id) ON DELETE CASCADE,
      -- SHA-256 of the key, as in template_endpoints.
      key_hash TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
