import type { Migration } from './migration.ts';

/** Files, upload sessions and their parts. Bytes live in the blob store by hash. */
export const files: Migration = {
  number: 3,
  name: 'files',
  sql: `
    CREATE TABLE files (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES accounts(id),
      blob TEXT NOT NULL,
      filename TEXT NOT NULL,
      content_type TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      -- 'upload' counts toward the storage limit, 'run' does not.
      origin TEXT NOT NULL,
      run_id TEXT,
      external_id TEXT,
      external_user_id TEXT,
      external_workspace_id TEXT,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      deleted_at TEXT
    ) STRICT;
    CREATE INDEX files_account ON files (account_id, created_at);
    CREATE INDEX files_blob ON files (blob);
    CREATE INDEX files_run ON files (run_id) WHERE run_id IS NOT NULL;

    -- Derived pictures, made once: preview (at most 2048 px) and thumbnail (at most 512 px) of a blob.
    CREATE TABLE blob_previews (
      blob TEXT NOT NULL,
      kind TEXT NOT NULL,
      preview_blob TEXT NOT NULL,
      content_type TEXT NOT NULL,
      PRIMARY KEY (blob, kind)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE uploads (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES accounts(id),
      file_id TEXT NOT NULL,
      filename TEXT NOT NULL,
      content_type TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      sha256 TEXT,
      storage_method TEXT NOT NULL,
      part_size INTEGER,
      part_count INTEGER,
      state TEXT NOT NULL,
      external_id TEXT,
      external_user_id TEXT,
      external_workspace_id TEXT,
      created_at TEXT NOT NULL,
      expires_at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX uploads_state ON uploads (state, expires_at);

    CREATE TABLE upload_parts (
      upload_id TEXT NOT NULL REFERENCES uploads(id) ON DELETE CASCADE,
      part_number INTEGER NOT NULL,
      -- SHA-256 of the part; its ETag is the same text in quotes.
      sha256 TEXT NOT NULL,
      size_bytes INTEGER NOT NULL,
      -- Name of the part's file in the blob store's incoming folder.
      path TEXT NOT NULL,
      PRIMARY KEY (upload_id, part_number)
    ) STRICT, WITHOUT ROWID;
  `,
};
