import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { openCheckedDatabase } from './checked-database.ts';
import { ADDITIONAL_MIGRATIONS } from './later-migrations.ts';

/** Migrations in order; the database's `user_version` is how many have run. Released ones never change. */
export const DESK_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE runs (
    connection_id TEXT NOT NULL,
    run_id TEXT NOT NULL,
    project_id TEXT,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    project_version INTEGER,
    execution_time_ms INTEGER,
    credits_used_microcredits TEXT,
    last_event_id TEXT,
    PRIMARY KEY (connection_id, run_id)
  ) STRICT;
  CREATE INDEX runs_by_project ON runs (connection_id, project_id, created_at);

  CREATE TABLE files (
    connection_id TEXT NOT NULL,
    file_id TEXT NOT NULL,
    project_id TEXT,
    filename TEXT NOT NULL,
    content_type TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    origin TEXT NOT NULL,
    sha256 TEXT,
    created_at TEXT NOT NULL,
    PRIMARY KEY (connection_id, file_id)
  ) STRICT;
  CREATE INDEX files_by_project ON files (connection_id, project_id, created_at);
  CREATE INDEX files_by_content ON files (connection_id, sha256, size_bytes);

  CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    connection_id TEXT NOT NULL,
    project_id TEXT,
    filename TEXT NOT NULL,
    content_type TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    received_bytes INTEGER NOT NULL,
    state TEXT NOT NULL,
    sha256 TEXT,
    file_id TEXT,
    error TEXT,
    retryable INTEGER NOT NULL,
    idempotency_key TEXT NOT NULL,
    service_upload_id TEXT,
    parts TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE cached_media (
    key TEXT PRIMARY KEY,
    file TEXT NOT NULL,
    content_type TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    filename TEXT,
    stored_at INTEGER NOT NULL,
    used_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX cached_media_by_use ON cached_media (used_at);
  `,
  `
  ALTER TABLE uploads ADD COLUMN node_id TEXT;
  ALTER TABLE uploads ADD COLUMN input TEXT;
  ALTER TABLE uploads ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;
  `,
  `
  ALTER TABLE uploads ADD COLUMN head_sha256 TEXT;
  ALTER TABLE uploads ADD COLUMN announces_hash INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE files ADD COLUMN head_sha256 TEXT;
  `,
  `
  CREATE TABLE version_documents (
    hash TEXT PRIMARY KEY,
    size_bytes INTEGER NOT NULL,
    damaged INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE versions (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    connection_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    reason TEXT NOT NULL,
    name TEXT,
    keep INTEGER NOT NULL DEFAULT 0,
    at TEXT NOT NULL,
    node_count INTEGER NOT NULL,
    changes TEXT,
    sketch TEXT NOT NULL,
    hash TEXT NOT NULL REFERENCES version_documents (hash)
  ) STRICT;
  CREATE INDEX versions_by_project ON versions (connection_id, project_id, place);
  CREATE INDEX versions_by_document ON versions (hash);
  CREATE INDEX versions_to_forget ON versions (place) WHERE name IS NULL AND keep = 0;
  `,
  // Runs that ended unseen are shown once; uploads say what kind of failure and how far they have been shown.
  `
  ALTER TABLE runs ADD COLUMN told INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE uploads ADD COLUMN problem TEXT;
  ALTER TABLE uploads ADD COLUMN progress REAL NOT NULL DEFAULT 0;
  `,
  // What projects are called, for those that are deleted elsewhere while edits of them wait here.
  `
  CREATE TABLE project_details (
    connection_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    details TEXT NOT NULL,
    PRIMARY KEY (connection_id, project_id)
  ) STRICT;
  `,
  `
  ALTER TABLE project_details ADD COLUMN storyboard TEXT;
  ALTER TABLE project_details ADD COLUMN timeline TEXT;
  `,
  // Runs of templates, which the API lists nowhere either.
  `
  ALTER TABLE runs ADD COLUMN template_id TEXT;
  ALTER TABLE runs ADD COLUMN endpoint_id TEXT;
  CREATE INDEX runs_by_template ON runs (connection_id, template_id, created_at) WHERE template_id IS NOT NULL;
  `,
  // A replaced database numbers versions anew: those up to place are numbered as before it was.
  `
  CREATE TABLE restorations (
    connection_id TEXT NOT NULL,
    restoration TEXT NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (connection_id, restoration)
  ) STRICT;
  `,
  // What runs were asked to do, what they made, and what people noted on that.
  `
  CREATE TABLE run_graphs (
    hash TEXT PRIMARY KEY,
    body BLOB NOT NULL
  ) STRICT;

  CREATE TABLE run_sources (
    connection_id TEXT NOT NULL,
    run_id TEXT NOT NULL,
    project_id TEXT,
    project_version INTEGER,
    graph_hash TEXT REFERENCES run_graphs (hash),
    request TEXT NOT NULL,
    recorded_at TEXT NOT NULL,
    PRIMARY KEY (connection_id, run_id)
  ) STRICT;
  CREATE INDEX run_sources_by_graph ON run_sources (graph_hash);
  CREATE INDEX run_sources_by_time ON run_sources (recorded_at);

  CREATE TABLE outputs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    connection_id TEXT NOT NULL,
    run_id TEXT NOT NULL,
    key TEXT NOT NULL,
    title TEXT NOT NULL,
    kind TEXT NOT NULL,
    node_id TEXT,
    node_type TEXT,
    project_id TEXT,
    project_version INTEGER,
    template_id TEXT,
    content_type TEXT,
    filename TEXT,
    file_id TEXT,
    size_bytes INTEGER,
    excerpt TEXT,
    value TEXT,
    inputs TEXT NOT NULL,
    stack TEXT NOT NULL,
    created_at TEXT NOT NULL,
    starred INTEGER NOT NULL DEFAULT 0,
    note TEXT,
    hidden INTEGER NOT NULL DEFAULT 0,
    missing INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE UNIQUE INDEX outputs_by_run ON outputs (connection_id, run_id, key);
  CREATE INDEX outputs_by_time ON outputs (connection_id, created_at, id);
  CREATE INDEX outputs_by_project ON outputs (connection_id, project_id, created_at, id);
  CREATE INDEX outputs_by_template ON outputs (connection_id, template_id, created_at, id) WHERE template_id IS NOT NULL;
  CREATE INDEX outputs_by_node ON outputs (connection_id, node_id, created_at, id);
  CREATE INDEX outputs_by_kind ON outputs (connection_id, kind, created_at, id);
  CREATE INDEX outputs_by_stack ON outputs (connection_id, stack, created_at, id);
  CREATE INDEX outputs_by_file ON outputs (connection_id, file_id) WHERE file_id IS NOT NULL;
  CREATE INDEX outputs_starred ON outputs (connection_id, created_at, id) WHERE starred = 1;
  CREATE INDEX outputs_hidden ON outputs (connection_id, created_at, id) WHERE hidden = 1;

  CREATE VIRTUAL TABLE output_words USING fts5 (
    words, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
  );

  CREATE TABLE input_values (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    value TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX input_values_by_text ON input_values (name, value);
  CREATE TABLE output_inputs (
    value_id INTEGER NOT NULL,
    output_id INTEGER NOT NULL,
    PRIMARY KEY (value_id, output_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX output_inputs_by_output ON output_inputs (output_id);

  CREATE TABLE collections (
    id TEXT PRIMARY KEY,
    connection_id TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    deleted_at TEXT
  ) STRICT;
  CREATE INDEX collections_by_connection ON collections (connection_id);
  CREATE TABLE collection_items (
    collection_id TEXT NOT NULL,
    output_id INTEGER NOT NULL,
    added_at TEXT NOT NULL,
    PRIMARY KEY (collection_id, output_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX collection_items_by_output ON collection_items (output_id);

  CREATE TABLE project_faces (
    connection_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    cover_output_id INTEGER,
    opened_at TEXT,
    PRIMARY KEY (connection_id, project_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX project_faces_opened ON project_faces (connection_id, opened_at) WHERE opened_at IS NOT NULL;

  ALTER TABLE runs ADD COLUMN outputs_recorded INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX runs_unrecorded ON runs (connection_id, created_at) WHERE outputs_recorded = 0;
  `,
  // Grids and batches: many runs of one graph or template, each an item.
  `
  CREATE TABLE batches (
    id TEXT PRIMARY KEY,
    connection_id TEXT NOT NULL,
    project_id TEXT,
    template_id TEXT,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    origin TEXT NOT NULL,
    graph BLOB,
    fingerprint TEXT,
    fields TEXT NOT NULL,
    layout TEXT,
    limits TEXT NOT NULL,
    state TEXT NOT NULL,
    reason TEXT,
    runs_started INTEGER NOT NULL DEFAULT 0,
    spent_microcredits TEXT NOT NULL DEFAULT '0',
    priced_runs INTEGER NOT NULL DEFAULT 0,
    unpriced_runs INTEGER NOT NULL DEFAULT 0,
    highest_microcredits TEXT,
    size_bytes INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX batches_by_connection ON batches (connection_id, created_at);

  CREATE TABLE batch_items (
    batch_id TEXT NOT NULL REFERENCES batches (id) ON DELETE CASCADE,
    item INTEGER NOT NULL,
    place TEXT NOT NULL,
    item_values TEXT NOT NULL,
    state TEXT NOT NULL,
    starred INTEGER NOT NULL DEFAULT 0,
    hidden INTEGER NOT NULL DEFAULT 0,
    attempt INTEGER NOT NULL DEFAULT 0,
    submitted_at INTEGER,
    run_id TEXT,
    error TEXT,
    outputs TEXT,
    microcredits TEXT,
    execution_time_ms INTEGER,
    PRIMARY KEY (batch_id, item)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX batch_items_by_state ON batch_items (batch_id, state, item);
  `,
  'ALTER TABLE runs RENAME COLUMN told TO seen;',
  `
  CREATE TABLE node_samples (
    connection_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    run_id TEXT NOT NULL,
    duration_ms INTEGER NOT NULL,
    microcredits INTEGER,
    sampled_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX node_samples_by_kind ON node_samples (connection_id, kind);

  CREATE TABLE sampled_runs (
    connection_id TEXT NOT NULL,
    run_id TEXT NOT NULL,
    expected_ms INTEGER,
    actual_ms INTEGER,
    expected_microcredits INTEGER,
    actual_microcredits INTEGER,
    PRIMARY KEY (connection_id, run_id)
  ) STRICT;
  `,
  // Which batch a run belongs to, which batch is served first; what goes on and what ended last.
  `
  ALTER TABLE runs ADD COLUMN batch_id TEXT;
  CREATE INDEX batch_items_by_run ON batch_items (run_id) WHERE run_id IS NOT NULL;
  UPDATE runs SET batch_id = (SELECT batch_id FROM batch_items WHERE batch_items.run_id = runs.run_id);
  CREATE INDEX runs_by_end ON runs (connection_id, updated_at);
  ALTER TABLE batches ADD COLUMN moved_to_front INTEGER NOT NULL DEFAULT 0;
  `,
  // Items that were asked to run once more, alone.
  `
  ALTER TABLE batches ADD COLUMN retries_only INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX batch_items_retried ON batch_items (batch_id, item) WHERE state = 'waiting' AND attempt > 0;
  `,
  // Outputs are found by the grid or batch that made them.
  'CREATE INDEX runs_by_batch ON runs (connection_id, batch_id) WHERE batch_id IS NOT NULL;',
  // Projects that show a run as it was.
  `
  CREATE TABLE run_copies (
    connection_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    run_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    source_project_id TEXT,
    source_name TEXT,
    run_at TEXT NOT NULL,
    PRIMARY KEY (connection_id, project_id)
  ) STRICT;
  CREATE INDEX run_copies_by_run ON run_copies (connection_id, run_id);
  `,
  ...ADDITIONAL_MIGRATIONS,
];

/** Whether there is a database file with any content. */
export const hasDatabase = (path: string): boolean =>
  (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;

/** Opens the database of what this computer has seen. @param onQuarantine called when a damaged one was moved aside. */
export const openDeskDatabase = (
  path: string,
  getTime: () => number,
  onQuarantine: () => void,
): DatabaseSync =>
  openCheckedDatabase(
    path,
    { migrations: DESK_MIGRATIONS, synchronous: 'FULL', newer: 'refuse' },
    getTime,
    onQuarantine,
  );
