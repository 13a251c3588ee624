import type { Migration } from './migration.ts';

/** Who did what to which, in a table that is only added to; what is too old is deleted. */
export const audit: Migration = {
  number: 25,
  name: 'audit',
  sql: `
    CREATE TABLE audit_entries (
      -- Ascends.
      id TEXT PRIMARY KEY,
      at TEXT NOT NULL,
      -- person, key, owner (the administration) or command (the command line).
      actor_kind TEXT NOT NULL,
      -- Of the person or key; NULL for the others.
      actor_id TEXT,
      -- Of the person, or of the user of the computer.
      actor_name TEXT,
      action TEXT NOT NULL,
      object_id TEXT,
      -- What it was called then.
      object_name TEXT
    ) STRICT;
    CREATE INDEX audit_entries_age ON audit_entries (at);
    CREATE TRIGGER audit_entries_unchanged BEFORE UPDATE ON audit_entries
    BEGIN
      SELECT RAISE(ABORT, 'The audit log is only added to.');
    END;
  `,
  postgres: `
    CREATE TABLE audit_entries (
      id TEXT COLLATE "C" PRIMARY KEY,
      at TEXT COLLATE "C" NOT NULL,
      actor_kind TEXT COLLATE "C" NOT NULL,
      actor_id TEXT COLLATE "C",
      actor_name TEXT COLLATE "C",
      action TEXT COLLATE "C" NOT NULL,
      object_id TEXT COLLATE "C",
      object_name TEXT COLLATE "C"
    );
    CREATE INDEX audit_entries_age ON audit_entries (at);
    CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION 'The audit log is only added to.';
    END $$;
    CREATE TRIGGER audit_entries_unchanged BEFORE UPDATE ON audit_entries
      FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
  `,
};
