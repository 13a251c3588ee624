import type { Migration } from './migration.ts';

/** Pictures of templates, inputs that callers must give, and the pins that an earlier state of a template had. */
export const publishedTemplates: Migration = {
  number: 13,
  name: 'published-templates',
  sql: `
    ALTER TABLE templates ADD COLUMN picture_file_id TEXT;
    -- JSON array of field names.
    ALTER TABLE templates ADD COLUMN required TEXT NOT NULL DEFAULT '[]';
    -- JSON: the pins of the template when the run was made; NULL for those it has now.
    ALTER TABLE template_runs ADD COLUMN pins TEXT;
    -- Set when it was deleted: its runs stay, its graph and keys do not.
    ALTER TABLE templates ADD COLUMN deleted_at TEXT;
    CREATE INDEX template_runs_template ON template_runs (template_id, run_id);
    CREATE INDEX templates_project ON templates (project_id) WHERE project_id IS NOT NULL;
  `,
};
