import type { DatabaseSync } from 'node:sqlite';

/**
 * The newest picture of a project as it stands; one that a row of a batch, a cell of a grid or a run with other values made
 * only when there is no other.
 * @returns reads it by connection and project; null when the project has none.
 */
export function latestPictures(
  database: DatabaseSync,
): (connectionId: string, projectId: string) => { id: string; fileId: string } | null {
  const prepareLatest = (condition: string) =>
    database.prepare(`
    SELECT id, file_id FROM outputs o WHERE connection_id = ? AND project_id = ? AND kind = 'image'
      AND hidden = 0 AND missing = 0 AND ${condition} ORDER BY created_at DESC, id DESC LIMIT 1`);
  const projectOutputs = prepareLatest(`NOT EXISTS (
    SELECT 1 FROM run_sources s WHERE s.connection_id = o.connection_id AND s.run_id = o.run_id
      AND s.occasion IS NOT NULL)
    AND NOT EXISTS (
    SELECT 1 FROM runs r
      WHERE r.connection_id = o.connection_id AND r.run_id = o.run_id AND r.batch_id IS NOT NULL)`);
  const ofAny = prepareLatest('TRUE');
  return (connectionId, projectId) => {
    const row = projectOutputs.get(connectionId, projectId) ?? ofAny.get(connectionId, projectId);
    return row === undefined ? null : { id: String(row['id']), fileId: String(row['file_id']) };
  };
}
