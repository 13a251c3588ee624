/** The newest migrations of the desk's database, after those of `desk-database.ts`. Released ones never change. */
export const ADDITIONAL_MIGRATIONS: readonly string[] = [
  // Storyboards and timelines that were changed and not saved, by the window that changed them.
  `
  CREATE TABLE document_drafts (
    id INTEGER PRIMARY KEY,
    connection_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    window TEXT NOT NULL,
    base_version INTEGER NOT NULL,
    changes TEXT NOT NULL,
    written_at TEXT NOT NULL,
    UNIQUE (connection_id, project_id, kind, window)
  ) STRICT;
  -- Apart, so that the next edit of a large document does not write it again.
  CREATE TABLE draft_bases (
    draft_id INTEGER PRIMARY KEY REFERENCES document_drafts (id) ON DELETE CASCADE,
    document TEXT NOT NULL
  ) STRICT;
  `,
  // Storyboards and timelines as they were; one row for a stretch of work.
  `
  CREATE TABLE film_versions (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    connection_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    version INTEGER NOT NULL,
    reason TEXT NOT NULL,
    name TEXT,
    began_at INTEGER NOT NULL,
    at INTEGER NOT NULL,
    sketch TEXT NOT NULL,
    hash TEXT NOT NULL,
    document BLOB NOT NULL
  ) STRICT;
  CREATE INDEX film_versions_by_project ON film_versions (connection_id, project_id, kind, place);
  CREATE INDEX film_versions_to_forget ON film_versions (place) WHERE name IS NULL;
  `,
  // What was done to storyboards and timelines and can be taken back, of the newest window.
  `
  CREATE TABLE document_undo (
    id INTEGER PRIMARY KEY,
    connection_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    window TEXT NOT NULL,
    steps TEXT NOT NULL,
    written_at TEXT NOT NULL,
    UNIQUE (connection_id, project_id, kind)
  ) STRICT;
  CREATE INDEX document_undo_by_age ON document_undo (written_at);
  -- Apart, so that the next step of a large document does not write it again.
  CREATE TABLE undo_bases (
    undo_id INTEGER PRIMARY KEY REFERENCES document_undo (id) ON DELETE CASCADE,
    document TEXT NOT NULL
  ) STRICT;
  `,
  // What a run was for, where that is not its project as it stands: JSON.
  `
  ALTER TABLE run_sources ADD COLUMN occasion TEXT;
  `,
  // What was done in the stretch of work that a version ends: JSON.
  `
  ALTER TABLE film_versions ADD COLUMN steps TEXT;
  `,
  // The requests to save that a draft has out, as JSON.
  "ALTER TABLE document_drafts ADD COLUMN sent TEXT NOT NULL DEFAULT '[]';",
  // Names and tags that a person gives files on this computer. Tags are JSON.
  `
  CREATE TABLE file_marks (
    connection_id TEXT NOT NULL,
    file_id TEXT NOT NULL,
    name TEXT,
    tags TEXT NOT NULL,
    PRIMARY KEY (connection_id, file_id)
  ) STRICT;
  `,
  // What a model may have charged for a run and for an item whose answer is lost, in microcredits; null for all others.
  `
  ALTER TABLE runs ADD COLUMN perhaps_charged TEXT;
  ALTER TABLE batch_items ADD COLUMN perhaps_charged TEXT;
  `,
  // Outputs are found by the values of one node; those from before are indexed again after the start.
  `
  ALTER TABLE input_values ADD COLUMN node_id TEXT NOT NULL DEFAULT '';
  ALTER TABLE input_values ADD COLUMN node_title TEXT NOT NULL DEFAULT '';
  ALTER TABLE input_values ADD COLUMN number REAL;
  DROP INDEX input_values_by_text;
  CREATE UNIQUE INDEX input_values_by_node ON input_values (name, node_id, value);
  CREATE INDEX input_values_by_number ON input_values (name, node_id, number) WHERE number IS NOT NULL;
  ALTER TABLE outputs ADD COLUMN is_indexed INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX outputs_to_index ON outputs (id) WHERE is_indexed = 0;
  `,
  // Outputs are found by folded words; those whose words that changes are indexed again after the start.
  `
  UPDATE outputs SET is_indexed = 0 WHERE
    title || coalesce(note, '') || coalesce(excerpt, '') || inputs GLOB '*[^' || char(1) || '-' || char(127) || ']*'
    OR EXISTS (SELECT 1 FROM runs WHERE runs.connection_id = outputs.connection_id
      AND runs.run_id = outputs.run_id AND runs.batch_id IS NOT NULL);
  `,
  // What the bytes of an output are known by, where the service tells: equal ones are listed once.
  `
  ALTER TABLE outputs ADD COLUMN hash TEXT;
  CREATE INDEX outputs_by_bytes ON outputs (connection_id, coalesce(hash, file_id), created_at, id)
    WHERE file_id IS NOT NULL;
  CREATE INDEX outputs_by_size ON outputs (connection_id, size_bytes) WHERE file_id IS NOT NULL;
  `,
  // Texts, numbers and JSON are listed once too; what those from before are known by is written after the start.
  `
  DROP INDEX outputs_by_bytes;
  CREATE INDEX outputs_by_content ON outputs (connection_id, coalesce(hash, file_id), created_at, id);
  UPDATE outputs SET is_indexed = 0 WHERE file_id IS NULL AND value IS NOT NULL;
  `,
  // What tries of an item that did not work were charged for results that the next one takes, in microcredits.
  `
  ALTER TABLE batch_items ADD COLUMN already_paid TEXT;
  `,
  // What a run made is recorded once, with all runs: what items of batches held of it goes there.
  `
  INSERT OR IGNORE INTO runs (connection_id, run_id, project_id, template_id, status, created_at, updated_at, batch_id)
    SELECT b.connection_id, i.run_id, b.project_id, b.template_id, iif(i.state = 'done', 'succeeded', i.state),
      b.created_at, b.updated_at, b.id
    FROM batch_items i JOIN batches b ON b.id = i.batch_id
    WHERE i.run_id IS NOT NULL AND i.state IN ('done', 'failed', 'canceled');
  UPDATE runs SET execution_time_ms = coalesce(runs.execution_time_ms, i.execution_time_ms),
      credits_used_microcredits = coalesce(runs.credits_used_microcredits, i.microcredits)
    FROM batch_items i JOIN batches b ON b.id = i.batch_id
    WHERE i.run_id = runs.run_id AND b.connection_id = runs.connection_id;
  INSERT OR IGNORE INTO outputs (connection_id, run_id, key, title, kind, project_id, template_id, content_type,
      filename, file_id, size_bytes, excerpt, value, inputs, stack, created_at, starred)
    SELECT b.connection_id, i.run_id, o.value ->> 'key', o.value ->> 'key',
      CASE
        WHEN o.value ->> 'fileId' IS NULL
          THEN iif(o.value ->> 'type' IN ('number', 'boolean'), o.value ->> 'type', 'text')
        WHEN o.value ->> 'contentType' GLOB 'image/*' THEN 'image'
        WHEN o.value ->> 'contentType' GLOB 'video/*' THEN 'video'
        WHEN o.value ->> 'contentType' GLOB 'audio/*' THEN 'audio'
        ELSE 'file'
      END,
      b.project_id, b.template_id, o.value ->> 'contentType', o.value ->> 'filename', o.value ->> 'fileId',
      o.value ->> 'sizeBytes', substr(o.value ->> 'text', 1, 500),
      CASE
        WHEN o.value ->> 'isCut' OR o.value ->> 'text' IS NULL THEN NULL
        WHEN o.value ->> 'type' IN ('number', 'boolean') THEN o.value ->> 'text'
        ELSE json_quote(o.value ->> 'text')
      END,
      '[]', i.run_id || ' ' || (o.value ->> 'key'), b.updated_at, i.starred
    FROM batch_items i JOIN batches b ON b.id = i.batch_id
      JOIN json_each(iif(json_valid(i.outputs), i.outputs, '[]')) o
    WHERE i.run_id IS NOT NULL AND o.value ->> 'key' IS NOT NULL;
  ALTER TABLE batch_items DROP COLUMN outputs;
  ALTER TABLE batch_items DROP COLUMN microcredits;
  ALTER TABLE batch_items DROP COLUMN execution_time_ms;
  `,
  // Versions of graphs, storyboards and timelines are in one table. Documents of the last two stay in their rows until they
  // are read; then each goes into a file, as those of graphs are.
  `
  ALTER TABLE versions ADD COLUMN kind TEXT NOT NULL DEFAULT 'graph';
  ALTER TABLE versions ADD COLUMN began_at TEXT;
  ALTER TABLE versions ADD COLUMN steps TEXT;
  INSERT OR IGNORE INTO version_documents (hash, size_bytes) SELECT hash, length(document) FROM film_versions;
  INSERT INTO versions (id, connection_id, project_id, kind, version, reason, name, at, began_at, node_count, sketch,
      steps, hash)
    SELECT id, connection_id, project_id, kind, version, reason, name,
      strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch'),
      strftime('%Y-%m-%dT%H:%M:%fZ', began_at / 1000.0, 'unixepoch'), 0, sketch, steps, hash
    FROM film_versions ORDER BY place;
  DROP INDEX versions_by_project;
  CREATE INDEX versions_by_project ON versions (connection_id, project_id, kind, place);
  DROP INDEX versions_to_forget;
  CREATE INDEX versions_to_evict ON versions (place) WHERE keep = 0;
  CREATE INDEX film_versions_by_hash ON film_versions (hash);
  `,
  // What people add to outputs, where a service stores it for all of their account: how far it was read, what of it, and what the
  // service does not have yet.
  `
  CREATE TABLE team_positions (
    connection_id TEXT PRIMARY KEY,
    store_id TEXT NOT NULL,
    sequence INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE team_changes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    connection_id TEXT NOT NULL,
    change TEXT NOT NULL
  ) STRICT;
  CREATE INDEX team_changes_by_connection ON team_changes (connection_id, number);
  CREATE TABLE team_registers (
    connection_id TEXT NOT NULL,
    field TEXT NOT NULL,
    collection_id TEXT NOT NULL,
    run_id TEXT NOT NULL,
    output_key TEXT NOT NULL,
    project_id TEXT NOT NULL,
    content TEXT NOT NULL,
    value TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    changed_at TEXT NOT NULL,
    PRIMARY KEY (connection_id, field, collection_id, project_id, content)
  ) STRICT;
  CREATE INDEX team_registers_by_run ON team_registers (connection_id, run_id, output_key);
  CREATE INDEX team_registers_by_content ON team_registers (connection_id, content, project_id);
  CREATE INDEX team_registers_by_collection ON team_registers (connection_id, collection_id);
  `,
  // Runs of a team, whoever started them: how far they were read, and who it was.
  `
  ALTER TABLE runs ADD COLUMN started_by TEXT;
  ALTER TABLE runs ADD COLUMN is_discovered INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX runs_discovered ON runs (connection_id, project_id, batch_id)
    WHERE is_discovered = 1 AND batch_id IS NOT NULL;
  CREATE TABLE team_run_positions (
    connection_id TEXT PRIMARY KEY,
    store_id TEXT NOT NULL,
    accepted_order INTEGER NOT NULL
  ) STRICT;
  `,
  // What agents did, what their runs cost, and what they propose for graphs.
  `
  CREATE TABLE agent_calls (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    agent_id TEXT NOT NULL,
    at TEXT NOT NULL,
    tool TEXT NOT NULL,
    project_id TEXT,
    summary TEXT NOT NULL,
    outcome TEXT NOT NULL,
    message TEXT
  ) STRICT;
  CREATE INDEX agent_calls_by_agent ON agent_calls (agent_id, id);
  CREATE TABLE agent_runs (
    id INTEGER PRIMARY KEY,
    agent_id TEXT NOT NULL,
    connection_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    run_id TEXT,
    reserved INTEGER NOT NULL,
    cost INTEGER,
    started_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX agent_runs_by_agent ON agent_runs (agent_id);
  CREATE INDEX agent_runs_by_run ON agent_runs (connection_id, run_id);
  CREATE TABLE proposals (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    connection_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    author TEXT NOT NULL,
    title TEXT NOT NULL,
    note TEXT,
    created_at TEXT NOT NULL,
    base_version INTEGER NOT NULL,
    accepted TEXT NOT NULL DEFAULT '[]',
    dismissed TEXT NOT NULL DEFAULT '[]',
    state TEXT NOT NULL,
    price INTEGER
  ) STRICT;
  CREATE INDEX proposals_by_project ON proposals (connection_id, project_id, state, place);
  -- Apart, so that a decision does not write a large graph again.
  CREATE TABLE proposal_documents (
    proposal_id TEXT PRIMARY KEY REFERENCES proposals (id) ON DELETE CASCADE,
    base TEXT NOT NULL,
    operations TEXT NOT NULL
  ) STRICT;
  `,
  // Conversations with text models about projects.
  `
  CREATE TABLE chats (
    id TEXT PRIMARY KEY,
    connection_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    provider TEXT,
    limit_microcredits INTEGER NOT NULL,
    may_run INTEGER NOT NULL,
    UNIQUE (connection_id, project_id)
  ) STRICT;
  CREATE TABLE chat_entries (
    chat_id TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    place INTEGER NOT NULL,
    -- What a person reads, and what the model is told of it: JSON.
    entry TEXT NOT NULL,
    message TEXT,
    PRIMARY KEY (chat_id, place)
  ) STRICT, WITHOUT ROWID;
  `,
  // Proposals are for storyboards and timelines too.
  "ALTER TABLE proposals ADD COLUMN kind TEXT NOT NULL DEFAULT 'graph';",
  // What became of single nodes in the newest runs of each project.
  `
  CREATE TABLE node_outcomes (
    connection_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    run_id TEXT NOT NULL,
    node_id TEXT NOT NULL,
    outcome TEXT NOT NULL,
    duration_ms INTEGER,
    microcredits INTEGER
  ) STRICT;
  CREATE INDEX node_outcomes_by_project ON node_outcomes (connection_id, project_id, run_id);
  `,
  // A service that is connected twice names a collection alike to both; here each connection has its own.
  `
  ALTER TABLE collections ADD COLUMN shared_id TEXT;
  UPDATE collections SET shared_id = id;
  CREATE UNIQUE INDEX collections_by_shared_id ON collections (connection_id, shared_id);
  `,
];
