import type { Migration } from './migration.ts';

/**
 * Storyboards and timelines beside their projects: within, whoever read a row of a project, as every list and every
 * write does, read past all of them.
 */
export const projectPapers: Migration = {
  number: 10,
  name: 'project papers',
  sql: `
    CREATE TABLE project_papers (
      project_id TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
      -- storyboard or timeline.
      place TEXT NOT NULL,
      document TEXT NOT NULL,
      PRIMARY KEY (project_id, place)
    ) STRICT;
    INSERT INTO project_papers (project_id, place, document)
      SELECT id, 'storyboard', storyboard FROM projects WHERE storyboard IS NOT NULL;
    INSERT INTO project_papers (project_id, place, document)
      SELECT id, 'timeline', timeline FROM projects WHERE timeline IS NOT NULL;
    ALTER TABLE projects DROP COLUMN storyboard;
    ALTER TABLE projects DROP COLUMN timeline;
  `,
};
